#include "analysis/comparison/compare.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/commands/damagenote.h"
#include "app/commands/timearguments.h"
#include "app/terminal/terminal.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace stepscope::app {
namespace {

using format::Result;

class CompareCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "compare"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Differences between two recordings, or two ranges of one, with their significance";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {
            {.names = "A", .value = &m_a.file, .help = "The recording to compare with", .isRequired = true},
            {.names = "B",
             .value = &m_b.file,
             .help = "The recording that is compared; may be the same file",
             .isRequired = true},
            {.names = "--steps-a",
             .value = &m_a.steps,
             .help = "Only these steps of A: N or FROM:TO, both included",
             .valueName = "STEPS"},
            {.names = "--steps-b",
             .value = &m_b.steps,
             .help = "Only these steps of B, as for A",
             .valueName = "STEPS"},
            {.names = "--by",
             .value = &m_by,
             .help = "Match ops by name and shapes (op) or by name alone (name)",
             .showsDefault = true,
             .choices = {"op", "name"}},
            {.names = "--json", .value = &m_json, .help = "Print JSON, in SI units"},
            {.names = "--skip-steps",
             .value = &m_skippedSteps,
             .help = "First steps to leave out where no steps are chosen",
             .showsDefault = true},
        };
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        const auto done = work();
        return done.ok() ? kDone : printError(done.error());
    }

private:
    struct Input
    {
        std::string file, steps;
        [[nodiscard]] std::string title() const { return steps.empty() ? file : file + ", steps " + steps; }
    };

    Result<void> work()
    {
        const analysis::CompareSide a = TRY(read(m_a));
        const analysis::CompareSide b = TRY(read(m_b));
        ProgressBar bar("Comparing");
        analysis::CompareOptions options;
        options.grouping = m_by == "name" ? analysis::OpGrouping::Name : analysis::OpGrouping::Op;
        options.progress = [&bar](double share) { bar.update(share, ""); };
        const analysis::Comparison comparison = analysis::compare(a, b, options);
        const std::string text = m_json ? analysis::toJson(comparison, m_a.title(), m_b.title()) + "\n"
                                        : analysis::toText(comparison, m_a.title(), m_b.title());
        printText(text);
        return {};
    }

    [[nodiscard]] Result<analysis::CompareSide> read(const Input& input) const
    {
        ProgressBar bar("Reading " + input.file);
        const auto view = TRY(trace::loadRecording(input.file, [&bar](double share) {
            bar.update(share, "");
            return true;
        }));
        noteDamage(input.file, view);
        const trace::TimeRange range = input.steps.empty() ? analysis::runWindow(view, m_skippedSteps).range
                                                           : TRY(rangeOfSteps(view, input.steps, name()));
        return analysis::CompareSide{view, range};
    }

    Input m_a, m_b;
    std::string m_by = "op";
    bool m_json = false;
    std::size_t m_skippedSteps = analysis::kSkippedSteps;
};

} // namespace

std::unique_ptr<Command> makeCompareCommand()
{
    return std::make_unique<CompareCommand>();
}

} // namespace stepscope::app
