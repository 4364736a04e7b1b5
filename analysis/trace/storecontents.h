#pragma once

#include "analysis/trace/channelstore.h"
#include "analysis/trace/interntable.h"
#include "analysis/trace/lanestore.h"
#include "analysis/trace/linkindex.h"
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

/// The growing data of a trace, shared by the store and all its views. Only the writer uses the vectors and maps
/// themselves; views hold pointers to their elements.
struct StoreColumns
{
    std::vector<std::unique_ptr<ChannelStore>> channels; ///< in the header's order
    std::map<std::uint32_t, StepList> steps;             ///< by process
    InternTable<std::string> names;
    InternTable<format::Op> ops;
    InternTable<format::OpWork> work; ///< by op; not all ops have it
    RecordList<format::LogChunk> log;
    RecordList<EventRecord> events;
    RecordList<LinkIndex> links; ///< one per frame, in order of arrival
};

/// Snapshot of a store: pointers into its columns and the sizes at that moment. Immutable.
struct StoreContents
{
    std::shared_ptr<const StoreColumns> columns;
    std::shared_ptr<const LaneStores> laneStores; ///< owns the stores of `lanes`
    std::shared_ptr<const RunHeader> header;      ///< null = not received yet
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
    std::size_t linkBlocks = 0;
    std::uint64_t linkCount = 0;
    std::uint64_t spanCount = 0;
    std::uint64_t sampleCount = 0;
    std::shared_ptr<const std::vector<Loss>> losses;
};

} // namespace stepscope::trace
