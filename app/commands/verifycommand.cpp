#include "analysis/algorithms/verify.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace stepscope::app {
namespace {

class VerifyCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "verify"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Check a recording: frames, gaps, losses. Status 1 if anything is wrong";
    }

    void describe(CLI::App& options) override { options.add_option("FILE", m_file, "The recording")->required(); }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        ProgressBar bar("Checking " + m_file);
        const auto verdict = analysis::verifyRecording(m_file, [&bar](double share) {
            bar.update(share, "");
            return true;
        });
        if (!verdict.ok())
            return printError(verdict.error());
        std::fputs(analysis::toText(*verdict).c_str(), stdout);
        return verdict->good ? kDone : kFailed;
    }

private:
    std::string m_file;
};

} // namespace

std::unique_ptr<Command> makeVerifyCommand()
{
    return std::make_unique<VerifyCommand>();
}

} // namespace stepscope::app
