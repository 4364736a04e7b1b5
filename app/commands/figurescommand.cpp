#include "analysis/export/textfile.h"
#include "analysis/study/studyfigures.h"
#include "analysis/study/studyfile.h"
#include "analysis/text/quantitytext.h"
#include "app/commands/command.h"
#include "app/commands/figurefile.h"
#include "app/commands/openedstudy.h"
#include "app/terminal/terminal.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace stepscope::app {
namespace {

using format::Error;
using format::Result;

class FiguresCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "figures"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Write the paper's figures and tables of a study: pictures, CSV and a LaTeX file";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {
            {.names = "STUDY", .value = &m_study, .help = "The folder of a study", .isRequired = true},
            {.names = "-o,--output",
             .value = &m_output,
             .help = "Folder for the files",
             .valueName = "DIR",
             .isRequired = true},
            {.names = "--width-mm",
             .value = &m_request.widthMm,
             .help = "Width of a picture on paper",
             .showsDefault = true,
             .limits = {{40, 1000}}},
            {.names = "--font-size",
             .value = &m_request.fontPoints,
             .help = "Size of the text on paper, pt; for one column of a paper: --width-mm 85 --font-size 7",
             .limits = {{4, 40}}},
            {.names = "--dpi",
             .value = &m_request.dpi,
             .help = "Dots per inch of the PNG files",
             .showsDefault = true,
             .limits = {{24, 1200}}},
            {.names = "--force", .value = &m_force, .help = "Replace files that exist"},
        };
    }

    [[nodiscard]] std::string footer() const override
    {
        return "For each figure N: figure-N.csv, .png, .svg and .pdf; for the tables table-N.csv; study.csv has a row "
               "for\n"
               "each training; study.tex includes all. Values that the paper prints are separate series.";
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        const auto done = work();
        return done.ok() ? kDone : printError(done.error());
    }

private:
    Result<void> work()
    {
        ProgressBar bar("Figures of " + m_study);
        const OpenedStudy opened = TRY(openStudy(m_study));
        const analysis::Study& study = opened.study;
        std::error_code error;
        std::filesystem::create_directories(m_output, error);
        if (error)
            return format::failure(Error::Code::Denied,
                                   "The folder " + m_output + " cannot be created: " + error.message() + ".");
        const auto figures = analysis::studyFigures(study, opened.reader);
        const auto tables = analysis::studyTables(study);
        TRY(checkFiles(figures, tables));
        std::size_t written = 0;
        for (const analysis::StudyFigure& figure : figures) {
            bar.update(static_cast<double>(written++) / static_cast<double>(figures.size()), std::string(figure.name));
            TRY(write(figure));
        }
        for (const analysis::StudyTable& table : tables)
            TRY(writeText(std::string(table.name) + ".csv", analysis::tableCsv(table)));
        TRY(writeText("study.csv", analysis::studyCsv(study)));
        TRY(writeText("study.tex", analysis::studyLatex(figures, tables, m_request.widthMm)));
        bar.finish(m_output + ": " + analysis::countText(figures.size(), "figure") + " and " +
                   analysis::countText(tables.size(), "table") + " of " + std::to_string(opened.results) + " of " +
                   analysis::countText(study.cells.size(), "training") + ".");
        for (const analysis::StudyFigure& figure : figures) {
            if (figure.series.empty())
                printNote(std::string(figure.name) + " is empty: " + figure.note);
        }
        return {};
    }

    /// An error if a file of an earlier call would be replaced without being asked for.
    [[nodiscard]] Result<void> checkFiles(const std::vector<analysis::StudyFigure>& figures,
                                          const std::vector<analysis::StudyTable>& tables) const
    {
        std::vector<std::string> names{"study.csv", "study.tex"};
        for (const analysis::StudyFigure& figure : figures) {
            for (const char* suffix : kSuffixes)
                names.push_back(std::string(figure.name) + suffix);
        }
        for (const analysis::StudyTable& table : tables)
            names.push_back(std::string(table.name) + ".csv");
        for (const std::string& name : names) {
            std::error_code ignored;
            if (!m_force && std::filesystem::exists(std::filesystem::path(m_output) / name, ignored))
                return format::failure(Error::Code::Denied,
                                       m_output + " contains " + name +
                                           " already: choose another folder, or replace the files with --force.");
        }
        return {};
    }

    Result<void> write(const analysis::StudyFigure& figure)
    {
        const std::string name(figure.name);
        TRY(writeText(name + ".csv", analysis::figureCsv(figure)));
        for (const char* suffix : kSuffixes) {
            if (std::string_view(suffix) == ".csv")
                continue;
            const std::filesystem::path path = std::filesystem::path(m_output) / (name + suffix);
            // A picture of an earlier state of the study must not remain.
            std::error_code ignored;
            std::filesystem::remove(path, ignored);
            if (figure.series.empty())
                continue;
            FigureRequest request = m_request;
            request.path = path.string();
            TRY(writeStudyFigure(figure, request));
        }
        return {};
    }

    Result<void> writeText(const std::string& name, const std::string& text)
    {
        return analysis::writeTextFile(std::filesystem::path(m_output) / name, text);
    }

    static constexpr std::array<const char*, 4> kSuffixes{".csv", ".png", ".svg", ".pdf"};

    std::string m_study;
    std::string m_output;
    bool m_force = false;
    FigureRequest m_request{.widthMm = 178, .dpi = 200};
};

} // namespace

std::unique_ptr<Command> makeFiguresCommand()
{
    return std::make_unique<FiguresCommand>();
}

} // namespace stepscope::app
