#include "analysis/export/outputfile.h"
#include "app/capture/boardfile.h"
#include "app/capture/connection.h"
#include "app/commands/command.h"
#include "app/commands/doctortext.h"
#include "app/commands/selftest.h"
#include "app/terminal/terminal.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>

namespace stepscope::app {
namespace {

class DoctorCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "doctor"; }
    [[nodiscard]] std::string summary() const override
    {
        return "What can be measured on a target, at which resolution, and how to improve it";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return m_target.with({
            {.names = "--sysroot",
             .value = &m_sysroot,
             .help = "Tree on the target to read instead of /proc and /sys; with the target local also a file that "
                     "--bundle has written",
             .valueName = "DIR"},
            {.names = "--bundle",
             .value = &m_bundle,
             .help =
                 "Write all that was read on the target to this file (JSON), to report a board that is not measured "
                 "as it should be; without serial numbers, names of users and hosts, and addresses",
             .valueName = "FILE"},
            {.names = "--force", .value = &m_force, .help = "Replace a file that exists", .needs = "--bundle"},
            {.names = "--self-test",
             .value = &m_selfTest,
             .help = "Run a load of known shape (20 s) and measure each sensor: averaging window, latency, update "
                     "interval",
             .excludes = "--bundle"},
            {.names = "--overhead",
             .value = &m_overhead,
             .help = "Measure the profiling overhead: alternate steps with and without sampling (30 s); with a command "
                     "after --, the overhead on that training, and that of tracing its ops",
             .excludes = "--bundle"},
            {.names = "--block",
             .value = &m_blockSeconds,
             .help = "Length of a block of --overhead with or without sampling, s; longer than a step",
             .showsDefault = true,
             .limits = {{0.1, 10.0}}},
            {.names = "--json", .value = &m_json, .help = "Print the agent's answer as JSON"},
        });
    }

    [[nodiscard]] bool takesTraining() const override { return true; }
    int run(const std::vector<std::string>& trailing) override
    {
        if (!trailing.empty() && !m_overhead)
            return printError(format::failure(format::Error::Code::Usage,
                                              "doctor: a command after -- needs --overhead; `stepscope profile` "
                                              "records a training"));
        if (const auto allowed = analysis::mayReplace(m_bundle, m_force); !allowed.ok())
            return printError(allowed.error());
        const auto folder = boardFolder(m_target.target(), m_sysroot);
        if (!folder.ok())
            return printError(folder.error());
        std::error_code ignored;
        m_replayed = std::filesystem::is_regular_file(m_sysroot, ignored) ? m_sysroot : std::string();
        m_sysroot = *folder;
        if (m_overhead)
            return print(runOverheadTest(m_target, {m_sysroot, trailing, m_blockSeconds, m_json}));
        if (m_selfTest && m_json)
            return print(selfTestText(m_target, {m_sysroot, true}));
        auto done = work();
        if (done.ok() && m_selfTest)
            return print(selfTestText(m_target, {m_sysroot, false}));
        return done.ok() ? kDone : printError(done.error());
    }

private:
    static int print(const format::Result<std::string>& text)
    {
        if (!text.ok()) {
            const int status = printError(text.error());
            return text.error().code == format::Error::Code::Cancelled ? kInterrupted : status;
        }
        printText(*text);
        return kDone;
    }

    format::Result<void> work()
    {
        TerminalPrompter prompter;
        ProgressBar bar(m_target.target());
        bar.update(-1, "connecting");
        const auto connection = TRY(Connection::make(m_target.target(), m_target.ssh(), &prompter));
        TRY(connection->connect());
        TRY(connection->deploy([&bar](const std::string& line) { bar.update(-1, line); }));
        if (!m_bundle.empty())
            return writeBundle(*connection);
        nlohmann::json probe = TRY(connection->runs().probe(m_sysroot));
        if (!m_replayed.empty())
            TRY(setReadTimesOfBoard(probe, m_replayed));
        const std::string text = m_json ? probe.dump(2, ' ', true, nlohmann::json::error_handler_t::replace) + "\n"
                                        : doctorText(connection->transport().name(), probe);
        printText(text);
        return {};
    }

    format::Result<void> writeBundle(Connection& connection)
    {
        const nlohmann::json bundle = TRY(connection.runs().snapshot(m_sysroot));
        analysis::OutputFile file = TRY(analysis::OutputFile::create(m_bundle, m_force));
        file.write(bundle.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
        TRY(file.commit());
        printText(m_bundle + ": read it before you send it; `stepscope doctor local --sysroot " + m_bundle +
                  "` replays the board\n");
        return {};
    }

    TargetOptions m_target;
    std::string m_sysroot;
    std::string m_replayed; ///< the bundle that m_sysroot was unpacked from; empty without one
    std::string m_bundle;
    bool m_force = false;
    bool m_selfTest = false;
    bool m_overhead = false;
    double m_blockSeconds = 0.5;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeDoctorCommand()
{
    return std::make_unique<DoctorCommand>();
}

} // namespace stepscope::app
