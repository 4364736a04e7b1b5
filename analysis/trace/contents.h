#pragma once

#include "analysis/trace/chunkarena.h"
#include "analysis/trace/lanewriter.h"
#include "analysis/trace/losslist.h"
#include "analysis/trace/storecontents.h"
#include "remote/format/framereader.h"
#include "remote/format/records.h"
#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope::trace {

/// The only writer of a trace: frames in, columns and losses out.
class Contents
{
public:
    explicit Contents(ChunkArena::Options memory);

    /// What cannot be understood is counted as a loss.
    void take(const format::Frame& frame);
    /// Tells of damage that was found between two frames.
    void tellDamage(const format::ReadDamage& damage);
    void finish(const format::ReadDamage& damage);

    std::shared_ptr<const StoreContents> snapshot();
    [[nodiscard]] ChunkArena::Use memory() const { return m_arena->use(); }

private:
    using Payload = std::span<const std::byte>;
    using Decode = format::Result<void> (Contents::*)(Payload);
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
    format::Result<void> takeLog(Payload payload);
    format::Result<void> takeEvent(Payload payload);
    format::Result<void> takeFacts(Payload payload);
    format::Result<void> takeFooter(Payload payload);

    void takeColumn(const format::SampleColumn& column, std::span<const std::int64_t> times);
    void takeStep(format::Step step, StepList& list);
    LaneWriter* laneOf(std::uint32_t id);
    std::int64_t possible(std::int64_t time);
    void saw(TimeRange range);
    void lose(std::string what, std::uint64_t count, std::string reason, TimeRange range);
    void lose(std::string what, std::uint64_t count, std::string reason);
    void mergeLanes(bool wholly);
    std::shared_ptr<const LaneStores> laneStores();

    void tellMemory();

    std::shared_ptr<ChunkArena> m_arena;
    std::size_t m_toldBeyond = 0; ///< pieces of memory beyond the bound
    std::shared_ptr<StoreColumns> m_columns;
    std::unordered_map<std::uint32_t, ChannelStore*> m_channels; ///< by id
    std::unordered_map<std::uint32_t, std::size_t> m_laneIndex;  ///< by id
    std::vector<LaneWriter> m_lanes;
    std::shared_ptr<const LaneStores> m_laneStores; ///< null = out of date
    std::shared_ptr<const RunHeader> m_header;
    std::shared_ptr<const Facts> m_facts;
    std::optional<RunEnding> m_ending;
    std::optional<TimeRange> m_seen; ///< earliest and latest time of all data
    std::uint64_t m_sampleCount = 0;
    std::uint64_t m_linkCount = 0;
    LossList m_losses;
    format::ReadDamage m_toldDamage;
    std::vector<SpanRecord> m_spans;                 ///< of one block; kept for its memory
    std::shared_ptr<const StoreContents> m_snapshot; ///< null = out of date
};

} // namespace stepscope::trace
