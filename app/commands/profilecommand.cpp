#include "app/capture/recordingname.h"
#include "app/commands/capturecommand.h"
#include "app/commands/command.h"
#include "app/commands/targetoptions.h"
#include "app/terminal/terminal.h"

#include <CLI/CLI.hpp>

namespace stepscope::app {
namespace {

/// A training on this computer is expected to run where the command is typed; elsewhere in the home folder.
bool runsHere(const std::string& target)
{
    const auto parsed = link::parseTarget(target);
    return parsed.ok() && parsed->kind == link::Target::Kind::Local;
}

class ProfileCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "profile"; }
    [[nodiscard]] std::string summary() const override { return "Start a training on a target and record it"; }

    void describe(CLI::App& options) override
    {
        m_target.describe(options);
        options.add_option("-o,--output", m_recording, "The recording; default TARGET-DATE-TIME.stepscope")
            ->type_name("FILE");
        options.add_option("--period", m_period, "Time between samples, e.g. 10ms")
            ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}},
                                              CLI::AsNumberWithUnit::UNIT_REQUIRED, "TIME"));
        options.add_option(
            "--ops", m_start.ops,
            "Steps whose ops are traced: auto (steps 4 to 8, then some again within 2 % of the time), none, "
            "all or FIRST:LAST[:EVERY]; default auto");
        options.add_option("--spool", m_start.spoolFolder, "Folder on the target for its recording")->type_name("DIR");
        options.add_option("--spool-limit", m_start.spoolLimitBytes, "Largest recording on the target, e.g. 2GB")
            ->transform(CLI::AsSizeValue(false));
        options
            .add_option("--cwd", m_start.workingFolder,
                        "Folder on the target to run the command in; default: this one on local, else home")
            ->type_name("DIR");
        options.add_option("--sysroot", m_start.sysroot, "Tree on the target to read instead of /proc and /sys")
            ->type_name("DIR");
        options.add_option("--model", m_model.model,
                           "Instead of a command: a model that Stepscope brings along; a wrong name lists them");
        options.add_option("--batch", m_model.batch, "Samples a step, of --model")
            ->default_val(m_model.batch)
            ->check(CLI::Range(1, 4096));
        options.add_option("--steps", m_model.steps, "Steps, of --model")
            ->default_val(m_model.steps)
            ->check(CLI::Range(1, 100'000'000));
        options.footer("The training's command follows after --, as in: stepscope profile tx2 -- python3 train.py\n"
                       "Without hardware: stepscope profile virtual-tx2 --model resnet50 --batch 16 --steps 50");
    }

    int run(const std::vector<std::string>& trailing) override
    {
        if (trailing.empty() == m_model.model.empty())
            return printError(format::failure(
                format::Error::Code::Usage,
                trailing.empty() ? "profile: there is no command to run; put it after --, as in: "
                                   "stepscope profile " +
                                       m_target.target() + " -- python3 train.py; or name one of ours with --model"
                                 : "profile: --model and a command after -- exclude each other"));
        CaptureOptions options;
        options.target = m_target.target();
        options.ssh = m_target.ssh();
        options.start = m_start;
        options.start.periodNs = static_cast<std::int64_t>(m_period);
        options.start.command = trailing;
        options.model = m_model;
        if (options.start.workingFolder.empty() && runsHere(options.target))
            options.start.workingFolder = std::filesystem::current_path().string();
        options.recording =
            m_recording.empty() ? newRecordingPath(".", options.target) : std::filesystem::path(m_recording);
        const auto steps = m_model.model.empty() ? 0U : static_cast<std::size_t>(m_model.steps);
        return runCaptureInTerminal(std::move(options), {.expectedSteps = steps});
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
