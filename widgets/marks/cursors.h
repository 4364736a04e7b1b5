#pragma once

#include "analysis/trace/traceview.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// The two measuring cursors: snapping, and the difference between them. Pure data, without a screen.
namespace stepscope::widgets {

/// The cursors A and B, ns; either may be unset.
struct Cursors
{
    enum Which { A, B };

    std::optional<std::int64_t> a, b;
    std::optional<std::size_t> rail; ///< index into TraceView::channels(); none = the input of the module

    [[nodiscard]] bool isEmpty() const { return !a && !b; }
    [[nodiscard]] std::optional<std::int64_t>& at(Which which) { return which == A ? a : b; }
    [[nodiscard]] const std::optional<std::int64_t>& at(Which which) const { return which == A ? a : b; }
    /// The cursor that a click moves: an unset one, A first, or else the nearer one.
    [[nodiscard]] Which next(std::int64_t time) const;
    bool operator==(const Cursors&) const = default;
};

/// The sources of edges that a cursor may snap to.
struct SnapSources
{
    std::vector<std::size_t> lanes;    ///< beginnings and ends of their spans
    std::vector<std::size_t> channels; ///< times of their samples
    bool steps = true;
};

struct Snapped
{
    enum class To { Nothing, Step, SpanStart, SpanEnd, Sample };

    std::int64_t time = 0;
    To to = To::Nothing;
};

/// The nearest edge or sample within `reach` ns, or the time itself if there is none. At equal distance, edges of steps
/// and spans take precedence over samples. O(log n) per source. If more than 2048 spans lie within the reach, the
/// result may not be the nearest edge.
[[nodiscard]] Snapped snap(const trace::TraceView& view, const SnapSources& sources, std::int64_t time,
                           std::int64_t reach);

/// Indices of the channels of power rails.
[[nodiscard]] std::vector<std::size_t> powerRails(const trace::TraceView& view);
/// The rail that feeds the whole module: one that no other measured rail contains; nothing without rails.
[[nodiscard]] std::optional<std::size_t> inputRail(const trace::TraceView& view);
[[nodiscard]] QString railName(const trace::TraceView& view, std::size_t channel);

/// Energy of a rail in a time range.
struct RailEnergy
{
    double joules = 0;    ///< in the measured part of the range
    double meanWatts = 0; ///< joules / measured time
    double covered = 0;   ///< measured share of the range, 0..1
    /// Whether the share has to be displayed beside the energy.
    [[nodiscard]] bool isPartial() const;
};
/// Nothing if the rail was not measured in the range.
[[nodiscard]] std::optional<RailEnergy> energyOf(const trace::TraceView& view, std::size_t channel,
                                                 trace::TimeRange range);

struct Difference
{
    std::int64_t duration = 0; ///< ns, B - A; negative if B comes first
    std::size_t steps = 0;     ///< that begin between the cursors
    QString rail;
    std::optional<RailEnergy> energy;
};
[[nodiscard]] Difference difference(const trace::TraceView& view, std::int64_t a, std::int64_t b,
                                    std::optional<std::size_t> rail);
/// One line, such as "212 ms · 2.10 J, 9.81 W VDD_IN · 3 steps".
[[nodiscard]] QString differenceText(const Difference& difference);

} // namespace stepscope::widgets
