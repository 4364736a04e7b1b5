#pragma once

#include "analysis/trace/channelstore.h"
#include "analysis/trace/interntable.h"
#include "analysis/trace/lanestore.h"
#include "analysis/trace/linkblock.h"
#include "analysis/trace/model.h"
#include "analysis/trace/recordlist.h"
#include "analysis/trace/traceview.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::trace {

using StepList = RecordList<format::Step>;
using LaneStores = std::vector<std::shared_ptr<const LaneStore>>;

/// What grows. The store and all its views own it together; the vectors and maps themselves are for the writer only,
/// views have pointers to what is in them.
struct StoreColumns
{
    std::vector<std::unique_ptr<ChannelStore>> channels; ///< as in the header
    std::map<std::uint32_t, StepList> steps;             ///< by process
    InternTable<std::string> names;
    InternTable<format::Op> ops;
    InternTable<format::OpWork> work; ///< by op; told for some
    RecordList<format::LogChunk> log;
    RecordList<EventRecord> events;
    RecordList<format::ClockPair> clocks; ///< by monotonic time
    RecordList<LinkBlock> links;          ///< as they came
};

/// One moment of a store: pointers into its columns and how much of them there was.
struct StoreContents
{
    std::shared_ptr<const StoreColumns> columns;
    std::shared_ptr<const LaneStores> laneStores; ///< keeps what `lanes` points at
    std::shared_ptr<const RunHeader> header;      ///< null = none came yet
    std::shared_ptr<const Facts> facts;
    std::optional<RunEnding> ending;
    TimeRange extent;
    std::vector<ChannelView> channels;
    std::vector<LaneView> lanes;
    const StepList* steps = nullptr;
    std::size_t stepCount = 0;
    std::size_t opCount = 0;
    std::size_t logSize = 0;
    std::size_t eventCount = 0;
    std::size_t clockCount = 0;
    std::size_t linkBlocks = 0;
    std::uint64_t linkCount = 0;
    std::uint64_t spanCount = 0;
    std::uint64_t sampleCount = 0;
    std::shared_ptr<const std::vector<Loss>> losses;
};

} // namespace stepscope::trace
