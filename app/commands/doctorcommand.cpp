#include "app/capture/connection.h"
#include "app/commands/command.h"
#include "app/commands/doctortext.h"
#include "app/commands/selftest.h"
#include "app/terminal/terminal.h"

#include <nlohmann/json.hpp>

#include <cstdio>

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
             .help = "Tree on the target to read instead of /proc and /sys",
             .valueName = "DIR"},
            {.names = "--self-test",
             .value = &m_selfTest,
             .help = "Run a load of known shape (20 s) and measure each sensor: averaging window, latency, update "
                     "interval"},
            {.names = "--overhead",
             .value = &m_overhead,
             .help = "Measure the profiling overhead: alternate steps with and without sampling (30 s); with a command "
                     "after --, the overhead on that training, and that of tracing its ops"},
            {.names = "--block",
             .value = &m_blockSeconds,
             .help = "Length of a block of --overhead with or without sampling, s; longer than a step",
             .showsDefault = true,
             .limits = {{0.1, 10.0}}},
            {.names = "--json", .value = &m_json, .help = "Print the agent's answer as JSON"},
        });
    }

    int run(const std::vector<std::string>& trailing) override
    {
        if (!trailing.empty() && !m_overhead)
            return printError(format::failure(format::Error::Code::Usage,
                                              "doctor: a command after -- needs --overhead; `stepscope profile` "
                                              "records a training"));
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
        if (!text.ok())
            return printError(text.error());
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
        const nlohmann::json probe = TRY(connection->runs().probe(m_sysroot));
        const std::string text = m_json ? probe.dump(2, ' ', true, nlohmann::json::error_handler_t::replace) + "\n"
                                        : doctorText(connection->transport().name(), probe);
        printText(text);
        return {};
    }

    TargetOptions m_target;
    std::string m_sysroot;
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
