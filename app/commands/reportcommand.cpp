#include "analysis/algorithms/report.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace stepscope::app {
namespace {

class ReportCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "report"; }
    [[nodiscard]] std::string summary() const override
    {
        return "The metrics of a recording: utilization, energy, memory, throughput, ops";
    }

    void describe(CLI::App& options) override
    {
        options.add_option("FILE", m_file, "The recording")->required();
        options.add_flag("--json", m_json, "For programs, in SI units");
        options.add_option("--skip-steps", m_skippedSteps, "First steps left out of every figure")->default_val(3);
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        ProgressBar bar("Reading " + m_file);
        auto view = trace::loadRecording(m_file, [&bar](double share) {
            bar.update(share, "");
            return true;
        });
        if (!view.ok())
            return printError(view.error());
        const auto report = analysis::makeReport(*view, {.skippedSteps = m_skippedSteps, .range = {}});
        const std::string text = m_json ? analysis::toJson(report) + "\n" : analysis::toText(report);
        std::fputs(text.c_str(), stdout);
        return kDone;
    }

private:
    std::string m_file;
    bool m_json = false;
    std::size_t m_skippedSteps = 3;
};

} // namespace

std::unique_ptr<Command> makeReportCommand()
{
    return std::make_unique<ReportCommand>();
}

} // namespace stepscope::app
