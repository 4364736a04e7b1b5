#pragma once

#include "analysis/trace/traceview.h"
#include "remote/format/framereader.h"
#include "remote/format/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

namespace stepscope::trace {

/// A trace that grows. One thread writes (the ingest thread); view() may be called by that thread and the result given
/// to any.
class TraceStore
{
public:
    TraceStore();
    ~TraceStore();

    /// Decodes more bytes of a recording, in pieces of any size. Damage is counted as losses, never fatal;
    /// an error means that this is no recording at all.
    format::Result<void> feed(std::span<const std::byte> bytes);
    /// No more bytes will come: counts a torn tail.
    void finish();

    /// What is there now.
    [[nodiscard]] TraceView view() const;
    [[nodiscard]] const format::ReadDamage& damage() const;

private:
    class Input;
    std::unique_ptr<Input> m_input;
};

/// Reads a whole recording. `progress` gets the share read (0..1) and returns false to cancel (error Cancelled).
format::Result<TraceView> loadRecording(const std::filesystem::path& path,
                                        const std::function<bool(double)>& progress = {});

} // namespace stepscope::trace
