#include "analysis/study/studyadvice.h"
#include "app/commands/command.h"
#include "app/commands/openedstudy.h"
#include "app/terminal/terminal.h"

#include <cstdio>

namespace stepscope::app {
namespace {

using format::Result;

class AdviseCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "advise"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Largest batch size that fits, knee of throughput, and the best settings in time and energy of a study";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {
            {.names = "STUDY", .value = &m_study, .help = "The folder of a study", .isRequired = true},
            {.names = "--battery-wh",
             .value = &m_wattHours,
             .help = "Energy of a battery: how long it lasts, and for how many steps, in each setting",
             .valueName = "WH",
             .limits = {{0.001, 1e6}}},
            {.names = "--target",
             .value = &m_target,
             .help = "Time and energy until a metric that the training reports reaches a value",
             .valueName = "METRIC=VALUE"},
            {.names = "--json", .value = &m_json, .help = "Print JSON, in SI units"},
        };
    }

    [[nodiscard]] std::string footer() const override
    {
        return "Largest batch: a line through the peaks of memory of all batch sizes of a model, up to 95 % of the\n"
               "device's memory. Best settings: those for which no other one is both faster and cheaper in energy.\n"
               "A metric whose name contains loss, error or perplexity is to fall to the value; all others rise.";
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        const auto done = work();
        return done.ok() ? kDone : printError(done.error());
    }

private:
    Result<void> work()
    {
        analysis::AdviceText options;
        if (m_wattHours > 0)
            options.wattHours = m_wattHours;
        if (!m_target.empty())
            options.target = TRY(analysis::parseMetricTarget(m_target));
        const OpenedStudy opened = TRY(openStudy(m_study));
        const auto advice = analysis::studyAdvice(opened.study, options.target, opened.reader);
        const std::string text =
            m_json ? analysis::adviceJson(advice, options) + "\n" : analysis::adviceText(advice, options);
        printText(text);
        return {};
    }

    std::string m_study;
    std::string m_target;
    double m_wattHours = 0;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeAdviseCommand()
{
    return std::make_unique<AdviseCommand>();
}

} // namespace stepscope::app
