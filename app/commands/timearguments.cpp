#include "app/commands/timearguments.h"

#include "analysis/steps/steplist.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
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

} // namespace

Result<trace::TimeRange> rangeOfSteps(const trace::TraceView& view, const std::string& text, const std::string& command)
{
    const std::size_t colon = text.find(':');
    const auto first = stepNumber(text.substr(0, colon));
    const auto last = colon == std::string::npos ? first : stepNumber(text.substr(colon + 1));
    if (!first || !last)
        return format::failure(Error::Code::Usage,
                               command + ": \"" + text +
                                   "\" is not a step range: write 8, or 8:20 for the steps 8 to 20.");
    const analysis::StepList list = analysis::listSteps(view, view.extent());
    if (list.steps.empty())
        return format::failure(Error::Code::Usage,
                               command + ": the recording has no steps: " + list.reason.english() + ".");
    std::optional<trace::TimeRange> range;
    std::uint64_t lowest = list.steps.front().index;
    std::uint64_t highest = lowest;
    for (const analysis::StepEntry& step : list.steps) {
        lowest = std::min(lowest, step.index);
        highest = std::max(highest, step.index);
        if (step.index < *first || step.index > *last)
            continue;
        if (!range)
            range = step.range;
        range->begin = std::min(range->begin, step.range.begin);
        range->end = std::max(range->end, step.range.end);
    }
    if (!range)
        return format::failure(Error::Code::Usage, command + ": the recording has no step " + text + ", only " +
                                                       std::to_string(lowest) + " to " + std::to_string(highest) + ".");
    return *range;
}

Result<trace::TimeRange> rangeOfTimes(const trace::TraceView& view, std::optional<double> from,
                                      std::optional<double> to, const std::string& command)
{
    const trace::TimeRange extent = view.extent();
    const double length = static_cast<double>(extent.end - extent.begin);
    const double first = from.value_or(0);
    const double last = std::min(to.value_or(length), length);
    if (!(0 <= first && first < last))
        return format::failure(Error::Code::Usage,
                               command + ": the recording has no time between --from and --to; its length is " +
                                   analysis::durationText(length / 1e9) + ".");
    return trace::TimeRange{extent.begin + std::llround(first), extent.begin + std::llround(last)};
}

} // namespace stepscope::app
