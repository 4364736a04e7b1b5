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
    std::uint64_t overlaps = 0; ///< spans that begin within another and end after it
    std::uint64_t tooDeep = 0;  ///< more than 255 are around them: shown at 255
};

/// Puts the spans of one lane in order, parents before children, and tells each how deep it lies. One that overlaps
/// another without lying in it gets the next free depth, so that none hides another.
Nesting nestSpans(std::vector<NestedSpan>& spans);

} // namespace stepscope::analysis
