#pragma once

#include <QElapsedTimer>

#include <array>
#include <cstddef>

namespace stepscope::widgets {

/// Durations of the latest frames, split into computing geometry and painting.
class FrameTimes
{
public:
    static constexpr std::size_t kKept = 240; ///< frames: four seconds at 60 frames per second

    struct Figures
    {
        double last = 0;
        double median = 0;
        double p99 = 0;
    };
    enum class Part : std::size_t { Geometry, Paint };

    void beginFrame();
    /// The time between beginGeometry() and endGeometry() counts as geometry, the rest of the frame as paint.
    void beginGeometry() { m_sinceGeometry.start(); }
    void endGeometry() { m_geometry += m_sinceGeometry.nsecsElapsed(); }
    void endFrame();

    /// Duration of the latest frame, ms.
    [[nodiscard]] double last() const;
    /// Statistics of the latest kKept frames, ms; zeros before the first frame.
    [[nodiscard]] Figures figures(Part part) const;

private:
    std::array<std::array<double, kKept>, 2> m_times{}; ///< by Part, ms; a ring
    std::size_t m_count = 0;
    qint64 m_geometry = 0; ///< ns, of the current frame
    QElapsedTimer m_sinceFrame;
    QElapsedTimer m_sinceGeometry;
};

} // namespace stepscope::widgets
