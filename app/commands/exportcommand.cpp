#include "analysis/export/csvexport.h"
#include "analysis/export/exporter.h"
#include "analysis/export/textfile.h"
#include "analysis/study/studyfile.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/commands/damagenote.h"
#include "app/commands/figurefile.h"
#include "app/commands/openedstudy.h"
#include "app/commands/timearguments.h"
#include "app/terminal/interruptwatch.h"
#include "app/terminal/terminal.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <stop_token>
#include <system_error>
#include <utility>

namespace stepscope::app {
namespace {

constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

std::optional<double> given(double time)
{
    return std::isnan(time) ? std::nullopt : std::optional(time);
}

class ExportCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "export"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Write a recording for other programs: traces, profiles, reports, arrays, tables, figures";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        std::vector<Option> options{
            {.names = "FILE",
             .value = &m_file,
             .help = "The recording, or with --csv the folder of a study",
             .isRequired = true},
            {.names = "--figure",
             .value = &m_figure,
             .help = "timeline, or fold: all steps superimposed by phase",
             .choices = {"timeline", "fold"}},
            {.names = "-o,--output",
             .value = &m_request.path,
             .help = "The figure's file: .png, .svg or .pdf",
             .needs = "--figure"},
            {.names = "--size-mm",
             .value = &m_size,
             .help = "Size on paper: WIDTHxHEIGHT or WIDTH, in mm",
             .valueName = "WxH",
             .needs = "--figure"},
            {.names = "--dpi",
             .value = &m_request.dpi,
             .help = "Dots per inch of a PNG (96 by default)",
             .limits = {{24.0, 2400.0}},
             .needs = "--figure"},
            {.names = "--font",
             .value = &m_request.fontFamily,
             .help = "Font family of labels and numbers",
             .needs = "--figure"},
            {.names = "--font-size",
             .value = &m_request.fontPoints,
             .help = "Font size on paper, in points",
             .limits = {{3.0, 72.0}},
             .needs = "--figure"},
            {.names = "--data-csv",
             .value = &m_request.dataPath,
             .help = "CSV file of the plotted data",
             .valueName = "FILE",
             .needs = "--figure"},
            {.names = "--csv",
             .value = &m_tables,
             .help = "Folder for one CSV file per kind of data, with every sample",
             .valueName = "DIR"},
            {.names = "--weight",
             .value = &m_weight,
             .help = "With --folded: time (default), energy (of the main rail), or a rail",
             .valueName = "WEIGHT"},
            {.names = "--force", .value = &m_force, .help = "Replace files that exist"},
        };
        for (Option& option : exporterOptions())
            options.push_back(std::move(option));
        for (Option& option : contentOptions())
            options.push_back(std::move(option));
        return options;
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        using format::Error;
        if (m_figure.empty() && m_tables.empty() && !hasExports())
            return printError(format::failure(
                Error::Code::Usage,
                "export: choose an output: --figure timeline -o FILE.png, --csv DIR, or " + exporterNames() + "."));
        if (!m_weight.empty() && m_exports["folded"].empty())
            return printError(format::failure(Error::Code::Usage, "export: --weight needs --folded FILE."));
        if (!m_figure.empty() && m_request.path.empty())
            return printError(
                format::failure(Error::Code::Usage, "export: the figure needs a file: -o FILE.png, .svg or .pdf."));
        if (m_figure != "fold" && (!m_fold.channel.empty() || m_fold.singleSteps > 0))
            return printError(
                format::failure(Error::Code::Usage, "export: --channel and --single-steps need --figure fold."));
        if (m_figure != "timeline" && (!m_steps.empty() || given(m_from) || given(m_to) || !m_rows.empty()))
            return printError(format::failure(Error::Code::Usage,
                                              "export: --steps, --from, --to and --rows need --figure timeline."));
        if (!readSize())
            return printError(
                format::failure(Error::Code::Usage,
                                "export: --size-mm " + m_size + " is not a size: write for example 180x120, or 180."));
        std::stop_source stop;
        const InterruptWatch watch(InterruptWatch::kEndSignals, [&stop] { stop.request_stop(); });
        const auto done = work(stop.get_token());
        if (done.ok())
            return kDone;
        const int status = printError(done.error());
        return done.error().code == Error::Code::Cancelled ? kInterrupted : status;
    }

private:
    /// One option for each exporter; those that share an option are chosen by suffix.
    std::vector<Option> exporterOptions()
    {
        std::map<std::string, std::string> helps;
        for (const auto& exporter : analysis::exporters()) {
            std::string& help = helps[std::string(exporter->option())];
            help += (help.empty() ? "" : "; ") + std::string(exporter->summary()) + ":";
            for (const std::string_view suffix : exporter->suffixes())
                help += " " + std::string(suffix);
        }
        std::vector<Option> options;
        for (const auto& [name, help] : helps)
            options.push_back({.names = "--" + name, .value = &m_exports[name], .help = help, .valueName = "FILE"});
        return options;
    }
    [[nodiscard]] bool hasExports() const
    {
        return std::any_of(m_exports.begin(), m_exports.end(), [](const auto& entry) { return !entry.second.empty(); });
    }
    [[nodiscard]] std::string exporterNames() const
    {
        std::string names;
        for (const auto& [name, path] : m_exports)
            names += (names.empty() ? "--" : ", --") + name;
        return names + " FILE";
    }

    /// What a figure shows.
    std::vector<Option> contentOptions()
    {
        return {
            {.names = "--channel",
             .value = &m_fold.channel,
             .help = "With fold: the rail or channel (the first rail by default)",
             .needs = "--figure"},
            {.names = "--single-steps",
             .value = &m_fold.singleSteps,
             .help = "With fold: number of steps to draw individually as well",
             .limits = {{0, 100}},
             .needs = "--figure"},
            {.names = "--steps",
             .value = &m_steps,
             .help = "With timeline: only these steps, N or FROM:TO, both included",
             .needs = "--figure"},
            {.names = "--from",
             .value = &m_from,
             .help = "With timeline: begins at this time of the recording, e.g. 2.5s",
             .unit = Option::Unit::Time,
             .needs = "--figure",
             .excludes = "--steps"},
            {.names = "--to",
             .value = &m_to,
             .help = "With timeline: ends at this time of the recording",
             .unit = Option::Unit::Time,
             .needs = "--figure",
             .excludes = "--steps"},
            {.names = "--rows",
             .value = &m_rows,
             .help = "With timeline: only these rows, e.g. cores,gpu,power,ops; `steps` and `events` may be among them",
             .valueName = "A,B,...",
             .needs = "--figure"},
        };
    }

    [[nodiscard]] bool readSize()
    {
        if (m_size.empty())
            return true;
        int read = 0;
        const int fields = std::sscanf(m_size.c_str(), "%lfx%lf%n", &m_request.widthMm, &m_request.heightMm, &read);
        const bool isComplete = fields == 2 ? read == static_cast<int>(m_size.size())
                                            : m_size.find_first_not_of("0123456789.") == std::string::npos;
        return fields >= 1 && isComplete && m_request.widthMm > 0 && m_request.heightMm >= 0;
    }

    /// The first file that the export would replace; empty if there is none.
    [[nodiscard]] std::string existingFile() const
    {
        namespace fs = std::filesystem;
        std::error_code ignored;
        for (const std::string& file : {m_request.path, m_request.dataPath}) {
            if (!file.empty() && fs::is_regular_file(file, ignored)) // /dev/stdout is no file to keep
                return file;
        }
        for (const auto& [option, file] : m_exports) {
            if (!file.empty() && fs::is_regular_file(file, ignored))
                return file;
        }
        if (m_tables.empty())
            return {};
        for (const auto& entry : fs::directory_iterator(m_tables, ignored)) {
            if (entry.path().extension() == ".csv")
                return entry.path().string();
        }
        return {};
    }

    format::Result<void> work(const std::stop_token& stop)
    {
        if (const std::string file = existingFile(); !m_force && !file.empty())
            return format::failure("export: " + file +
                                   " exists already: choose another name, or replace it with --force.");
        std::map<std::string, const analysis::Exporter*> chosen;
        for (const auto& [option, file] : m_exports) {
            if (!file.empty())
                chosen[option] = TRY(analysis::exporterFor(option, file));
        }
        if (analysis::isStudy(m_file))
            return exportStudy();
        ProgressBar bar("Exporting " + m_file);
        const auto reading = [&](double share) {
            bar.update(share, "reading");
            return !stop.stop_requested();
        };
        const auto view = TRY(trace::loadRecording(m_file, reading));
        if (m_figure == "timeline")
            TRY(writeTimelineFigure(view, TRY(timelinePart(view)), m_request));
        if (m_figure == "fold") {
            bar.update(0, "folding the steps");
            TRY(writeFoldFigure(view, m_fold, m_request));
        }
        const auto writing = [&](double share) {
            bar.update(share, "writing");
            return !stop.stop_requested();
        };
        if (!m_tables.empty())
            TRY(analysis::exportCsv(view, m_tables, writing));
        std::string texts;
        for (const auto& [option, exporter] : chosen) {
            analysis::ExportOptions options;
            options.title = std::filesystem::path(m_file).filename().string();
            options.weight = m_weight;
            options.stop = stop;
            if (option == "html")
                options.pictures = reportPictures(view);
            const std::string& file = m_exports[option];
            const std::string text =
                TRY(analysis::exportFile(view, *exporter, file, m_force, options, analysis::Progress(writing)));
            texts += (texts.empty() ? "" : "\n") + file + ": " + text;
        }
        if (!texts.empty())
            bar.finish(texts);
        noteDamage(m_file, view);
        return {};
    }

    [[nodiscard]] format::Result<TimelinePart> timelinePart(const trace::TraceView& view) const
    {
        TimelinePart part;
        part.rows = m_rows;
        if (!m_steps.empty())
            part.range = TRY(rangeOfSteps(view, m_steps, name()));
        else if (given(m_from) || given(m_to))
            part.range = TRY(rangeOfTimes(view, given(m_from), given(m_to), name()));
        return part;
    }

    /// One row for each training.
    format::Result<void> exportStudy()
    {
        if (hasExports())
            return format::failure(format::Error::Code::Usage,
                                   "export: " + m_file + " is a study, of which only --csv DIR can be exported.");
        if (!m_figure.empty())
            return format::failure(format::Error::Code::Usage,
                                   "export: " + m_file + " is a study; `stepscope figures` draws its figures.");
        const analysis::Study study = TRY(analysis::readStudy(m_file));
        std::error_code error;
        std::filesystem::create_directories(m_tables, error);
        if (error)
            return analysis::fileError("Creating the folder", m_tables, error.value());
        TRY(analysis::writeTextFile(std::filesystem::path(m_tables) / "study.csv", analysis::studyCsv(study)));
        noteIncompleteRecordings(study, m_file);
        return {};
    }

    std::string m_file;
    std::string m_figure;
    FigureRequest m_request;
    FoldRequest m_fold;
    std::string m_size;
    std::string m_steps;
    std::string m_rows;
    double m_from = kNotGiven; ///< ns since the start of the recording
    double m_to = kNotGiven;
    std::string m_tables;
    std::map<std::string, std::string> m_exports; ///< files, by option of the exporter
    std::string m_weight;
    bool m_force = false;
};

} // namespace

std::unique_ptr<Command> makeExportCommand()
{
    return std::make_unique<ExportCommand>();
}

} // namespace stepscope::app
