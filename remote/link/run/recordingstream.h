#pragma once

#include "remote/link/transport/transport.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string>

namespace stepscope::link {

/// Exponential backoff: each delay is twice the previous one, within two bounds, minus a random share of up to 25 %, so
/// that the clients of a device do not reconnect at the same moment.
class Backoff
{
public:
    Backoff(std::chrono::milliseconds least, std::chrono::milliseconds most, std::uint32_t seed);

    std::chrono::milliseconds next();
    void reset() { m_attempt = 0; }
    /// Attempts since reset().
    [[nodiscard]] int attempt() const { return m_attempt; }

private:
    std::chrono::milliseconds m_least;
    std::chrono::milliseconds m_most;
    std::minstd_rand m_random;
    int m_attempt = 0;
};

/// The state of a stream, for display.
struct StreamState
{
    enum class Phase {
        Connecting,
        Streaming,
        Silent, ///< the link is open, but no byte has come for a while; then Streaming or Reconnecting
        Reconnecting,
        Ended
    };

    Phase phase = Phase::Connecting;
    std::uint64_t offset = 0; ///< bytes of the recording passed to the sink so far
    /// Reconnecting: 1, 2, ... Streaming: that of the attempt that succeeded, for kBackShown; else 0.
    int attempt = 0;
    std::chrono::milliseconds delay{0}; ///< Reconnecting: time until the attempt; 0 = the attempt is in progress
    std::string reason;                 ///< Reconnecting: the error that broke the link; one line
    /// Silent: time since the last byte. Streaming: how long no byte had come, for kBackShown after it; else 0.
    std::chrono::seconds silence{0};
};

/// How long Streaming carries what it followed, so that a user can read it.
inline constexpr std::chrono::seconds kBackShown{4};

struct StreamOptions
{
    std::chrono::milliseconds leastDelay{250};
    /// A link that works again is noticed within this time.
    std::chrono::milliseconds mostDelay{2'000};
    /// Least delay after a refused login: servers block clients that repeat it often.
    std::chrono::milliseconds refusedDelay{10'000};
    /// Time after which a broken link ends the stream; none = never, since a run can outlast hours without a link.
    std::optional<std::chrono::milliseconds> giveUpAfter;
    /// Silence that is reported. The agent sends samples several times a second, unless the period is longer.
    std::chrono::milliseconds silentAfter{3'000};
    std::function<void(const StreamState&)> onState; ///< called on the thread of follow()
};

/// Streams the recording of a run over a transport that may break. It reconnects and continues at the byte reached, so
/// that the sink gets every byte of the spool once and in order. A login that is refused during a reconnect is tried
/// again, too: a device that boots may refuse keys until the home folders are mounted.
class RecordingStream
{
public:
    /// Gets the bytes in order; may block, which blocks the sender. An error ends the stream with that error.
    using Sink = std::function<Result<void>(std::span<const std::byte>)>;

    /// No other caller may use the transport until follow() returns. `agentPath`: DeployedAgent::path.
    RecordingStream(Transport& transport, std::string agentPath, StreamOptions options);

    /// Blocks until the run has ended and the sink has all bytes; returns the size of the recording. Errors: those of
    /// the first connection attempt, of the agent, of the sink, Cancelled, or Disconnected after giveUpAfter.
    Result<std::uint64_t> follow(const std::string& run, std::uint64_t fromOffset, const Sink& sink);
    /// Ends follow(); may be called from any thread and cannot be undone. The transport is usable again afterwards.
    void cancel();

private:
    Result<void> attachOnce(const std::string& run, const Sink& sink);
    Result<void> reconnect();
    Result<void> forward(ByteStream& stream, const Sink& sink);
    void reportSilence(std::chrono::steady_clock::time_point lastByte);
    void reportBack();
    Result<void> pause(const format::Error& reason);
    Result<void> countDown(const format::Error& reason, std::chrono::milliseconds delay);
    void report(StreamState state);

    Transport& m_transport;
    std::string m_agentPath;
    StreamOptions m_options;
    Backoff m_backoff;
    std::uint64_t m_offset = 0;
    bool m_everConnected = false;
    bool m_isSilent = false;
    bool m_isRefused = false;                         ///< the last attempt to connect ended with a refused login
    std::chrono::steady_clock::time_point m_lastByte; ///< or the begin of follow()
    std::optional<std::chrono::steady_clock::time_point> m_backSince; ///< see kBackShown
    std::optional<std::chrono::steady_clock::time_point> m_brokenSince;
    std::mutex m_mutex; ///< guards the wait for m_cancelled
    std::condition_variable m_wake;
    std::atomic<bool> m_cancelled = false;
};

} // namespace stepscope::link
