#include "app/commands/capturecommand.h"
#include "app/commands/command.h"
#include "app/commands/targetoptions.h"

#include <CLI/CLI.hpp>

namespace stepscope::app {
namespace {

class AttachCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "attach"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Watch or fetch a run that a target keeps, until it ends";
    }

    void describe(CLI::App& options) override
    {
        m_target.describe(options);
        options.add_option("RUN", m_run, "As `stepscope runs` names it; default: the one that runs, else the newest");
        options
            .add_option("-o,--output", m_recording,
                        "The recording; one that was cut off is completed. Default RUN.stepscope")
            ->type_name("FILE");
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        CaptureOptions options;
        options.target = m_target.target();
        options.ssh = m_target.ssh();
        options.existingRun = m_run.empty() ? "*" : m_run;
        options.recording = m_recording;
        return runCaptureInTerminal(std::move(options));
    }

private:
    TargetOptions m_target;
    std::string m_run;
    std::string m_recording;
};

} // namespace

std::unique_ptr<Command> makeAttachCommand()
{
    return std::make_unique<AttachCommand>();
}

} // namespace stepscope::app
