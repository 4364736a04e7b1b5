#pragma once

#include "analysis/trace/chunkarena.h"
#include "analysis/trace/traceview.h"
#include "remote/format/framereader.h"
#include "remote/format/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace stepscope::trace {

struct StoreOptions
{
    /// Bytes of samples and spans that may be resident; what is more lies in a file without a name and is mapped.
    std::size_t memoryLimit = defaultMemoryLimit();
    std::filesystem::path folder{}; ///< of that file; empty = the user's cache, or where temporary files go

    /// STEPSCOPE_MEMORY_LIMIT ("512M", "2G"), else 1 GiB.
    static std::size_t defaultMemoryLimit();
    /// Bytes of "64M", "2 GiB", "1500000"; 0 = the text says none.
    static std::size_t bytesOf(const std::string& text);
};

/// A trace that grows. One thread writes (the ingest thread); view() may be called by that thread and the result given
/// to any.
class TraceStore
{
public:
    explicit TraceStore(const StoreOptions& options = {});
    ~TraceStore();

    /// Decodes more bytes of a recording, in pieces of any size. Damage is counted as losses, never fatal;
    /// an error means that this is no recording at all.
    format::Result<void> feed(std::span<const std::byte> bytes);
    /// No more bytes will come: counts a torn tail.
    void finish();

    /// What is there now.
    [[nodiscard]] TraceView view() const;
    [[nodiscard]] const format::ReadDamage& damage() const;
    /// What samples and spans take.
    [[nodiscard]] ChunkArena::Use memory() const;

private:
    class Input;
    std::unique_ptr<Input> m_input;
};

struct LoadOptions
{
    std::function<bool(double)> progress{}; ///< gets the share read (0..1) and returns false to cancel
    /// Gets what there is already, soon after the beginning and then more and more seldom; not the whole at the end.
    std::function<void(const TraceView&)> view{};
    StoreOptions store{};
};
format::Result<TraceView> loadRecording(const std::filesystem::path& path, const LoadOptions& options);

/// Reads a whole recording. `progress` gets the share read (0..1) and returns false to cancel (error Cancelled).
format::Result<TraceView> loadRecording(const std::filesystem::path& path,
                                        const std::function<bool(double)>& progress = {});

} // namespace stepscope::trace
