#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/render/colorrole.h"
#include "widgets/render/geometry.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A track is one row of the timeline. To add a kind:
///
///   1. Write widgets/tracks/xtrack.cpp with a class that implements Track, and declare two functions in tracktable.h:
///      keysOfX(view), which returns one key per track of the kind, and makeXTrack(view, key).
///   2. Geometry is data and must cost O(columns x log n): use Curve (curve.h) for channels, addSpanBoxes()
///      (spanboxes.h) for spans. Draw nothing in gaps.
///   3. Colours are roles (render/colorrole.h): add one there and in Theme::colour() only if none fits.
///   4. Add a line to the table in tracktable.cpp, at its place from top to bottom, with its group and, if there may be
///      several rows, a label that identifies a row in every recording.
///   5. Test its geometry against the plain definition in tests/widgets/tracks/tst_tracks.cpp.
namespace stepscope::widgets {

struct Caption
{
    QString name; ///< "cpu1", "power"
    QString note; ///< "Denver2"; may be empty
    bool operator==(const Caption&) const = default;
};

/// A value at the right end of a row; without a name, it belongs to the row as a whole.
struct Readout
{
    ColorRole color;
    QString name;
    QString value; ///< empty = unknown at that time
    bool operator==(const Readout&) const = default;
};

/// For which time a row shows its values: one moment, the mean over a range, the newest sample, or none.
class ReadoutTime
{
public:
    ReadoutTime() = default;
    ReadoutTime(std::int64_t moment) // NOLINT(google-explicit-constructor)
        : m_moment(moment)
    {}
    [[nodiscard]] static ReadoutTime meanOf(trace::TimeRange range);
    [[nodiscard]] static ReadoutTime newest();

    [[nodiscard]] bool isNone() const { return !m_moment && m_range.isEmpty() && !m_isNewest; }
    [[nodiscard]] std::optional<std::int64_t> moment() const { return m_moment; }
    /// The value of a channel at that time; nothing where it has none.
    [[nodiscard]] std::optional<double> valueOf(const trace::ChannelView& channel) const;
    /// The time at which something that only grows is read: the end of the range; the latest time for the newest.
    [[nodiscard]] std::int64_t end() const;

private:
    std::optional<std::int64_t> m_moment;
    trace::TimeRange m_range;
    bool m_isNewest = false;
};

/// Limits of the values of a scale.
struct ValueLimits
{
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};
inline constexpr ValueLimits kShareLimits{0, 1}; ///< of a utilization

class Track
{
public:
    virtual ~Track() = default;

    [[nodiscard]] virtual Caption caption(const trace::TraceView& view) const = 0;
    /// px; a multiple of 8. May grow with the trace.
    [[nodiscard]] virtual int height(const trace::TraceView& view) const = 0;
    /// Called on the GUI thread with each new view, before geometry().
    virtual void update(const trace::TraceView&) {}
    [[nodiscard]] virtual Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const = 0;
    /// The values at the right end of the row; without a time, names only.
    [[nodiscard]] virtual std::vector<Readout> readouts(const trace::TraceView& view, const ReadoutTime& time) const;
    /// True if the texts of a scale are left of its data.
    [[nodiscard]] virtual bool hasScale() const { return false; }
    /// Index of the lane whose spans it shows; kNoIndex = none.
    [[nodiscard]] virtual std::size_t lane() const { return kNoIndex; }
    /// Indices of the channels that it shows.
    [[nodiscard]] virtual std::vector<std::size_t> channels() const { return {}; }
    /// Of the values of its scale: that of its first channel. Empty = it has no scale that can be changed.
    [[nodiscard]] virtual std::string_view unit(const trace::TraceView& view) const;
    /// The values that its scale may contain at most.
    [[nodiscard]] virtual ValueLimits limits() const { return {}; }
};

/// Distance of the tops of two depths, and free space above and below all depths, px.
inline constexpr int kDepthHeight = 16;
inline constexpr int kLanePadding = 4;

} // namespace stepscope::widgets
