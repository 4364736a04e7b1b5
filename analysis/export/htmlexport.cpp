#include "analysis/export/exporter.h"
#include "analysis/export/tracelayout.h"
#include "analysis/report/report.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <ctime>
#include <map>

namespace stepscope::analysis {
namespace {

/// Text of the recording, for any place of a page.
std::string escaped(std::string_view text)
{
    std::string safe;
    for (const char c : validText(text)) {
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        case '\'':
            safe += "&#39;";
            break;
        default:
            safe += c;
        }
    }
    return safe;
}

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ink:#1c1f24;--paper:#fff;--line:#d5d9e0;--soft:#5b6472}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7ec;--paper:#15181d;--line:#363c46;--soft:#9aa4b2}}
body{font:15px/1.45 system-ui,"DejaVu Sans",sans-serif;color:var(--ink);background:var(--paper);margin:2em auto;padding:0 1.5em;max-width:100em}
h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2em}p.note{color:var(--soft)}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border-bottom:1px solid var(--line);padding:.25em .8em .25em 0;text-align:left;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
svg{max-width:100%;height:auto}.dark{display:none}
@media(prefers-color-scheme:dark){.dark{display:block}.light{display:none}}
)";

class Page
{
public:
    Page(const trace::TraceView& view, const Report& report, OutputFile& file)
        : m_view(view)
        , m_report(report)
        , m_file(file)
    {}

    void write(const ExportOptions& options)
    {
        const std::string title = escaped(options.title.empty() ? "Recording" : options.title);
        m_file.write("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + title +
                     " - Stepscope</title><style>");
        m_file.write(kStyle);
        m_file.write("</style></head><body>\n<h1>" + title + "</h1>\n");
        if (m_report.header.isVirtual)
            note("These data are of a virtual board: they were computed, not measured.");
        writeFacts();
        for (const ExportPicture& picture : options.pictures) {
            heading(picture.title);
            writePicture(picture.light, "light");
            writePicture(picture.dark, "dark");
        }
        writeRails();
        writeOps();
        writeObservations();
        writeSteps();
        writeLosses();
        m_file.write("<p class=\"note\">Written by Stepscope " + escaped(m_report.header.agentVersion) +
                     ". Intervals are 95 % confidence intervals.</p>\n</body></html>\n");
    }

private:
    using Row = std::vector<std::string>;

    void heading(std::string_view text) { m_file.write("<h2>" + escaped(text) + "</h2>\n"); }
    void note(std::string_view text) { m_file.write("<p class=\"note\">" + escaped(text) + "</p>\n"); }
    /// The first `texts` columns are texts, the others numbers. Cells are escaped.
    void beginTable(const Row& titles, std::size_t texts)
    {
        m_texts = texts;
        m_file.write("<table>");
        row(titles, "th");
    }
    void row(const Row& cells, const std::string& tag = "td")
    {
        std::string line = "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i)
            line += "<" + tag + (i < m_texts ? ">" : " class=\"n\">") + escaped(cells[i]) + "</" + tag + ">";
        m_file.write(line + "</tr>\n");
    }
    void endTable() { m_file.write("</table>\n"); }

    /// Without what may stand before it in a file of its kind.
    void writePicture(const std::string& svg, const char* look)
    {
        const std::size_t begin = svg.find("<svg");
        if (begin == std::string::npos)
            return;
        m_file.write("<div class=\"" + std::string(look) + "\">");
        m_file.write(std::string_view(svg).substr(begin));
        m_file.write("</div>\n");
    }

    void writeFacts()
    {
        const trace::RunHeader& header = m_report.header;
        std::string command;
        for (const std::string& word : header.command)
            command += (command.empty() ? "" : " ") + word;
        heading("Recording");
        beginTable({"", ""}, 2);
        const auto fact = [&](const char* name, const std::string& text) {
            if (!text.empty())
                row({name, text});
        };
        fact("Command", command);
        fact("Device", header.device.board);
        fact("Host", header.device.hostname);
        fact("Chip", header.device.soc);
        fact("Power mode", header.device.powerMode);
        fact("L4T, kernel", header.device.l4t + " " + header.device.kernel);
        fact("Framework", m_report.facts.framework + " " + m_report.facts.frameworkVersion);
        fact("Batch size", m_report.facts.batchSize == 0 ? "" : countText(m_report.facts.batchSize));
        fact("Duration", durationText(m_report.extent.seconds()));
        if (const std::int64_t real = realTimeOfStart(m_view); real > 0) {
            const std::time_t seconds = real / 1'000'000'000;
            std::tm parts{};
            char text[40] = {};
            if (gmtime_r(&seconds, &parts) != nullptr)
                std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
            fact("Start", text);
        }
        fact("Steps", countText(m_report.steps.marked) + ", the first " + countText(m_report.skippedSteps) +
                          " are in no figure");
        fact("Mean step", m_report.steps.meanSeconds > 0 ? durationText(m_report.steps.meanSeconds) : "");
        fact("CPU utilization", orUnknown(m_report.summary.cpuUtilization, percentText));
        fact("GPU utilization", orUnknown(m_report.summary.gpuUtilization, percentText));
        fact("Peak memory", orUnknown(m_report.summary.peakMemoryBytes, bytesText));
        fact("Energy per step", orUnknown(m_report.energy.joulesPerStep, joules));
        fact("Agent", "period " + durationText(header.periodNs));
        endTable();
    }

    static std::string joules(double value) { return kReportFormat.quantity(value, "J"); }

    void writeRails()
    {
        if (m_report.summary.rails.empty())
            return;
        heading("Energy by rail");
        beginTable({"Rail", "Part of", "Energy", "Mean power", "Covered"}, 2);
        for (const RailSummary& rail : m_report.summary.rails)
            row({rail.name, rail.parent, joules(rail.joules), kReportFormat.quantity(rail.meanWatts, "W"),
                 percentText(rail.coverage)});
        endTable();
    }

    static std::string energyText(const ChannelAccount& account, std::uint32_t group)
    {
        const OpConsumption& op = account.ops[group];
        const std::optional<Estimate> estimate =
            op.joint != OpConsumption::kNotJoint ? std::optional(account.joints[op.joint].sum) : op.regression;
        if (!estimate)
            return "not separable";
        const std::string sum = op.joint != OpConsumption::kNotJoint ? jointName(op.joint).english() + ": " : "";
        return sum + joules(estimate->value) + " (" + kReportFormat.interval(estimate->low, estimate->high, "J") + ")";
    }

    void writeOps()
    {
        constexpr std::size_t kMost = 1000;
        if (m_report.ops.empty())
            return;
        heading("Ops");
        std::vector<const ChannelAccount*> rails;
        Row titles{"Op", "Shapes", "Count", "Total", "Self", "Mean", "Longest"};
        for (const ChannelAccount& account : m_report.attribution.channels) {
            if (!account.isRail() || !account.reason.empty())
                continue;
            rails.push_back(&account);
            titles.push_back("Energy on " + account.title());
            if (!account.doubts().empty())
                note(account.title() + ": " + account.doubts().english());
        }
        note(rails.empty() && !m_report.attribution.reason.empty()
                 ? "No energies: " + m_report.attribution.reason.english()
                 : "Energies are of the steps with recorded ops. "
                   "Ops of one group have one sum.");
        std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> groups;
        for (std::uint32_t i = 0; i < m_report.attribution.groups.size(); ++i) {
            const OpGroup& group = m_report.attribution.groups[i];
            if (!group.isRest)
                groups.emplace(std::pair(std::string_view(group.name), std::string_view(group.shapes)), i);
        }
        beginTable(titles, 2);
        for (std::size_t i = 0; i < std::min(kMost, m_report.ops.size()); ++i) {
            const OpTotals& op = m_report.ops[i];
            Row cells{op.name,
                      op.shapes,
                      countText(op.count),
                      durationText(op.totalSeconds),
                      durationText(op.selfSeconds),
                      durationText(op.meanSeconds),
                      durationText(op.maxSeconds)};
            const auto group = groups.find({op.name, op.shapes});
            for (const ChannelAccount* rail : rails)
                cells.push_back(group == groups.end() ? "" : energyText(*rail, group->second));
            row(cells);
        }
        endTable();
        if (m_report.ops.size() > kMost)
            note(countText(m_report.ops.size() - kMost) + " more ops are in the CSV export.");
    }

    void writeObservations()
    {
        if (m_report.observations.empty())
            return;
        heading("Observations");
        beginTable({"", "Observation", "Verdict", "Evidence"}, 4);
        for (const Observation& observation : m_report.observations)
            row({std::to_string(observation.number), observation.title.english(), verdictName(observation.verdict),
                 observation.evidence.english()});
        endTable();
    }

    void writeSteps()
    {
        constexpr std::size_t kMost = 2000;
        if (m_view.stepCount() == 0)
            return;
        heading("Steps");
        beginTable({"Step", "Start", "Duration", "Samples", "Ops recorded"}, 0);
        for (std::size_t i = 0; i < std::min(kMost, m_view.stepCount()); ++i) {
            const format::Step step = m_view.step(i);
            row({std::to_string(step.index),
                 fixedText(trace::TimeRange{m_view.extent().begin, step.start}.seconds(), 3) + " s",
                 durationText(step.end - step.start), step.samples == 0 ? "" : countText(step.samples),
                 (step.flags & format::Step::kTraced) != 0 ? "yes" : ""});
        }
        endTable();
        if (m_view.stepCount() > kMost)
            note(countText(m_view.stepCount() - kMost) + " more steps are in the CSV export.");
    }

    void writeLosses()
    {
        heading("Losses and warnings");
        if (m_report.losses.losses.empty() && m_report.losses.warnings.empty())
            return note("No data were lost.");
        beginTable({"What", "Reason"}, 2);
        for (const trace::Loss& loss : m_report.losses.losses)
            row({lossText(loss.count, loss.what), loss.reason});
        for (const trace::EventRecord& event : m_report.losses.warnings)
            row({event.kind, event.text});
        endTable();
    }

    const trace::TraceView& m_view;
    const Report& m_report;
    OutputFile& m_file;
    std::size_t m_texts = 0;
};

class HtmlExporter : public Exporter
{
public:
    [[nodiscard]] std::string_view option() const override { return "html"; }
    [[nodiscard]] std::vector<std::string_view> suffixes() const override { return {".html", ".htm"}; }
    [[nodiscard]] std::string_view summary() const override { return "Report with figures (HTML)"; }
    [[nodiscard]] format::Result<std::string> write(const trace::TraceView& view, const ExportOptions& options,
                                                    OutputFile& file, const Progress& progress) const override
    {
        if (progress && !progress(0))
            return ExportProgress::cancelled();
        const Report report = makeReport(view, {}, options.stop);
        if (options.stop.stop_requested() || (progress && !progress(0.9)))
            return ExportProgress::cancelled();
        Page(view, report, file).write(options);
        return countText(options.pictures.size()) + " figures, " + countText(report.ops.size()) + " ops, " +
               countText(view.stepCount()) + " steps";
    }
};

} // namespace

std::unique_ptr<Exporter> makeHtmlExporter()
{
    return std::make_unique<HtmlExporter>();
}

} // namespace stepscope::analysis
