#include "analysis/algorithms/compare.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>

namespace stepscope::app {
namespace {

using format::Error;
using format::Result;

std::optional<std::uint64_t> numberIn(const std::string& text)
{
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

/// "8" or "8:20", the last one included: numbers as the training counts its steps.
Result<trace::TimeRange> rangeOfSteps(const trace::TraceView& view, const std::string& text)
{
    const auto wrong = [&text] {
        return format::failure(Error::Code::Usage,
                               "compare: \"" + text + "\" are no steps: write 8, or 8:20 from 8 to 20.");
    };
    const std::size_t colon = text.find(':');
    const auto first = numberIn(text.substr(0, colon));
    const auto last = colon == std::string::npos ? first : numberIn(text.substr(colon + 1));
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
        return "What differs between two recordings, or two stretches of one, and whether it may be chance";
    }

    void describe(CLI::App& options) override
    {
        options.add_option("A", m_a.file, "The recording to compare with")->required();
        options.add_option("B", m_b.file, "The recording that is compared; may be the same")->required();
        options.add_option("--steps-a", m_a.steps, "Only these steps of A: N or FROM:TO")->type_name("STEPS");
        options.add_option("--steps-b", m_b.steps, "Only these steps of B")->type_name("STEPS");
        options.add_option("--by", m_by, "What makes ops the same: name and shapes (op), or the name alone")
            ->check(CLI::IsMember({"op", "name"}))
            ->default_val("op");
        options.add_flag("--json", m_json, "For programs, in SI units");
        options.add_option("--skip-steps", m_skippedSteps, "First steps left out where no steps are chosen")
            ->default_val(analysis::kSkippedSteps);
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
