#include "analysis/text/quantitytext.h"
#include "app/capture/connection.h"
#include "app/commands/capturecommand.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace stepscope::app {
namespace {

std::string stateText(const link::RunInfo& run)
{
    switch (run.state) {
    case link::RunState::Running:
        return "running";
    case link::RunState::Crashed:
        return "agent died";
    case link::RunState::Ended:
        break;
    }
    return run.exitStatus ? "ended, status " + std::to_string(*run.exitStatus) : "ended";
}

std::string startText(const link::RunInfo& run)
{
    const auto seconds = static_cast<std::time_t>(run.startedRealtimeNs / 1'000'000'000);
    std::tm local{};
    ::localtime_r(&seconds, &local);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &local);
    return text.data();
}

class RunsCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "runs"; }
    [[nodiscard]] std::string summary() const override
    {
        return "List the runs stored on a target; stop or remove one";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return m_target.with({
            {.names = "--stop",
             .value = &m_stop,
             .help = "End the training of this run; its recording is kept",
             .valueName = "RUN"},
            {.names = "--remove",
             .value = &m_remove,
             .help = "Delete this run and its recording from the target",
             .valueName = "RUN",
             .excludes = "--stop"},
        });
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        const auto done = work();
        return done.ok() ? kDone : printError(done.error());
    }

private:
    format::Result<void> work()
    {
        TerminalPrompter prompter;
        const auto connection = TRY(Connection::make(m_target.target(), m_target.ssh(), &prompter));
        TRY(connection->connect());
        TRY(connection->deploy({}));
        link::RunControl runs = connection->runs();
        if (!m_stop.empty())
            TRY(runs.stop(m_stop));
        if (!m_remove.empty())
            TRY(runs.remove(m_remove));
        const auto list = TRY(runs.list());
        if (list.empty())
            std::printf("There is no run on %s.\n", connection->transport().name().c_str());
        for (const link::RunInfo& run : list) {
            std::string command;
            for (const std::string& word : run.command)
                command += (command.empty() ? "" : " ") + word;
            std::printf("%-22s  %-16s  %s  %10s  %s\n", run.run.c_str(), stateText(run).c_str(), startText(run).c_str(),
                        analysis::bytesText(static_cast<double>(run.bytes)).c_str(), command.c_str());
        }
        return {};
    }

    TargetOptions m_target;
    std::string m_stop;
    std::string m_remove;
};

} // namespace

std::unique_ptr<Command> makeRunsCommand()
{
    return std::make_unique<RunsCommand>();
}

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
        return runCaptureInTerminal(options);
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
