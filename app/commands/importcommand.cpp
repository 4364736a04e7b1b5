#include "analysis/import/importer.h"
#include "app/commands/command.h"
#include "app/terminal/interruptwatch.h"
#include "app/terminal/terminal.h"

#include <atomic>
#include <cstdio>
#include <sstream>
#include <string>

namespace stepscope::app {
namespace {

class ImportCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "import"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Merge traces and logs of other programs into a recording";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {
            {.names = "FILE",
             .value = &m_files,
             .help =
                 "Files of one run, merged into one recording: traces of PyTorch, TensorFlow or Chrome (JSON), logs of "
                 "tegrastats (joined in the order given), databases and tables of nvprof and Nsight Systems, profiles "
                 "of TensorFlow, CSV",
             .isRequired = true},
            {.names = "-o,--output",
             .value = &m_output,
             .help = "The recording",
             .valueName = "FILE",
             .isRequired = true},
            {.names = "--interval",
             .value = &m_interval,
             .help = "Time between the lines of a log without timestamps, e.g. 500ms; default 1s",
             .limits = {{1e3, 1e14}},
             .unit = Option::Unit::Time},
            {.names = "--time-column",
             .value = &m_timeColumn,
             .help = "The column of a CSV file that contains the time; default: by its name",
             .valueName = "NAME"},
            {.names = "--unit",
             .value = &m_units,
             .help = "Units of a CSV file that its header does not state, of the time and of columns: ms,power=mW",
             .valueName = "UNIT"},
            {.names = "--offset",
             .value = &m_offsets,
             .help =
                 "Moves a file to later times (negative: earlier) after it was aligned, e.g. trace.json=12.5ms; may "
                 "be repeated",
             .valueName = "FILE=TIME"},
        };
    }

    [[nodiscard]] std::string footer() const override
    {
        return "If the first FILE is a recording, the others are merged into a copy of it, at the real time that they "
               "state.";
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        analysis::ImportOptions import;
        import.files.assign(m_files.begin(), m_files.end());
        import.timeColumn = m_timeColumn;
        std::istringstream units(m_units);
        for (std::string unit; std::getline(units, unit, ',');)
            import.units.push_back(unit);
        for (const std::string& text : m_offsets) {
            const auto offset = analysis::parseOffset(text);
            if (!offset.ok())
                return printError(offset.error());
            import.offsets.insert(*offset);
        }
        if (m_interval > 0)
            import.intervalNs = static_cast<std::int64_t>(m_interval);
        ProgressBar bar("Importing " + m_files.front());
        std::atomic<bool> isInterrupted = false;
        const InterruptWatch watch(InterruptWatch::kEndSignals, [&] { isInterrupted = true; });
        const auto summary = analysis::importFiles(import, m_output, [&](double share) {
            bar.update(share, "");
            return !isInterrupted;
        });
        if (!summary.ok()) {
            const int status = printError(summary.error());
            return summary.error().code == format::Error::Code::Cancelled ? kInterrupted : status;
        }
        bar.finish(summary->text);
        for (const std::string& alignment : summary->alignments)
            printText(alignment + "\n");
        return kDone;
    }

private:
    std::vector<std::string> m_files;
    std::string m_output;
    double m_interval = 0;
    std::string m_timeColumn;
    std::string m_units;
    std::vector<std::string> m_offsets;
};

} // namespace

std::unique_ptr<Command> makeImportCommand()
{
    return std::make_unique<ImportCommand>();
}

} // namespace stepscope::app
