#pragma once

#include "analysis/trace/chunkdirectory.h"
#include "analysis/trace/packedcolumn.h"
#include "analysis/trace/pyramid.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace stepscope::trace {

/// What the picture of one depth of a lane needs of its spans, in their order; a span's number among them is its place.
/// All of it is known as soon as a span is appended, and never changes.
class DepthColumns
{
public:
    explicit DepthColumns(const PackedColumn::ArenaPointer& arena);
    /// The first `count` places of another's.
    DepthColumns(const DepthColumns& other, std::size_t count);

    void append(std::size_t span, std::int64_t start, std::int64_t duration);

    [[nodiscard]] std::size_t size() const { return m_spans.size(); } ///< the writer's
    [[nodiscard]] std::size_t span(std::size_t place) const { return static_cast<std::size_t>(m_spans.at(place)); }
    [[nodiscard]] std::int64_t start(std::size_t place) const { return m_starts.at(place); }
    [[nodiscard]] std::int64_t duration(std::size_t place) const
    {
        return coveredBefore(place + 1) - coveredBefore(place) + m_overlaps.at(place);
    }
    /// ns in which any of the first `places` spans runs: those that overlap count once.
    [[nodiscard]] std::int64_t coveredBefore(std::size_t places) const
    {
        return places > 0 ? m_covered.at(places - 1) : 0;
    }
    /// The latest end of the first `places` spans, one at least.
    [[nodiscard]] std::int64_t reachOf(std::size_t places) const
    {
        return m_starts.at(places - 1) + duration(places - 1) + m_outreached.at(places - 1);
    }
    /// The first of the longest in [first, last), which is not empty, among the first `size`. O(log n).
    [[nodiscard]] std::size_t longest(std::size_t first, std::size_t last, std::size_t size) const;
    /// Has the processor fetch what is asked about this place.
    void prefetch(std::size_t place) const
    {
        m_starts.prefetch(place);
        m_covered.prefetch(place);
        m_longest.prefetch(place);
    }
    [[nodiscard]] std::size_t memory() const;

private:
    class Search;

    PackedColumn m_spans;      ///< index in the lane
    PackedColumn m_starts;     ///< a copy, so that columns are found without going through the lane
    PackedColumn m_covered;    ///< by this span and those before it
    PackedColumn m_overlaps;   ///< ns of this span in which one before it runs, mostly 0
    PackedColumn m_outreached; ///< ns by which one before it ends later than it does, mostly 0
    Pyramid m_longest;
    std::int64_t m_reach = 0; ///< of all
};

/// The spans of one depth of a lane. Lanes and depths may be many with few spans each: for those only their indices are
/// kept. One thread appends, any reads.
class DepthStore
{
public:
    static constexpr std::size_t kFew = 16;

    DepthStore() = default;
    ~DepthStore();
    DepthStore(const DepthStore&) = delete;
    DepthStore& operator=(const DepthStore&) = delete;
    /// Those spans of another that are among the first `spans` of the lane.
    DepthStore(const DepthStore& other, std::size_t spans);

    /// `start(i)` and `duration(i)` tell of the span i of the lane.
    template <typename Start, typename Duration>
    void append(std::size_t span, const Start& start, const Duration& duration, const PackedColumn::ArenaPointer& arena)
    {
        const std::size_t size = m_size.load(std::memory_order_relaxed);
        if (size < kFew) {
            m_few[size] = static_cast<std::uint32_t>(span);
        } else {
            DepthColumns* columns = m_columns.load(std::memory_order_relaxed);
            if (!columns) {
                columns = new DepthColumns(arena);
                for (const std::uint32_t few : m_few)
                    columns->append(few, start(few), duration(few));
                m_columns.store(columns, std::memory_order_release);
            }
            columns->append(span, start(span), duration(span));
        }
        m_size.store(size + 1, std::memory_order_release);
    }

    /// How many of them are among the first `spans` of the lane.
    [[nodiscard]] std::size_t sizeAmong(std::size_t spans) const;
    /// nullptr = there are kFew at most.
    [[nodiscard]] const DepthColumns* columns() const { return m_columns.load(std::memory_order_acquire); }
    /// The indices in the lane of the first kFew.
    [[nodiscard]] const std::array<std::uint32_t, kFew>& few() const { return m_few; }
    [[nodiscard]] std::size_t memory() const;

private:
    std::array<std::uint32_t, kFew> m_few{};
    std::atomic<std::size_t> m_size{0};
    std::atomic<DepthColumns*> m_columns{nullptr}; ///< owned
};

} // namespace stepscope::trace
