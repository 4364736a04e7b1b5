#include "analysis/import/spannesting.h"

#include <algorithm>
#include <cstddef>

namespace stepscope::analysis {

Nesting nestSpans(std::vector<NestedSpan>& spans)
{
    constexpr std::size_t kDeepest = 255;
    std::stable_sort(spans.begin(), spans.end(), [](const NestedSpan& a, const NestedSpan& b) {
        return a.start != b.start ? a.start < b.start : a.duration > b.duration;
    });
    Nesting nesting;
    std::vector<std::int64_t> ends; // of open spans; not sorted where spans overlap
    for (NestedSpan& span : spans) {
        while (!ends.empty() && ends.back() <= span.start)
            ends.pop_back();
        const std::int64_t end = span.start + span.duration;
        if (!ends.empty() && ends.back() < end)
            ++nesting.overlaps;
        if (ends.size() > kDeepest)
            ++nesting.tooDeep;
        span.depth = static_cast<std::uint8_t>(std::min(ends.size(), kDeepest));
        ends.push_back(end);
    }
    return nesting;
}

} // namespace stepscope::analysis
