#include "analysis/report/verify.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <cstdio>

namespace stepscope::app {
namespace {

class VerifyCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "verify"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Check a recording: frames, gaps, losses. Exit status 1 if it is damaged or incomplete";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {{.names = "FILE", .value = &m_file, .help = "The recording", .isRequired = true}};
    }

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
