#include "analysis/algorithms/occupancyrows.h"

#include <algorithm>
#include <vector>

namespace stepscope::analysis {

OccupancyRows occupancyRows(std::span<const WorkPiece> pieces, std::span<const SampleWindow> windows,
                            std::size_t kindCount)
{
    return occupancyRows(pieces, windows, kindCount, 1, {});
}

OccupancyRows occupancyRows(std::span<const WorkPiece> pieces, std::span<const SampleWindow> windows,
                            std::size_t kindCount, double weight, std::span<const double> unknown)
{
    OccupancyRows rows;
    rows.kindCount = kindCount + (unknown.empty() ? 0 : 1);
    std::vector<WorkPiece> running; // that may touch this window or a later one
    std::size_t next = 0;
    double mean = 0;
    for (const SampleWindow& window : windows)
        mean += static_cast<double>(window.end - window.begin) / static_cast<double>(windows.size());
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const SampleWindow& window = windows[i];
        for (; next < pieces.size() && pieces[next].begin < window.end; ++next)
            running.push_back(pieces[next]);
        std::erase_if(running, [&window](const WorkPiece& piece) { return piece.end <= window.begin; });
        const double length = static_cast<double>(window.end - window.begin);
        // By its length: what a counter rose in a short time is known badly, and sums are to add up over time.
        rows.beginRow(window.value, window.step, length / mean);
        for (const WorkPiece& piece : running) {
            const std::int64_t inside = std::min(piece.end, window.end) - std::max(piece.begin, window.begin);
            if (inside > 0)
                rows.add(piece.kind, weight * static_cast<double>(inside) / length);
        }
        if (i < unknown.size() && unknown[i] > 0)
            rows.add(static_cast<std::uint32_t>(kindCount), unknown[i]);
        rows.endRow();
    }
    return rows;
}

} // namespace stepscope::analysis
