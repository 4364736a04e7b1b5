#pragma once

#include "widgets/tracks/coordinates.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

struct Tick
{
    std::int64_t time = 0; ///< ns
    QString label;         ///< since the start, or since the ruler's base
};

/// The marks of the time ruler: round times, far enough apart to be read.
struct Ruler
{
    std::vector<Tick> ticks;
    std::vector<std::int64_t> subTicks; ///< between them
    std::int64_t step = 0;              ///< ns from tick to tick
    QString base; ///< deep inside: what to add to the labels ("12.345 s"); empty = they count from the start
};

/// `start` is the time that the ruler counts from; `spacing` the least distance of two ticks, px.
[[nodiscard]] Ruler makeRuler(const Viewport& viewport, std::int64_t start, double spacing);

} // namespace stepscope::widgets
