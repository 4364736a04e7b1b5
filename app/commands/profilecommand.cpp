#include "app/capture/boardfile.h"
#include "app/capture/capture.h"
#include "app/commands/capturecommand.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <filesystem>

namespace stepscope::app {
namespace {

class ProfileCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "profile"; }
    [[nodiscard]] std::string summary() const override { return "Start a training on a target and record it"; }

    [[nodiscard]] std::vector<Option> options() override
    {
        return m_target.with({
            {.names = "-o,--output",
             .value = &m_recording,
             .help = "The recording; default TARGET-DATE-TIME.stepscope",
             .valueName = "FILE"},
            {.names = "--period",
             .value = &m_period,
             .help = "Time between samples, 1ms to 10s",
             .limits = {{1e6, 1e10}},
             .unit = Option::Unit::Time},
            {.names = "--ops",
             .value = &m_start.ops,
             .help = "Steps whose ops are traced: auto (4 to 8, then others within 2 % of the time), none, all, or "
                     "FROM:TO[:EVERY] (TO not included; repeated each EVERY steps); default auto"},
            {.names = "--spool",
             .value = &m_start.spoolFolder,
             .help = "Folder on the target for its copy of the recording",
             .valueName = "DIR"},
            {.names = "--spool-limit",
             .value = &m_start.spoolLimitBytes,
             .help = "Largest recording on the target, e.g. 2GB",
             .unit = Option::Unit::Size},
            {.names = "--with",
             .value = &m_start.profiler,
             .help = "Run the command under this GPU profiler of the target and merge its kernels into the recording",
             .choices = {"nvprof", "nsys"}},
            {.names = "--run",
             .value = &m_start.run,
             .help = "Name of the run; the same command repeated continues this run instead of starting another one",
             .valueName = "NAME"},
            {.names = "--keep-secrets",
             .value = &m_start.keepsSecrets,
             .help = "Store the whole command line; by default values of options such as --token or --password are "
                     "replaced with ***"},
            {.names = "--cwd",
             .value = &m_start.workingFolder,
             .help = "Working folder of the command on the target; default: this one on local, else home",
             .valueName = "DIR"},
            {.names = "--sysroot",
             .value = &m_start.sysroot,
             .help = "Tree on the target instead of /proc and /sys; on local also a file of `doctor --bundle`",
             .valueName = "DIR"},
            {.names = "--model",
             .value = &m_model.model,
             .help = "Train a built-in model instead of running a command; an unknown name lists them"},
            {.names = "--batch",
             .value = &m_model.batch,
             .help = "Samples per step, with --model",
             .showsDefault = true,
             .limits = {{1, 4096}}},
            {.names = "--steps",
             .value = &m_model.steps,
             .help = "Training steps, with --model",
             .showsDefault = true,
             .limits = {{1, 100'000'000}}},
        });
    }

    [[nodiscard]] std::string footer() const override
    {
        return "The training's command follows after --, as in: stepscope profile tx2 -- python3 train.py\n"
               "Without hardware: stepscope profile virtual-tx2 --model resnet50 --batch 16 --steps 50";
    }

    [[nodiscard]] bool takesTraining() const override { return true; }
    int run(const std::vector<std::string>& trailing) override
    {
        if (trailing.empty() == m_model.model.empty())
            return printError(format::failure(
                format::Error::Code::Usage,
                trailing.empty()
                    ? "profile: there is no command to run; put it after --, as in: "
                      "stepscope profile " +
                          m_target.target() + " -- python3 train.py; or choose a built-in model with --model"
                    : "profile: --model and a command after -- cannot be combined; remove one of them"));
        const auto folder = boardFolder(m_target.target(), m_start.sysroot);
        if (!folder.ok())
            return printError(folder.error());
        m_start.sysroot = *folder;
        CaptureOptions options;
        options.target = m_target.target();
        options.ssh = m_target.ssh();
        options.start = m_start;
        options.start.periodNs = static_cast<std::int64_t>(m_period);
        options.start.command = trailing;
        options.model = m_model;
        const auto here = m_target.commandFolder();
        if (!here.ok())
            return printError(here.error());
        // On this computer a folder is relative to where the command is given, as everywhere.
        const std::filesystem::path base(*here);
        options.start.workingFolder = m_start.workingFolder.empty() ? *here : (base / m_start.workingFolder).string();
        if (!here->empty() && !m_start.spoolFolder.empty())
            options.start.spoolFolder = (base / m_start.spoolFolder).string();
        options.recording =
            m_recording.empty() ? newRecordingPath(".", options.target) : std::filesystem::path(m_recording);
        const auto steps = m_model.model.empty() ? 0U : static_cast<std::size_t>(m_model.steps);
        if (!options.start.run.empty()) {
            if (const auto checked = link::checkRunName(options.start.run); !checked.ok())
                return printError(checked.error());
        }
        return runCaptureInTerminal(options, {.expectedSteps = steps});
    }

private:
    TargetOptions m_target;
    link::StartOptions m_start;
    ModelRun m_model;
    std::string m_recording;
    double m_period = 10e6;
};

} // namespace

std::unique_ptr<Command> makeProfileCommand()
{
    return std::make_unique<ProfileCommand>();
}

} // namespace stepscope::app
