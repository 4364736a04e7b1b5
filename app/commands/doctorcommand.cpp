#include "app/capture/connection.h"
#include "app/commands/command.h"
#include "app/commands/doctortext.h"
#include "app/commands/overheadtest.h"
#include "app/commands/selftest.h"
#include "app/commands/targetoptions.h"
#include "app/terminal/terminal.h"
#include "app/terminal/terminalprompter.h"

#include <CLI/CLI.hpp>
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
        return "What a target can tell, at which resolution, and what would improve it";
    }

    void describe(CLI::App& options) override
    {
        m_target.describe(options);
        options.add_option("--sysroot", m_sysroot, "Tree on the target to read instead of /proc and /sys")
            ->type_name("DIR");
        options.add_flag(
            "--self-test", m_selfTest,
            "Make a load of known shape (20 s) and find what each sensor does to it: window, lag, updates");
        options.add_flag("--overhead", m_overhead,
                         "Find how much sampling slows a training: steps with and without it by turns (30 s); with a "
                         "command after --, of that training, and what tracing its ops costs");
        options.add_option("--block", m_blockSeconds, "Length of the turns of --overhead, s; longer than a step")
            ->default_val(m_blockSeconds)
            ->check(CLI::Range(0.1, 10.0));
        options.add_flag("--json", m_json, "What the agent says, for programs");
    }

    int run(const std::vector<std::string>& trailing) override
    {
        if (!trailing.empty() && !m_overhead)
            return printError(format::failure(format::Error::Code::Usage,
                                              "doctor: a command after -- goes with --overhead only; `stepscope "
                                              "profile` records a training"));
        if (m_overhead)
            return print(runOverheadTest(m_target, {m_sysroot, trailing, m_blockSeconds, m_json}));
        if (m_selfTest && m_json)
            return print(runSelfTest(m_target, {m_sysroot, true}));
        auto done = work();
        if (done.ok() && m_selfTest)
            return print(runSelfTest(m_target, {m_sysroot, false}));
        return done.ok() ? kDone : printError(done.error());
    }

private:
    static int print(const format::Result<std::string>& text)
    {
        if (!text.ok())
            return printError(text.error());
        std::fputs(text->c_str(), stdout);
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
        const std::string text = m_json ? probe.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
                                        : doctorText(connection->transport().name(), probe);
        std::fputs(text.c_str(), stdout);
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
