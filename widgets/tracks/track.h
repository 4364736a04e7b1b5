#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/tracks/coordinates.h"
#include "widgets/tracks/geometry.h"
#include "widgets/tracks/ink.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A track is one row of the timeline. To add a kind:
///
///   1. Write widgets/tracks/xtrack.cpp with a class that implements Track, and declare its two functions in
///   tracktable.h:
///      keysOfX(view), which tracks of the kind a trace yields (empty = none), and makeXTrack(view, key).
///   2. Geometry is data and must cost O(columns x log n): use Curve (curve.h) for channels, LaneIndex (laneindex.h)
///   for spans.
///      Where a gap is, draw nothing.
///   3. Colours are meanings (ink.h): add one there and in Theme::colour() only if none fits.
///   4. Add a line to the table in tracktable.cpp, at the place where its rows belong, top to bottom, with the group
///   that they belong to and, where there may be several, what tells them apart in every recording.
///   5. Test its geometry against the plain definition in tests/widgets/tst_tracks.cpp.
namespace stepscope::widgets {

struct Caption
{
    QString name; ///< "cpu1", "power"
    QString note; ///< "Denver2"; may be empty
    bool operator==(const Caption&) const = default;
};

/// One figure at the right end of a row. Without a name it is the row's own.
struct Readout
{
    Ink ink;
    QString name;
    QString value; ///< empty: nothing known at that time
    bool operator==(const Readout&) const = default;
};

class Track
{
public:
    virtual ~Track() = default;

    [[nodiscard]] virtual Caption caption(const trace::TraceView& view) const = 0;
    /// px; a multiple of 8. May grow with the trace.
    [[nodiscard]] virtual int height(const trace::TraceView& view) const = 0;
    /// Takes up what came since, at most `budget` spans of it; true when nothing is left.
    virtual bool extend(const trace::TraceView&, std::size_t /*budget*/) { return true; }
    [[nodiscard]] virtual Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const = 0;
    /// What stands at the right; `time` is the cursor's, nothing = names only.
    [[nodiscard]] virtual std::vector<Readout> readouts(const trace::TraceView& view,
                                                        std::optional<std::int64_t> time) const;
    /// Index of the lane whose spans it shows.
    [[nodiscard]] virtual std::size_t lane() const { return kNoIndex; }
    /// Indices of the channels that it shows.
    [[nodiscard]] virtual std::vector<std::size_t> channels() const { return {}; }
};

/// px between the tops of two depths, and what is free above and below them.
inline constexpr int kDepthHeight = 16;
inline constexpr int kLanePadding = 4;

} // namespace stepscope::widgets
