#pragma once

#include "analysis/trace/tracestore.h"
#include "remote/format/recordingfile.h"
#include "remote/format/result.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace stepscope::app {

/// A thread that appends bytes from the link to the user's file, then decodes them into the trace. A full queue blocks
/// push(), which stops the link from reading, which closes the SSH window.
class Ingest
{
public:
    /// Called on the ingest thread, at most 60 times per second and once at the end.
    using ViewSink = std::function<void(trace::TraceView)>;

    /// Decodes the present contents of the file (a resumed recording) before any pushed bytes.
    Ingest(format::RecordingFile file, ViewSink sink);
    ~Ingest();
    Ingest(const Ingest&) = delete;
    Ingest& operator=(const Ingest&) = delete;

    /// Blocks while 16 MiB are queued. After an error (disk full, not a recording) every push returns that error.
    format::Result<void> push(std::span<const std::byte> bytes);
    /// Waits until all bytes are written and decoded. No push may follow.
    format::Result<trace::TraceView> finish();
    /// After finish(): RecordingFile::isInPlace().
    [[nodiscard]] bool fileIsInPlace() const { return m_file.isInPlace(); }

private:
    void run();
    void decodeExisting();
    void decode(std::span<const std::byte> bytes);
    void publish(bool always);
    void fail(format::Error error);

    format::RecordingFile m_file;
    ViewSink m_sink;
    trace::TraceStore m_store;
    std::chrono::steady_clock::time_point m_lastPublished;
    bool m_unpublished = false;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::vector<std::byte>> m_queue;
    std::size_t m_queuedBytes = 0;
    bool m_closing = false;
    std::optional<format::Error> m_error;
    std::thread m_thread;
};

} // namespace stepscope::app
