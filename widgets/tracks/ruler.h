#pragma once

#include "widgets/render/geometry.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

struct Tick
{
    std::int64_t time = 0; ///< ns
    QString label;         ///< time since the start, or since the base of the ruler
};

/// The ticks of the time ruler, at round times.
struct Ruler
{
    std::vector<Tick> ticks;
    std::vector<std::int64_t> subTicks; ///< between them
    std::int64_t step = 0;              ///< ns from tick to tick
    QString base; ///< at a high zoom, labels count from this time ("12.345 s"); empty = from the start
};

/// `start`: origin of the labels, ns; `spacing`: least distance of two ticks, px.
[[nodiscard]] Ruler makeRuler(const Viewport& viewport, std::int64_t start, double spacing);

} // namespace stepscope::widgets
