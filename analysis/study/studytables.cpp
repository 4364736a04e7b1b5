#include "analysis/study/studyfigures.h"
#include "analysis/text/csvtext.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>

namespace stepscope::analysis {
namespace {

constexpr std::string_view kUnknown = "not known";

std::string textOrUnknown(const std::string& text)
{
    return text.empty() ? std::string(kUnknown) : text;
}

/// "4 x A57 (L1i 48 KB, L1d 32 KB, L2 2 MB), 2 x Denver2".
std::string coresOf(const StudyDevice& device)
{
    struct Cluster
    {
        int count = 0;
        std::string caches{}; ///< of a core whose caches are known
    };
    std::map<std::string, Cluster> clusters;
    for (const StudyCore& core : device.cores) {
        Cluster& cluster = clusters[core.cluster];
        ++cluster.count;
        if (cluster.caches.empty())
            cluster.caches = core.caches;
    }
    std::string text;
    for (const auto& [name, cluster] : clusters)
        text += (text.empty() ? "" : ", ") + std::to_string(cluster.count) + " x " + (name.empty() ? "core" : name) +
                (cluster.caches.empty() ? "" : " (" + cluster.caches + ")");
    return textOrUnknown(text);
}

std::string railsOf(const StudyDevice& device)
{
    std::string text;
    for (const StudyRail& rail : device.rails)
        text += (text.empty() ? "" : ", ") + rail.name;
    return text.empty() ? "none" : text;
}

/// The hardware of each target, with the TX2 as the paper prints it in the last column.
StudyTable hardwareTable(const Study& study)
{
    struct Row
    {
        const char* name;
        std::string (*of)(const StudyDevice& device);
        const char* published;
    };
    constexpr std::array kRows{
        Row{"System",
            [](const StudyDevice& device) {
                return textOrUnknown(device.board.empty() ? device.machine : device.board);
            },
            "Tegra TX2 SoC"},
        Row{"SoC", [](const StudyDevice& device) { return textOrUnknown(device.soc); }, "Tegra TX2 SoC"},
        Row{"CPU", coresOf, "4 x ARM A57 (L1: 128 KB + 64 KB, L2: 2 MB), 2 x Denver 2 (L1: 48 KB + 32 KB, L2: 2 MB)"},
        Row{"GPU", [](const StudyDevice& device) { return textOrUnknown(device.gpu); }, "Pascal, 256 CUDA cores"},
        Row{"Memory",
            [](const StudyDevice& device) {
                return device.memoryBytes > 0 ? bytesText(static_cast<double>(device.memoryBytes))
                                              : std::string(kUnknown);
            },
            "8 GB 128-bit LPDDR4"},
        Row{"Storage", [](const StudyDevice& device) { return textOrUnknown(device.storage); }, "32 GB eMMC 5.1"},
        Row{"Power rails", railsOf, "7.5 W / 15 W"},
        Row{"Linux",
            [](const StudyDevice& device) {
                return textOrUnknown(device.l4t.empty() ? device.kernel : "L4T " + device.l4t);
            },
            "-"},
        Row{"Board", [](const StudyDevice& device) { return std::string(device.isVirtual ? "simulated" : "real"); },
            "real"},
    };
    StudyTable table{"table-1", "Hardware of the targets", {"Hardware"}, {}};
    for (const StudyDevice& device : study.devices)
        table.header.push_back(device.target);
    table.header.emplace_back("TX2 in the paper");
    for (const Row& row : kRows) {
        std::vector<std::string> cells{row.name};
        for (const StudyDevice& device : study.devices)
            cells.push_back(row.of(device));
        cells.emplace_back(row.published);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

/// "4 to 64: ok; 128: out_of_memory (2x)": neighbours with the same outcome are joined.
std::string outcomeText(const Study& study, const std::string& target, const std::string& model)
{
    std::map<int, std::map<std::string, int>> outcomes;
    for (const StudyCell& cell : study.cells) {
        if (cell.target == target && cell.model == model && !cell.result.isEmpty())
            ++outcomes[cell.batch][cell.result.text(column::kOutcome)];
    }
    std::string text;
    for (auto first = outcomes.begin(); first != outcomes.end();) {
        const auto next =
            std::find_if(first, outcomes.end(), [&](const auto& other) { return other.second != first->second; });
        const int last = std::prev(next)->first;
        text += (text.empty() ? "" : "; ") + std::to_string(first->first) +
                (last != first->first ? " to " + std::to_string(last) : "") + ": ";
        for (const auto& [outcome, count] : first->second)
            text += (outcome == first->second.begin()->first ? "" : ", ") + outcome +
                    (count > 1 ? " (" + std::to_string(count) + "x)" : "");
        first = next;
    }
    return text.empty() ? "not trained" : text;
}

StudyTable modelTable(const Study& study)
{
    StudyTable table{"table-2",
                     "Models, as the paper prints them, and the outcome of their training by batch size",
                     {"Model", "Layers", "Dominant", "FLOPs", "Parameters", "Data", "Domain", "Trains on the TX2"},
                     {}};
    for (const std::string& target : study.plan.targets)
        table.header.push_back("On " + target);
    for (const std::string& model : study.plan.models) {
        const PublishedModel* published = publishedModel(model);
        std::vector<std::string> cells(8, "-");
        cells[0] = model;
        if (published != nullptr)
            cells = {std::string(published->title),      std::string(published->layers),
                     std::string(published->dominant),   std::string(published->flops),
                     std::string(published->parameters), std::string(published->data),
                     std::string(published->domain),     std::string(published->trains)};
        for (const std::string& target : study.plan.targets)
            cells.push_back(outcomeText(study, target, model));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::string withUnit(std::string_view name, std::string_view unit)
{
    return std::string(name) + (unit.empty() ? "" : " (" + std::string(unit) + ")");
}

std::string latexText(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        // A word with "_" or "+" may be broken behind it.
        if (c == '_')
            escaped += "\\_\\allowbreak{}";
        else if (c == '+')
            escaped += "+\\allowbreak{}";
        else if (std::string_view("&%$#{}").find(c) != std::string_view::npos)
            escaped += std::string("\\") + c;
        else if (c == '[' || c == '*') // at the begin of a row it would be an argument of the one before
            escaped += std::string("{") + c + "}";
        else if (c == '<' || c == '>')
            escaped += c == '<' ? "\\textless{}" : "\\textgreater{}";
        else if (c == '\\')
            escaped += "\\textbackslash{}";
        else if (c == '~' || c == '^')
            escaped += std::string("\\") + c + "{}";
        else
            escaped += c;
    }
    return escaped;
}

void appendRow(std::string& text, const std::vector<std::string>& cells)
{
    for (const std::string& cell : cells)
        text += (&cell == &cells.front() ? "" : " & ") + latexText(cell);
    text += " \\\\\n";
}

/// The columns of a table as wide as the page: their shares grow with the longest text in each.
std::string latexColumns(const StudyTable& table)
{
    constexpr double kLongest = 60; // characters; longer texts are wrapped
    std::vector<double> shares;
    double sum = 0;
    for (std::size_t column = 0; column < table.header.size(); ++column) {
        std::size_t longest = table.header[column].size();
        for (const auto& row : table.rows)
            longest = std::max(longest, row.at(column).size());
        shares.push_back(std::sqrt(std::min(static_cast<double>(longest), kLongest)) + 1);
        sum += shares.back();
    }
    std::string text;
    for (const double share : shares)
        text += ">{\\raggedright\\arraybackslash}p{\\dimexpr" + fixedText(share / sum, 3) +
                "\\linewidth-2\\tabcolsep\\relax}";
    return text;
}

/// A value of a figure is scaled to the unit of its axis, whose rounding error the 12 digits leave out.
std::string figureNumber(double value)
{
    std::array<char, 40> memory{};
    std::snprintf(memory.data(), memory.size(), "%.12g", value);
    return std::isfinite(value) ? memory.data() : std::string();
}

} // namespace

std::vector<StudyTable> studyTables(const Study& study)
{
    return {hardwareTable(study), modelTable(study)};
}

std::string figureCsv(const StudyFigure& figure)
{
    std::string csv = "panel,series,source," + csvField(withUnit(figure.x, figure.xUnit)) + "," +
                      csvField(withUnit(figure.y, figure.yUnit)) + ",low,high,repeats";
    csv += kCsvRowEnd;
    for (const FigureSeries& series : figure.series) {
        for (const FigureSeries::Point& point : series.points) {
            csv += csvField(series.panel) + "," + csvField(series.name) + "," +
                   (series.isPublished ? "paper"
                    : figure.isVirtual ? "simulated board"
                                       : "study") +
                   "," + figureNumber(point.x) + "," + figureNumber(point.y) + ",";
            csv += point.interval ? figureNumber(point.interval->low) + "," + figureNumber(point.interval->high) : ",";
            csv += "," + (series.isPublished ? std::string() : std::to_string(point.repeats));
            csv += kCsvRowEnd;
        }
    }
    return csv;
}

std::string tableCsv(const StudyTable& table)
{
    std::string csv;
    const auto append = [&csv](const std::vector<std::string>& cells) {
        for (const std::string& cell : cells)
            csv += (&cell == &cells.front() ? "" : ",") + csvField(cell);
        csv += kCsvRowEnd;
    };
    append(table.header);
    for (const auto& row : table.rows)
        append(row);
    return csv;
}

std::string studyLatex(std::span<const StudyFigure> figures, std::span<const StudyTable> tables, double widthMm)
{
    constexpr double kTextMm = 170; // of A4 with margins of 2 cm
    // At another size its text would not have the size that it was drawn for.
    const std::string width = widthMm > 0 && widthMm < kTextMm ? fixedText(widthMm, 1) + "mm" : "\\linewidth";
    std::string text =
        "% Made by `stepscope figures`.\n\\documentclass{article}\n\\usepackage{array}\n\\usepackage{graphicx}\n"
        "\\usepackage[margin=2cm]{geometry}\n\\begin{document}\n";
    for (const StudyTable& table : tables) {
        text += "\\begin{table}[htbp]\\centering\\scriptsize\n\\caption{" + latexText(table.title) +
                ".}\n\\begin{tabular}{" + latexColumns(table) + "}\n\\hline\n";
        appendRow(text, table.header);
        text += "\\hline\n";
        for (const auto& row : table.rows)
            appendRow(text, row);
        text += "\\hline\n\\end{tabular}\n\\end{table}\n";
    }
    for (const StudyFigure& figure : figures) {
        if (figure.series.empty()) {
            text += "% " + std::string(figure.name) + ": " + figure.note + "\n";
            continue;
        }
        text += "\\begin{figure}\\centering\n\\includegraphics[width=" + width +
                ",height=0.85\\textheight,keepaspectratio]{" + std::string(figure.name) + ".pdf}\n\\caption{" +
                latexText(figure.title) + "." + (figure.note.empty() ? "" : " " + latexText(figure.note)) +
                (figure.isVirtual ? " Measured on a simulated board." : "") + "}\n\\end{figure}\n\\clearpage\n";
    }
    return text + "\\end{document}\n";
}

} // namespace stepscope::analysis
