#include "analysis/comparison/compare.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>

namespace stepscope::app {
namespace {

using format::Error;
using format::Result;

std::optional<std::uint64_t> stepNumber(const std::string& text)
{
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

/// The time range of the steps "8" or "8:20" (last step included), as the training numbers them.
Result<trace::TimeRange> rangeOfSteps(const trace::TraceView& view, const std::string& text)
{
    const auto wrong = [&text] {
        return format::failure(Error::Code::Usage,
                               "compare: \"" + text +
                                   "\" is not a step range: write 8, or 8:20 for the steps 8 to 20.");
    };
    const std::size_t colon = text.find(':');
    const auto first = stepNumber(text.substr(0, colon));
    const auto last = colon == std::string::npos ? first : stepNumber(text.substr(colon + 1));
    if (!first || !last)
        return wrong();
    std::optional<trace::TimeRange> range;
    for (std::size_t i = 0; i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.index < *first || step.index > *last)
            continue;
        if (!range)
            range = trace::TimeRange{step.start, step.end};
        range->end = std::max(range->end, step.end);
    }
    if (!range)
        return format::failure(Error::Code::Usage, "compare: the recording has no step " + text + ".");
    return *range;
}

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
             .help = "Only these steps of A: N or FROM:TO",
             .valueName = "STEPS"},
            {.names = "--steps-b", .value = &m_b.steps, .help = "Only these steps of B", .valueName = "STEPS"},
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
        std::fputs(text.c_str(), stdout);
        return {};
    }

    [[nodiscard]] Result<analysis::CompareSide> read(const Input& input) const
    {
        ProgressBar bar("Reading " + input.file);
        const auto view = TRY(trace::loadRecording(input.file, [&bar](double share) {
            bar.update(share, "");
            return true;
        }));
        const trace::TimeRange range = input.steps.empty() ? analysis::runWindow(view, m_skippedSteps).range
                                                           : TRY(rangeOfSteps(view, input.steps));
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
