#pragma once

#include <QElapsedTimer>

#include <array>
#include <cstddef>

namespace stepscope::widgets {

/// How long the latest frames took: what was found out (geometry), and what was drawn.
class FrameTimes
{
public:
    static constexpr std::size_t kKept = 240; ///< frames: four seconds of the quickest

    struct Figures
    {
        double last = 0;
        double median = 0;
        double p99 = 0;
    };
    enum class Part : std::size_t { Geometry, Paint };

    void beginFrame();
    /// Between these two the frame's time is that of its geometry.
    void beginGeometry() { m_sinceGeometry.start(); }
    void endGeometry() { m_geometry += m_sinceGeometry.nsecsElapsed(); }
    void endFrame();

    [[nodiscard]] std::size_t frames() const { return m_count; }
    /// ms of the latest frame, all of it.
    [[nodiscard]] double last() const;
    /// Of the frames kept, ms; zeros without any.
    [[nodiscard]] Figures figures(Part part) const;

private:
    std::array<std::array<double, kKept>, 2> m_times{}; ///< by part, ms
    std::size_t m_count = 0;
    qint64 m_geometry = 0; ///< ns, of the frame under way
    QElapsedTimer m_sinceFrame;
    QElapsedTimer m_sinceGeometry;
};

} // namespace stepscope::widgets
