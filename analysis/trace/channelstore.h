#pragma once

#include "analysis/trace/columngrid.h"
#include "analysis/trace/model.h"
#include "analysis/trace/packedcolumn.h"
#include "analysis/trace/pyramid.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::trace {

/// One channel's samples, with what makes ranges of any length cheap: smallest and largest per 16^k samples, the number
/// present, and the integral up to every 16th. All of it integers, so that nothing is rounded however long the
/// recording is. One thread appends; any thread asks, about the first `size` samples, a size that it was handed after
/// they were appended.
class ChannelStore
{
public:
    /// `pauseNs`: samples further apart than this have a gap between them; 0 = however far apart they are.
    ChannelStore(Channel info, std::int64_t pauseNs, const PackedColumn::ArenaPointer& arena = {});

    /// false, and nothing stored, when the time is before that of the sample before. `raw` may be format::kMissing.
    bool append(std::int64_t time, std::int64_t raw);

    [[nodiscard]] const Channel& info() const { return m_info; }
    /// The writer's.
    [[nodiscard]] std::size_t size() const { return m_times.size(); }

    [[nodiscard]] std::int64_t time(std::size_t i) const { return m_times.at(i); }
    [[nodiscard]] double value(std::size_t i) const;
    [[nodiscard]] std::size_t lowerBound(std::int64_t time, std::size_t size) const;
    /// What the ChannelView functions of these names tell, among the first `size` samples.
    void columnEnds(const ColumnGrid& grid, std::size_t size, std::vector<std::size_t>& ends) const;
    [[nodiscard]] bool isSteady(std::size_t i, std::size_t size) const;
    [[nodiscard]] bool holds(const ChannelView::Bounds& bounds, std::size_t i, std::size_t size) const;
    void prefetchSums(std::size_t i) const
    {
        m_areasLow.prefetch(i / PackedColumn::kReadable);
        m_areasHigh.prefetch(i / PackedColumn::kReadable);
        m_covered.prefetch(i / PackedColumn::kReadable);
    }
    void prefetchChunksOfSums(std::size_t i) const
    {
        m_areasLow.prefetchChunk(i / PackedColumn::kReadable);
        m_areasHigh.prefetchChunk(i / PackedColumn::kReadable);
        m_covered.prefetchChunk(i / PackedColumn::kReadable);
    }
    [[nodiscard]] Extremes extremes(std::size_t first, std::size_t last) const;
    /// Of [first, last), among the first `size` samples.
    [[nodiscard]] ChannelView::Bounds bounds(std::size_t first, std::size_t last, std::size_t size) const;
    [[nodiscard]] ChannelView::Integral integral(TimeRange range, std::size_t size) const;
    [[nodiscard]] ChannelView::Sum sumUpTo(std::size_t sample) const;
    [[nodiscard]] ChannelView::Integral between(const ChannelView::Sum& from, const ChannelView::Sum& to) const;
    [[nodiscard]] std::size_t memory() const;

private:
    class BoundsSearch;
    using Sum = ChannelView::Sum;

    [[nodiscard]] std::size_t presentBefore(std::size_t i) const;
    struct Sample
    {
        std::int64_t time = 0;
        std::int64_t raw = 0;
    };

    [[nodiscard]] bool counts(Sample before, Sample after) const;
    [[nodiscard]] bool counts(std::size_t segment) const;
    void addSegment(Sample before, Sample after, Sum& sum) const;
    [[nodiscard]] Sample sample(std::size_t i) const { return {m_times.at(i), m_values.at(i)}; }
    void addPart(std::size_t segment, TimeRange part, ChannelView::Integral& integral) const;

    Channel m_info;
    std::int64_t m_pauseNs;
    PackedColumn m_times;
    PackedColumn m_values;
    Pyramid m_smallest;
    Pyramid m_largest;
    PackedColumn m_present;  ///< number of samples that are no gaps before every 16th
    PackedColumn m_areasLow; ///< the sum up to every 16th sample, its area in halves
    PackedColumn m_areasHigh;
    PackedColumn m_covered;
    Sum m_sum; ///< up to the latest
    std::int64_t m_presentSoFar = 0;
};

} // namespace stepscope::trace
