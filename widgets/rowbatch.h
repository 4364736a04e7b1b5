#pragma once

#include "widgets/pixelsheet.h"
#include "widgets/tracks/geometry.h"

#include <qcustomplot.h>

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

class RasterInks;
class SharedWork;

/// Paints the rows of a frame: QCustomPlot goes over them one by one, and each only says what is to be painted where.
/// Behind the last of them all is painted at once, by all cores, since no two rows have a pixel in common.
class RowBatch : public QCPLayerable
{
    Q_OBJECT

public:
    RowBatch(QCustomPlot& plot, RasterInks& inks, SharedWork& work);

    struct Job
    {
        PixelSheet sheet;
        const Geometry* geometry = nullptr; ///< stays as it is until the frame is done
        double height = 0;                  ///< px
        std::uint32_t focusedOp = 0;
    };
    void add(Job job) { m_jobs.push_back(std::move(job)); }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    RasterInks& m_inks;
    SharedWork& m_work;
    std::vector<Job> m_jobs;
};

} // namespace stepscope::widgets
