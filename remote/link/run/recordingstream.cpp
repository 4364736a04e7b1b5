#include "remote/link/run/recordingstream.h"

#include "remote/link/run/agentfailure.h"
#include "remote/link/run/runcontrol.h"
#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stepscope::link {

using format::Error;

namespace {

constexpr std::size_t kReadSize = 256 * 1024;
/// Timeout of one read of an idle stream; cancel() does not wait for it.
constexpr std::chrono::milliseconds kReadTime{500};
/// Time between two reports while the stream waits for the next attempt.
constexpr std::chrono::milliseconds kCountTime{1000};
/// Statuses from this value on are signals: `attach` was killed, while the run may continue.
constexpr int kFirstSignalStatus = 129;

Error cancelledError()
{
    return format::failure(Error::Code::Cancelled, "cancelled");
}

StreamState stateOf(StreamState::Phase phase)
{
    StreamState state;
    state.phase = phase;
    return state;
}

} // namespace

RecordingStream::RecordingStream(Transport& transport, std::string agentPath, StreamOptions options)
    : m_transport(transport)
    , m_agentPath(std::move(agentPath))
    , m_options(std::move(options))
    , m_backoff(m_options.leastDelay, m_options.mostDelay, std::random_device{}())
{}

void RecordingStream::report(StreamState state)
{
    state.offset = m_offset;
    if (m_options.onState)
        m_options.onState(state);
}

Result<void> RecordingStream::forward(ByteStream& stream, const Sink& sink)
{
    std::vector<std::byte> part(kReadSize);
    const auto begin = std::chrono::steady_clock::now();
    while (!stream.finished()) {
        const std::size_t size = TRY(stream.read(part, kReadTime));
        if (m_cancelled)
            return cancelledError();
        if (size == 0) {
            reportSilence(std::max(begin, m_lastByte));
            continue;
        }
        if (std::exchange(m_isSilent, false))
            reportBack();
        m_lastByte = std::chrono::steady_clock::now();
        if (m_backSince && m_lastByte - *m_backSince >= kBackShown) {
            m_backSince.reset();
            report(stateOf(StreamState::Phase::Streaming));
        }
        TRY(sink(std::span(part).first(size)));
        m_offset += size;
        m_backoff.reset();
        m_brokenSince.reset();
    }
    const CommandOutput ending = stream.ending();
    if (ending.exitStatus == 0)
        return {};
    if (ending.exitStatus >= kFirstSignalStatus)
        return format::failure(Error::Code::Disconnected, m_transport.name() +
                                                              ": the agent's attach was killed (status " +
                                                              std::to_string(ending.exitStatus) + ")");
    return agentFailure(m_transport.name(), ending);
}

void RecordingStream::reportSilence(std::chrono::steady_clock::time_point lastByte)
{
    const auto silence = std::chrono::steady_clock::now() - lastByte;
    if (silence < m_options.silentAfter)
        return;
    m_isSilent = true;
    StreamState state = stateOf(StreamState::Phase::Silent);
    state.silence = std::chrono::duration_cast<std::chrono::seconds>(silence);
    report(std::move(state));
}

/// Streaming, with what it followed.
void RecordingStream::reportBack()
{
    const auto now = std::chrono::steady_clock::now();
    StreamState state = stateOf(StreamState::Phase::Streaming);
    state.attempt = m_backoff.attempt();
    state.silence = std::chrono::duration_cast<std::chrono::seconds>(now - m_lastByte);
    m_backSince = now;
    report(std::move(state));
}

/// Errors that can be temporary after a connection that worked are those of a broken link: without a network, host
/// names do not resolve.
Result<void> RecordingStream::reconnect()
{
    const auto connected = m_transport.connect();
    m_isRefused = !connected.ok() && connected.error().code == Error::Code::Denied;
    if (connected.ok() || !m_everConnected)
        return connected;
    const auto code = connected.error().code;
    const bool mayPass = code == Error::Code::NotFound || code == Error::Code::Denied;
    return format::failure(mayPass ? Error::Code::Disconnected : code, connected.error().text);
}

/// Streams over one connection, until the run ends or the link breaks.
Result<void> RecordingStream::attachOnce(const std::string& run, const Sink& sink)
{
    if (!m_everConnected)
        report(stateOf(StreamState::Phase::Connecting));
    TRY(reconnect());
    m_everConnected = true;
    const auto stream = TRY(m_transport.open(shellQuoted(m_agentPath) + " attach " + shellQuoted(run) + " --from " +
                                             std::to_string(m_offset)));
    m_isSilent = false;
    if (m_backoff.attempt() > 0)
        reportBack();
    else
        report(stateOf(StreamState::Phase::Streaming));
    return forward(*stream, sink);
}

Result<void> RecordingStream::pause(const Error& reason)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_brokenSince)
        m_brokenSince = now;
    if (m_options.giveUpAfter && now - *m_brokenSince >= *m_options.giveUpAfter)
        return format::failure(Error::Code::Disconnected,
                               reason.text + "; given up after " + std::to_string(m_backoff.attempt()) + " attempts");
    auto delay = m_backoff.next();
    if (m_isRefused)
        delay = std::max(delay, m_options.refusedDelay);
    if (m_options.giveUpAfter)
        delay = std::min(delay,
                         std::chrono::ceil<std::chrono::milliseconds>(*m_brokenSince + *m_options.giveUpAfter - now));
    return countDown(reason, delay);
}

/// Waits, and reports the time that is left, at last 0. Error Cancelled.
Result<void> RecordingStream::countDown(const Error& reason, std::chrono::milliseconds delay)
{
    StreamState state = stateOf(StreamState::Phase::Reconnecting);
    state.attempt = m_backoff.attempt();
    state.reason = reason.text;
    for (state.delay = delay; state.delay.count() > 0; state.delay -= kCountTime) {
        report(state);
        std::unique_lock lock(m_mutex);
        if (m_wake.wait_for(lock, std::min(state.delay, kCountTime), [this] { return m_cancelled.load(); }))
            return cancelledError();
    }
    state.delay = std::chrono::milliseconds(0);
    report(std::move(state));
    return {};
}

Result<std::uint64_t> RecordingStream::follow(const std::string& run, std::uint64_t fromOffset, const Sink& sink)
{
    TRY(checkRunName(run));
    m_offset = fromOffset;
    m_everConnected = false;
    m_isSilent = m_isRefused = false;
    m_lastByte = std::chrono::steady_clock::now();
    m_backSince.reset();
    m_brokenSince.reset();
    m_backoff.reset();
    // Distinguishes an error of the sink from a broken link.
    std::optional<Error> sinkError;
    const Sink watchedSink = [&](std::span<const std::byte> bytes) {
        Result<void> result = sink(bytes);
        if (!result.ok())
            sinkError = result.error();
        return result;
    };
    Result<void> result = attachOnce(run, watchedSink);
    while (!result.ok() && !m_cancelled && !sinkError && m_everConnected &&
           result.error().code == Error::Code::Disconnected) {
        if (const auto paused = pause(result.error()); !paused.ok()) {
            result = paused.error();
            break;
        }
        result = attachOnce(run, watchedSink);
    }
    if (m_cancelled) {
        const std::lock_guard lock(m_mutex);
        m_transport.rearm();
        result = cancelledError();
    }
    report(stateOf(StreamState::Phase::Ended));
    if (!result.ok())
        return sinkError ? *sinkError : result.error();
    return m_offset;
}

void RecordingStream::cancel()
{
    // The lock keeps follow() from rearming the transport between the two statements.
    const std::lock_guard lock(m_mutex);
    m_cancelled = true;
    m_transport.cancel();
    m_wake.notify_all();
}

Backoff::Backoff(std::chrono::milliseconds least, std::chrono::milliseconds most, std::uint32_t seed)
    : m_least(least)
    , m_most(most)
    , m_random(seed)
{}

std::chrono::milliseconds Backoff::next()
{
    constexpr int kMaxDoublings = 30;
    const auto doublings = std::min(m_attempt, kMaxDoublings);
    ++m_attempt;
    const std::int64_t whole = std::min<std::int64_t>(m_least.count() << doublings, m_most.count());
    const std::int64_t quarter = whole / 4;
    return std::chrono::milliseconds(whole - std::uniform_int_distribution<std::int64_t>(0, quarter)(m_random));
}

} // namespace stepscope::link
