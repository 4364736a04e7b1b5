#include "widgets/rowbatch.h"

#include "widgets/rasterpainter.h"
#include "widgets/sharedwork.h"

namespace stepscope::widgets {

// The layer behind that of the rows: of the axes only the ruler's is drawn, and not over a row.
RowBatch::RowBatch(QCustomPlot& plot, RasterInks& inks, SharedWork& work)
    : QCPLayerable(&plot, QStringLiteral("axes"))
    , m_inks(inks)
    , m_work(work)
{}

void RowBatch::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void RowBatch::draw(QCPPainter* /*painter*/)
{
    m_work.run(m_jobs.size(), [this](std::size_t i) {
        Job& job = m_jobs[i];
        RasterPainter(job.sheet, m_inks, job.height, job.focusedOp).paint(*job.geometry);
    });
    m_jobs.clear();
}

} // namespace stepscope::widgets
