#include "widgets/render/frametimes.h"

#include <algorithm>
#include <vector>

namespace stepscope::widgets {

void FrameTimes::beginFrame()
{
    m_geometry = 0;
    m_sinceFrame.start();
}

void FrameTimes::endFrame()
{
    const qint64 all = m_sinceFrame.nsecsElapsed();
    const std::size_t slot = m_count++ % kKept;
    m_times[static_cast<std::size_t>(Part::Geometry)][slot] = static_cast<double>(m_geometry) * 1e-6;
    m_times[static_cast<std::size_t>(Part::Paint)][slot] = static_cast<double>(all - m_geometry) * 1e-6;
}

double FrameTimes::last() const
{
    if (m_count == 0)
        return 0;
    const std::size_t slot = (m_count - 1) % kKept;
    return m_times[0][slot] + m_times[1][slot];
}

FrameTimes::Figures FrameTimes::figures(Part part) const
{
    if (m_count == 0)
        return {};
    const auto& times = m_times[static_cast<std::size_t>(part)];
    const std::size_t kept = std::min(m_count, kKept);
    std::vector<double> sorted(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(kept));
    std::sort(sorted.begin(), sorted.end());
    return {times[(m_count - 1) % kKept], sorted[kept / 2], sorted[kept * 99 / 100]};
}

} // namespace stepscope::widgets
