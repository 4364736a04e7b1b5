#include "app/commands/capturecommand.h"
#include "app/commands/command.h"
#include "app/commands/targetoptions.h"

namespace stepscope::app {
namespace {

class AttachCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "attach"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Stream a run that is stored on a target, until it ends";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return m_target.with({
            {.names = "RUN",
             .value = &m_run,
             .help = "As `stepscope runs` lists it; default: the run in progress, else the newest"},
            {.names = "-o,--output",
             .value = &m_recording,
             .help = "The recording; an incomplete one is continued. Default RUN.stepscope",
             .valueName = "FILE"},
        });
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
