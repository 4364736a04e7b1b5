#include "analysis/steps/detection/periodhalves.h"

#include "analysis/steps/detection/periodfollow.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {

namespace {

bool isStated(const PeriodFinding& finding)
{
    return finding.confidence > 0;
}

} // namespace

HalfSpans halvesOf(const PeriodFinding& whole, double sampling)
{
    const PeriodSpan span = whole.span;
    const double half = span.seconds() / 2;
    const double enough = std::max(threshold::kHalfSamples * sampling, threshold::kHalfSteps * whole.seconds);
    const double seconds = std::min(half, enough);
    // The last sample lies at the end of the span.
    const auto around = [&](double middle) {
        return PeriodSpan{middle - seconds / 2, std::nextafter(middle + seconds / 2, span.end + 1)};
    };
    return {around(span.begin + half / 2), around(span.end - half / 2)};
}

double PeriodHalves::common() const
{
    if (!isStated(first) || !isStated(second) || !isSamePeriod(first.seconds, second.seconds))
        return 0;
    return (first.seconds + second.seconds) / 2;
}

bool PeriodHalves::state(double seconds) const
{
    return (isStated(first) && isSamePeriod(first.seconds, seconds)) ||
           (isStated(second) && isSamePeriod(second.seconds, seconds));
}

bool PeriodHalves::contradict(double seconds) const
{
    return (isStated(first) && !isSamePeriod(first.seconds, seconds)) ||
           (isStated(second) && !isSamePeriod(second.seconds, seconds));
}

} // namespace stepscope::analysis
