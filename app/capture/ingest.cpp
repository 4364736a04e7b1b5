#include "app/capture/ingest.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace stepscope::app {
namespace {

constexpr std::size_t kMaxQueued = std::size_t{16} << 20U;
constexpr std::chrono::milliseconds kFrame{16};

} // namespace

Ingest::Ingest(format::RecordingFile file, ViewSink sink)
    : m_file(std::move(file))
    , m_sink(std::move(sink))
    , m_thread([this] { run(); })
{}

Ingest::~Ingest()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

format::Result<void> Ingest::push(std::span<const std::byte> bytes)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_queuedBytes < kMaxQueued || m_error || m_closing; });
    if (m_error)
        return *m_error;
    m_queue.emplace_back(bytes.begin(), bytes.end());
    m_queuedBytes += bytes.size();
    lock.unlock();
    m_changed.notify_all();
    return {};
}

format::Result<trace::TraceView> Ingest::finish()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_changed.notify_all();
    m_thread.join();
    if (m_error)
        return *m_error;
    return m_store.view();
}

void Ingest::run()
{
    decodeExisting();
    for (;;) {
        std::deque<std::vector<std::byte>> pieces;
        {
            std::unique_lock lock(m_mutex);
            const auto somethingToDo = [this] { return !m_queue.empty() || m_closing || m_error; };
            if (m_unpublished)
                m_changed.wait_for(lock, kFrame, somethingToDo);
            else
                m_changed.wait(lock, somethingToDo);
            if (m_error || (m_queue.empty() && m_closing))
                break;
            pieces = std::exchange(m_queue, {});
            m_queuedBytes = 0;
        }
        m_changed.notify_all();
        for (const auto& piece : pieces) {
            if (auto written = m_file.append(piece); !written.ok()) {
                fail(written.error());
                break;
            }
            decode(piece);
        }
        publish(false);
    }
    m_store.finish();
    publish(true);
    if (auto synced = m_file.sync(); !synced.ok())
        fail(synced.error());
}

void Ingest::decodeExisting()
{
    if (m_file.size() == 0)
        return;
    std::ifstream input(m_file.path(), std::ios::binary);
    std::vector<char> piece(std::size_t{1} << 20U);
    // The file may go on after a damage, where the bytes are fetched again.
    for (std::uint64_t left = m_file.size(); left > 0;) {
        input.read(piece.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, piece.size())));
        if (input.gcount() <= 0)
            break;
        left -= static_cast<std::uint64_t>(input.gcount());
        decode(std::as_bytes(std::span(piece)).first(static_cast<std::size_t>(input.gcount())));
        publish(false);
    }
}

void Ingest::decode(std::span<const std::byte> bytes)
{
    if (auto fed = m_store.feed(bytes); !fed.ok())
        fail(fed.error());
    m_unpublished = true;
}

void Ingest::publish(bool always)
{
    const auto now = std::chrono::steady_clock::now();
    if (!always && (!m_unpublished || now - m_lastPublished < kFrame))
        return;
    m_lastPublished = now;
    m_unpublished = false;
    if (m_sink)
        m_sink(m_store.view());
}

void Ingest::fail(format::Error error)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = std::move(error);
    }
    m_changed.notify_all();
}

} // namespace stepscope::app
