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

    /// `op(i)` tells of the span i of the lane.
    template <typename Op>
    void append(std::size_t span, std::int64_t start, std::int64_t duration, const Op& op)
    {
        append(span, start, duration);
        if (size() % kGroup == 0)
            m_longestOp.append(op(spanOfGroup(size() / kGroup - 1)));
    }

    [[nodiscard]] std::size_t size() const { return m_spans.size(); } ///< the writer's
    [[nodiscard]] std::size_t span(std::size_t place) const { return static_cast<std::size_t>(m_spans.at(place)); }
    [[nodiscard]] std::int64_t start(std::size_t place) const { return m_starts.at(place); }
    [[nodiscard]] std::int64_t duration(std::size_t place) const
    {
        return coveredBefore(place + 1) - coveredBefore(place) + m_overlaps.at(place);
    }
    /// What is known where so many spans have begun.
    struct Edge
    {
        std::int64_t start = 0;    ///< of the last of them
        std::int64_t duration = 0; ///< of that one
        std::int64_t covered = 0;  ///< ns in which any of them runs: those that overlap count once
        std::int64_t reach = 0;    ///< the latest end of them all
    };
    /// Of the first `places` spans, one at least.
    [[nodiscard]] Edge edge(std::size_t places) const
    {
        Edge edge{.start = m_starts.at(places - 1), .covered = m_covered.at(places - 1)};
        edge.duration = edge.covered - coveredBefore(places - 1) + m_overlaps.at(places - 1);
        edge.reach = edge.start + edge.duration + m_outreached.at(places - 1);
        return edge;
    }
    [[nodiscard]] std::int64_t reachOf(std::size_t places) const { return edge(places).reach; }

    /// The longest of a range: how long it is, and where it is looked for further. It is known at once how long it is;
    /// to find it is left for when its way has been fetched, which for many of them goes on at the same time.
    struct Longest
    {
        std::int64_t duration = -1; ///< -1 = there is none
        std::size_t first = 0;      ///< it is in the first node that has this duration, from this one on,
        std::uint8_t count = 0;     ///< of so many nodes,
        std::uint8_t height = 0;    ///< of so much (see Pyramid); 0 = the spans themselves

        /// It is `first`: the place, or the longest of the group of 16 with this number. Of both more is known.
        [[nodiscard]] bool isFound() const { return height <= 1 && count == 1; }
    };
    [[nodiscard]] std::size_t placeOf(const Longest& found) const
    {
        return found.height == 0 ? found.first
                                 : found.first * kGroup + static_cast<std::size_t>(m_longestAt.at(found.first));
    }
    /// Of the longest of a group, without going to it: groups are few, so that what is kept of them stays at hand.
    [[nodiscard]] std::size_t spanOfGroup(std::size_t group) const
    {
        return static_cast<std::size_t>(m_longestSpan.at(group));
    }
    [[nodiscard]] std::uint32_t opOfGroup(std::size_t group) const
    {
        return static_cast<std::uint32_t>(m_longestOp.at(group));
    }
    /// The first of the longest in [first, last), which is not empty, among the first `size`. O(log n).
    [[nodiscard]] Longest longest(std::size_t first, std::size_t last, std::size_t size) const;
    /// A step closer to it, and what to fetch before that step.
    [[nodiscard]] Longest closer(const Longest& longest) const;
    void prefetch(const Longest& longest) const;

    /// Has the processor fetch what edge() and longest() ask about a place; the chunks of that should have come before.
    void prefetch(std::size_t place) const
    {
        m_covered.prefetch(place);
        m_longest.prefetch(place);
    }
    void prefetchChunks(std::size_t place) const
    {
        m_covered.prefetchChunk(place);
        m_overlaps.prefetchChunk(place);
        m_outreached.prefetchChunk(place);
        m_longest.prefetchChunks(place);
    }
    void prefetchStart(std::size_t place) const { m_starts.prefetch(place); }
    void prefetchChunkOfStart(std::size_t place) const { m_starts.prefetchChunk(place); }
    void prefetchSpan(std::size_t place) const { m_spans.prefetch(place); }
    void prefetchGroup(std::size_t group) const
    {
        m_longestSpan.prefetch(group);
        m_longestOp.prefetch(group);
    }
    [[nodiscard]] std::size_t memory() const;

private:
    class Search;
    static constexpr std::size_t kGroup = std::size_t{1} << Pyramid::kFanBits;

    void append(std::size_t span, std::int64_t start, std::int64_t duration);
    void appendGroup(std::size_t first);
    [[nodiscard]] std::int64_t coveredBefore(std::size_t places) const
    {
        return places > 0 ? m_covered.at(places - 1) : 0;
    }
    void readDurations(std::size_t first, std::size_t count, std::int64_t* durations) const;

    PackedColumn m_spans;      ///< index in the lane
    PackedColumn m_starts;     ///< a copy, so that columns are found without going through the lane
    PackedColumn m_covered;    ///< by this span and those before it
    PackedColumn m_overlaps;   ///< ns of this span in which one before it runs, mostly 0
    PackedColumn m_outreached; ///< ns by which one before it ends later than it does, mostly 0
    Pyramid m_longest;
    PackedColumn m_longestAt; ///< of every 16 places: which is the longest, its index in the lane, its op
    PackedColumn m_longestSpan;
    PackedColumn m_longestOp;
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

    /// `start(i)`, `duration(i)` and `op(i)` tell of the span i of the lane.
    template <typename Start, typename Duration, typename Op>
    void append(std::size_t span, const Start& start, const Duration& duration, const Op& op,
                const PackedColumn::ArenaPointer& arena)
    {
        const std::size_t size = m_size.load(std::memory_order_relaxed);
        if (size < kFew) {
            m_few[size] = static_cast<std::uint32_t>(span);
        } else {
            DepthColumns* columns = m_columns.load(std::memory_order_relaxed);
            if (!columns) {
                columns = new DepthColumns(arena);
                for (const std::uint32_t few : m_few)
                    columns->append(few, start(few), duration(few), op);
                m_columns.store(columns, std::memory_order_release);
            }
            columns->append(span, start(span), duration(span), op);
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
