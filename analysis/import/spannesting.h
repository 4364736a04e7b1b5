#pragma once

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct NestedSpan
{
    std::int64_t start = 0;    ///< ns
    std::int64_t duration = 0; ///< ns, not negative
    std::uint32_t op = 0;
    std::uint8_t depth = 0;
};

struct Nesting
{
    std::uint64_t overlaps = 0; ///< spans that begin within another span and end after it
    std::uint64_t tooDeep = 0;  ///< spans inside more than 255 others; their depth is 255
};

/// Sorts the spans of one lane, parents before children, and sets their depths. A span that overlaps another one
/// without being nested in it gets the next depth, so that spans never cover each other. O(n log n).
Nesting nestSpans(std::vector<NestedSpan>& spans);

} // namespace stepscope::analysis
