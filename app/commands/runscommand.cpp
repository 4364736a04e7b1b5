#include "analysis/text/quantitytext.h"
#include "app/capture/cleanedtext.h"
#include "app/capture/connection.h"
#include "app/commands/capturecommand.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"
#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace stepscope::app {
namespace {

std::string stateText(const link::RunInfo& run)
{
    if (run.isOrphan)
        return "training without agent";
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

std::string lineOf(const link::RunInfo& run, const std::string& size)
{
    std::string command;
    for (const std::string& word : run.command)
        command += (command.empty() ? "" : " ") + word;
    std::array<char, 256> start{};
    std::snprintf(start.data(), start.size(), "%-22s  %-22s  %s  %10s  ", run.run.c_str(), stateText(run).c_str(),
                  startText(run).c_str(), size.c_str());
    return start.data() + link::plainLine(command) + '\n';
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
            printText("There is no run on " + connection->transport().name() + ".\n");
        std::uint64_t sum = 0;
        for (const link::RunInfo& run : list) {
            const std::uint64_t size = std::max(run.bytes, run.diskBytes);
            sum += size;
            printText(lineOf(run, analysis::bytesText(static_cast<double>(size))));
        }
        if (!list.empty())
            printText(analysis::countText(list.size(), "run") + ", " + analysis::bytesText(static_cast<double>(sum)) +
                      "; `stepscope clean " + m_target.target() + sshArguments(m_target.ssh()) +
                      "` removes those that were fetched whole.\n");
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

class CleanCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "clean"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Remove runs from a target whose recordings were fetched whole, and interrupted uploads";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return m_target.with({
            {.names = "--all",
             .value = &m_all,
             .help = "Remove every run that has ended, also those whose recordings exist on the target only"},
            {.names = "--dry-run", .value = &m_onlyShows, .help = "Show what would be removed, and remove nothing"},
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
        const link::CleanedTarget cleaned = TRY(m_onlyShows ? runs.planCleaning(m_all) : runs.clean(m_all));
        const std::size_t left = TRY(runs.list()).size();
        if (m_onlyShows) {
            for (const std::string& run : cleaned.names)
                printText(run + '\n');
        }
        printText(cleanedText(cleaned, m_onlyShows ? left - std::min(left, cleaned.names.size()) : left, m_onlyShows) +
                  '\n');
        return {};
    }

    TargetOptions m_target;
    bool m_all = false;
    bool m_onlyShows = false;
};

} // namespace

std::unique_ptr<Command> makeCleanCommand()
{
    return std::make_unique<CleanCommand>();
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
        if (const auto checked = link::checkRunName(m_run); !m_run.empty() && !checked.ok())
            return printError(checked.error());
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
