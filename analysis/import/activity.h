#pragma once

#include "analysis/import/collection.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// The activity of a processor over time in one source, of which the values are known in windows: the samples of a
/// load, or equal parts of the time of spans.
class Activity
{
public:
    enum class Kind {
        Gpu, ///< spans of GPU streams, else the GPU's load
        Cpu, ///< spans of threads, else ranges that their script marks, else the mean load of the cores
    };
    static constexpr std::size_t kFewestWindows = 8;
    /// nullopt: the source has no such data, or too few windows.
    static std::optional<Activity> of(const Collection& source, Kind kind);

    struct Window
    {
        std::int64_t begin = 0; ///< ns
        std::int64_t end = 0;
        double value = 0; ///< mean of the window
    };
    [[nodiscard]] const std::vector<Window>& windows() const { return m_windows; }
    /// The integral up to times that must ascend. About O(1) each.
    class Integral
    {
    public:
        explicit Integral(const Activity& activity)
            : m_activity(activity)
        {}
        double operator()(std::int64_t time);

    private:
        const Activity& m_activity;
        std::size_t m_next = 0; ///< of the first time after the last one asked for
    };
    [[nodiscard]] std::int64_t begin() const { return m_times.front(); }
    [[nodiscard]] std::int64_t end() const { return m_times.back(); }
    /// Typical length of a window, ns.
    [[nodiscard]] std::int64_t period() const { return m_period; }
    /// ns, after which a sampled value changes: longer than a window where the log repeats what a sensor holds. 0:
    /// spans.
    [[nodiscard]] std::int64_t update() const { return m_update; }

private:
    Activity() = default;
    /// What the spans of these lanes are taken for.
    enum class Spans {
        Work, ///< all but annotations and functions of Python, which last while the processor waits
        All,
    };
    static Activity ofSpans(const Collection& source, format::Lane::Kind lanes, Spans spans);
    static std::vector<std::pair<std::int64_t, std::int64_t>> busyTimes(const Collection& source,
                                                                        format::Lane::Kind lanes, Spans spans);
    [[nodiscard]] std::int64_t updateInterval() const;
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
    std::int64_t m_update = 0;
};

} // namespace stepscope::analysis
