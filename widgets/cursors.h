#pragma once

#include "analysis/trace/traceview.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// The two cursors with which one measures, as data: where they may snap to, and what lies between them.
namespace stepscope::widgets {

/// A and B; either may be missing. Times in ns.
struct Cursors
{
    enum Which { A, B };

    std::optional<std::int64_t> a, b;
    std::optional<std::size_t> rail; ///< index into TraceView::channels(); none = the module's input

    [[nodiscard]] bool isEmpty() const { return !a && !b; }
    [[nodiscard]] std::optional<std::int64_t>& at(Which which) { return which == A ? a : b; }
    [[nodiscard]] const std::optional<std::int64_t>& at(Which which) const { return which == A ? a : b; }
    /// A first, then B, then the nearer one: what a click without further words moves.
    [[nodiscard]] Which next(std::int64_t time) const;
    bool operator==(const Cursors&) const = default;
};

/// What a cursor may snap to.
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

/// The nearest edge or sample within `reach` ns; the time itself when there is none. Edges of steps and spans win over
/// samples that are as near. O(log n) a source; in crowded places, where many edges lie within the reach, it is one of
/// the nearest.
[[nodiscard]] Snapped snap(const trace::TraceView& view, const SnapSources& sources, std::int64_t time,
                           std::int64_t reach);

/// Channels of power rails, as in the header.
[[nodiscard]] std::vector<std::size_t> powerRails(const trace::TraceView& view);
/// What feeds the whole module: the rail in which no other lies that is measured; nothing where no rail is.
[[nodiscard]] std::optional<std::size_t> inputRail(const trace::TraceView& view);
[[nodiscard]] QString railName(const trace::TraceView& view, std::size_t channel);

/// What a rail took over a stretch.
struct RailEnergy
{
    double joules = 0;    ///< in the time that was measured
    double meanWatts = 0; ///< the same divided by that time
    double covered = 0;   ///< share of the stretch that was measured, 0..1
};
/// Nothing where nothing was measured.
[[nodiscard]] std::optional<RailEnergy> energyOf(const trace::TraceView& view, std::size_t channel,
                                                 trace::TimeRange range);

struct Difference
{
    std::int64_t duration = 0; ///< ns, B - A; negative when B comes first
    std::size_t steps = 0;     ///< that lie wholly between
    QString rail;
    std::optional<RailEnergy> energy;
};
[[nodiscard]] Difference difference(const trace::TraceView& view, std::int64_t a, std::int64_t b,
                                    std::optional<std::size_t> rail);
/// In one line: "212 ms · 2.10 J, 9.81 W VDD_IN · 3 steps".
[[nodiscard]] QString differenceText(const Difference& difference);

} // namespace stepscope::widgets
