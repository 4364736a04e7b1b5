#pragma once

#include "analysis/trace/channelstore.h"
#include "analysis/trace/chunkarena.h"
#include "analysis/trace/interntable.h"
#include "analysis/trace/lanestore.h"
#include "analysis/trace/linkindex.h"
#include "analysis/trace/model.h"
#include "analysis/trace/recordlist.h"
#include "analysis/trace/traceview.h"
#include "remote/format/framereader.h"
#include "remote/format/records.h"
#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope::trace {

struct StoreOptions
{
    /// Soft bound of the resident bytes of samples and spans. More data goes to a mapped, unnamed file (ChunkArena).
    std::size_t memoryLimit = defaultMemoryLimit();
    std::filesystem::path folder{}; ///< of that file; empty = the user's cache or a temporary folder

    /// The environment variable STEPSCOPE_MEMORY_LIMIT ("512M", "2G"), else 1 GiB.
    static std::size_t defaultMemoryLimit() { return memoryLimitOr(std::size_t{1} << 30U); }
    /// As above with another limit instead of 1 GiB.
    static std::size_t memoryLimitOr(std::size_t usual);
    /// Bytes of a text such as "64M", "2 GiB" or "1500000"; 0 = not a size.
    static std::size_t bytesOf(const std::string& text);
};

/// A growing trace. One thread (the ingest thread) calls all functions; the views may be passed to any thread and may
/// outlive the store.
class TraceStore
{
public:
    explicit TraceStore(const StoreOptions& options = {});
    ~TraceStore();

    /// Decodes more bytes of a recording, in pieces of any size. Damage is counted as a loss. An error means that the
    /// bytes are not a recording.
    format::Result<void> feed(std::span<const std::byte> bytes);
    /// Ends the recording: counts an incomplete last frame as a loss.
    void finish();

    /// The data so far.
    [[nodiscard]] TraceView view() const;
    [[nodiscard]] const format::ReadDamage& damage() const;
    /// Memory of samples and spans.
    [[nodiscard]] ChunkArena::Use memory() const;

private:
    class Input;
    std::unique_ptr<Input> m_input;
};

struct LoadOptions
{
    std::function<bool(double)> progress{}; ///< receives the fraction read (0..1); returns false to cancel
    /// Receives views of the data so far: the first after 60 ms, the next ones at doubling intervals. Does not receive
    /// the final view.
    std::function<void(const TraceView&)> view{};
    StoreOptions store{};
};
/// Reads a complete recording.
format::Result<TraceView> loadRecording(const std::filesystem::path& path, const LoadOptions& options);

/// As above with default options. Cancelling returns the error Cancelled.
format::Result<TraceView> loadRecording(const std::filesystem::path& path,
                                        const std::function<bool(double)>& progress = {});

/// Whether bytes of the recording are damaged or missing: losses that the reader found, not those that the agent names.
bool isDamaged(const TraceView& view);

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
