#pragma once

#include "analysis/trace/chunkarena.h"
#include "analysis/trace/lanewriter.h"
#include "analysis/trace/model.h"
#include "analysis/trace/tracestore.h"
#include "remote/format/framereader.h"
#include "remote/format/records.h"
#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope::trace {

/// The losses of a recording. Losses of the same kind and reason within a second, or that follow each other without a
/// break, are merged, so that an entry covers at most a second more than its losses. Once the list is long, all of the
/// same kind and reason are merged, so that a target cannot fill the memory with losses.
class LossList
{
public:
    void add(Loss loss);
    /// The losses so far; add() does not change the returned list.
    [[nodiscard]] std::shared_ptr<const std::vector<Loss>> list() const;

private:
    std::vector<Loss> m_losses;
    mutable std::shared_ptr<const std::vector<Loss>> m_list; ///< copy of m_losses; null = out of date
};

/// Decodes frames into the columns of a trace and counts losses. It is the only writer of those columns.
class TraceBuilder
{
public:
    explicit TraceBuilder(ChunkArena::Options memory);

    /// Adds one frame. A frame that cannot be decoded is counted as a loss; a frame of an unknown type is skipped.
    void take(const format::Frame& frame);
    /// Counts the damage that was found since the last call as losses. `damage` is the reader's total.
    void reportDamage(const format::ReadDamage& damage);
    /// Ends the recording: merges all late spans and counts a torn tail.
    void finish(const format::ReadDamage& damage);

    /// The data so far. Costs as much as there are channels and lanes; returns the same snapshot again if no frame came
    /// in between.
    std::shared_ptr<const StoreContents> snapshot();
    [[nodiscard]] ChunkArena::Use memory() const { return m_arena->use(); }

private:
    using Payload = std::span<const std::byte>;
    using Decode = format::Result<void> (TraceBuilder::*)(Payload);
    struct Decoder;

    format::Result<void> takeHeader(Payload payload);
    format::Result<void> takeClock(Payload payload);
    format::Result<void> takeSamples(Payload payload);
    format::Result<void> takeNames(Payload payload);
    format::Result<void> takeOps(Payload payload);
    format::Result<void> takeLane(Payload payload);
    format::Result<void> takeSpans(Payload payload);
    format::Result<void> takeSteps(Payload payload);
    format::Result<void> takeLinks(Payload payload);
    format::Result<void> takeWork(Payload payload);
    format::Result<void> takeMetric(Payload payload);
    format::Result<void> takeLog(Payload payload);
    format::Result<void> takeEvent(Payload payload);
    format::Result<void> takeFacts(Payload payload);
    format::Result<void> takeFooter(Payload payload);

    void addChannel(const Channel& channel);
    ChannelStore* metricChannel(const std::string& name);
    void takeColumn(const format::SampleColumn& column, std::span<const std::int64_t> times);
    void takePossible(ChannelStore& channel, std::span<const std::int64_t> values, std::span<const std::int64_t> times);
    void takeStep(format::Step step, StepList& list);
    std::int64_t possibleTime(std::int64_t time);
    void extendTo(TimeRange range);
    [[nodiscard]] TimeRange extent() const;
    void addLoss(std::string what, std::uint64_t count, std::string reason, TimeRange range);
    void addLoss(std::string what, std::uint64_t count, std::string reason);
    void reportOverflow();

    std::shared_ptr<ChunkArena> m_arena;
    std::size_t m_reportedOverflow = 0; ///< ChunkArena::Use::overflowSegments
    std::shared_ptr<StoreColumns> m_columns;
    std::unordered_map<std::uint32_t, ChannelStore*> m_channels; ///< by id
    std::map<std::string, ChannelStore*> m_metrics;              ///< by name
    LaneSet m_lanes;
    std::shared_ptr<const RunHeader> m_header;
    std::shared_ptr<const Facts> m_facts;
    std::optional<RunEnding> m_ending;
    std::optional<TimeRange> m_dataExtent;   ///< earliest and latest time of all data
    std::optional<std::int64_t> m_lastClock; ///< monotonic time of the last pair of clock readings
    std::uint64_t m_sampleCount = 0;
    std::uint64_t m_linkCount = 0;
    LossList m_losses;
    format::ReadDamage m_reportedDamage;
    std::vector<SpanRecord> m_spans;                 ///< of one block; a member to reuse its memory
    std::vector<std::int64_t> m_times;               ///< of one column of a block, as above
    std::shared_ptr<const StoreContents> m_snapshot; ///< null = out of date
};

} // namespace stepscope::trace
