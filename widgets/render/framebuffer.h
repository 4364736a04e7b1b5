#pragma once

#include <QColor>
#include <QElapsedTimer>
#include <QImage>
#include <QSize>

#include <array>
#include <cstddef>

class QPainter;
class QRegion;

namespace stepscope::widgets {

class WorkerPool;

/// The picture that all layers of a frame are drawn into. It is a single opaque picture, so that showing it needs no
/// blending.
class FrameBuffer
{
public:
    /// The worker pool clears and copies pixels; it must outlive the buffer.
    explicit FrameBuffer(WorkerPool& workers);

    void setBackground(const QColor& colour) { m_background = colour; }
    /// Allocates `size` px with `devicePixelRatio` pixels per px, filled with the background.
    void resize(QSize size, double devicePixelRatio);
    /// Fills the picture with the background, on all workers.
    void clear();
    [[nodiscard]] QImage& image() { return m_image; }
    /// Copies the picture to a widget of the same size, on all workers where the widget's backing store permits it:
    /// on one thread the copy takes a tenth of a frame.
    void paintOn(QPainter& painter, const QRegion& region) const;

private:
    WorkerPool& m_workers;
    QImage m_image;
    QColor m_background = Qt::white;
};

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
