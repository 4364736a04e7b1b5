#pragma once

#include "analysis/import/collection.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace stepscope::analysis {

/// The activity of a processor over time in one source, of which the values are known in windows: the samples of a
/// load, or equal parts of the time of spans.
class Activity
{
public:
    enum class Kind {
        Gpu, ///< spans of GPU streams, or the GPU's load
        Cpu, ///< spans of threads, else ranges that their script marks, else the mean load of the cores
    };
    /// nullopt: the source has no such data, or it is constant.
    static std::optional<Activity> of(const Collection& source, Kind kind);

    struct Window
    {
        std::int64_t begin = 0; ///< ns
        std::int64_t end = 0;
        double value = 0; ///< mean of the window
    };
    [[nodiscard]] const std::vector<Window>& windows() const { return m_windows; }
    /// Means over times within begin() and end(), which must ascend. About O(1) each.
    class Means
    {
    public:
        explicit Means(const Activity& activity)
            : m_activity(activity)
        {}
        double operator()(std::int64_t begin, std::int64_t end);

    private:
        double integral(std::int64_t time);

        const Activity& m_activity;
        std::size_t m_next = 0; ///< of the first time after the last one asked for
        std::int64_t m_end = std::numeric_limits<std::int64_t>::min(); ///< of the last mean
        double m_integral = 0;                                         ///< up to there
    };
    [[nodiscard]] std::int64_t begin() const { return m_times.front(); }
    [[nodiscard]] std::int64_t end() const { return m_times.back(); }
    /// Typical length of a window, ns.
    [[nodiscard]] std::int64_t period() const { return m_period; }

private:
    Activity() = default;
    static Activity ofSpans(const Collection& source, format::Lane::Kind lanes);
    static Activity ofSamples(const Collection& source, const char* quantity);
    /// Index of the first time after this one, which is not before `first`.
    [[nodiscard]] std::size_t placeOf(std::int64_t time, std::size_t first) const;
    /// `next`: placeOf() this time.
    [[nodiscard]] double integral(std::int64_t time, std::size_t next) const;

    std::vector<Window> m_windows;
    // The integral of the activity, linear between these times.
    std::vector<std::int64_t> m_times;
    std::vector<double> m_integrals;
    std::int64_t m_period = 0;
};

struct Match
{
    std::int64_t shiftNs = 0; ///< time of `shifted` + shift = time of `fixed`
    double correlation = 0;   ///< Pearson's
    double confidence = 0;    ///< 0..1: probability that no other shift, one window away or more, correlates better
};
/// The shift between two bounds at which the activities correlate best. At least 8 windows and half of the shorter
/// activity must overlap there. Other shifts, at which a quarter or more overlaps, lower the confidence if they fit
/// nearly as well; so does activity that changes in a few windows only. Strictly periodic activity can still get a high
/// confidence at a wrong period, since other shifts are tried in steps of a quarter of a window. nullopt: there is no
/// such shift. Cost: about 20 million windows at all shifts together, a few seconds at most.
std::optional<Match> bestShift(const Activity& fixed, const Activity& shifted, std::int64_t least, std::int64_t most);

} // namespace stepscope::analysis
