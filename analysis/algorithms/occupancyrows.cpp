#include "analysis/algorithms/occupancyrows.h"

#include <algorithm>
#include <vector>

namespace stepscope::analysis {

OccupancyRows occupancyRows(std::span<const WorkPiece> pieces, std::span<const SampleWindow> windows,
                            std::size_t kindCount)
{
    OccupancyRows rows;
    rows.kindCount = kindCount;
    std::vector<WorkPiece> running; // that may touch this window or a later one
    std::size_t next = 0;
    for (const SampleWindow& window : windows) {
        for (; next < pieces.size() && pieces[next].begin < window.end; ++next)
            running.push_back(pieces[next]);
        std::erase_if(running, [&window](const WorkPiece& piece) { return piece.end <= window.begin; });
        const double length = static_cast<double>(window.end - window.begin);
        rows.beginRow(window.value, window.step);
        for (const WorkPiece& piece : running) {
            const std::int64_t inside = std::min(piece.end, window.end) - std::max(piece.begin, window.begin);
            if (inside > 0)
                rows.add(piece.kind, static_cast<double>(inside) / length);
        }
        rows.endRow();
    }
    return rows;
}

} // namespace stepscope::analysis
