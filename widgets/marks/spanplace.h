#pragma once

#include "widgets/render/geometry.h"

#include <cstddef>

namespace stepscope::widgets {

/// One instance of an op: indices into TraceView::lanes() and into that lane.
struct SpanPlace
{
    std::size_t lane = kNoIndex;
    std::size_t index = kNoIndex;

    [[nodiscard]] bool isNone() const { return lane == kNoIndex; }
    bool operator==(const SpanPlace&) const = default;
};

} // namespace stepscope::widgets
