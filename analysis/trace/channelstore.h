#pragma once

#include "analysis/trace/columngrid.h"
#include "analysis/trace/model.h"
#include "analysis/trace/packedcolumn.h"
#include "analysis/trace/pyramid.h"
#include "analysis/trace/traceview.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::trace {

/// The samples of one channel with summaries for queries of any range: smallest and largest value per 16^k samples, and
/// the number of present samples and the integral up to every 16th sample. All summaries are integers, so no rounding
/// error accumulates. One thread appends. Other threads read the first `size` samples, where the writer published
/// `size` after it appended them.
class ChannelStore
{
public:
    /// `pauseNs`: a longer distance between two samples is a pause; 0 = no distance is a pause.
    ChannelStore(Channel info, std::int64_t pauseNs, const PackedColumn::ArenaPointer& arena = {});

    /// Returns false and stores nothing if `time` is before that of the last sample. `raw` may be format::kMissing.
    bool append(std::int64_t time, std::int64_t raw);
    /// Appends as many times as values, in half of the time. The times must not be before the last sample, and must not
    /// decrease.
    void append(std::span<const std::int64_t> times, std::span<const std::int64_t> values);

    [[nodiscard]] const Channel& info() const { return m_info; }
    /// Number of appended samples. For the writer only.
    [[nodiscard]] std::size_t size() const { return m_times.size(); }

    [[nodiscard]] std::int64_t time(std::size_t i) const { return m_times.at(i); }
    [[nodiscard]] double value(std::size_t i) const;
    void read(std::size_t first, std::size_t count, std::int64_t* times, double* values) const;
    [[nodiscard]] std::size_t lowerBound(std::int64_t time, std::size_t size) const;
    /// These implement the ChannelView functions of the same names for the first `size` samples.
    void columnEnds(const ColumnGrid& grid, std::size_t size, std::vector<std::size_t>& ends) const;
    /// Has the processor fetch the memory that sumUpTo(i) reads. Reads the chunk headers, so prefetchChunksOfSums(i)
    /// should come earlier.
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
    [[nodiscard]] ChannelView::Bounds bounds(std::size_t first, std::size_t last, std::size_t size) const;
    [[nodiscard]] ChannelView::Bounds boundsAround(std::size_t first, std::size_t last, std::size_t size) const;
    [[nodiscard]] ChannelView::Integral integral(TimeRange range, std::size_t size) const;
    [[nodiscard]] ChannelView::Sum sumUpTo(std::size_t sample) const;
    [[nodiscard]] ChannelView::Integral between(const ChannelView::Sum& from, const ChannelView::Sum& to) const;
    [[nodiscard]] std::size_t memory() const;

private:
    class BoundsSearch;
    using Sum = ChannelView::Sum;

    [[nodiscard]] std::size_t presentBefore(std::size_t i) const;
    [[nodiscard]] ChannelView::Bounds scaled(const PackedColumn::Bounds& bounds) const;
    struct Sample
    {
        std::int64_t time = 0;
        std::int64_t raw = 0;
    };

    /// What the summaries of the next sample need.
    struct Running
    {
        Sum sum; ///< up to the last sample
        Sample last;
        std::array<std::int64_t, PackedColumn::kReadable> recent{}; ///< values, by index modulo its size
        std::int64_t present = 0;                                   ///< samples that are not missing
    };

    void summarize(std::size_t index, Sample sample, Running& running);
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
    PackedColumn m_present;  ///< number of present samples before every 16th
    PackedColumn m_areasLow; ///< Sum::area up to every 16th sample, lower half
    PackedColumn m_areasHigh;
    PackedColumn m_covered;
    Running m_running;
};

} // namespace stepscope::trace
