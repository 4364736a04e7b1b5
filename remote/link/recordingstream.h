#pragma once

#include "remote/link/backoff.h"
#include "remote/link/transport.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace stepscope::link {

/// What a follower is doing, for the window.
struct StreamState
{
    enum class Phase { Connecting, Streaming, Reconnecting, Ended };

    Phase phase = Phase::Connecting;
    std::uint64_t offset = 0;           ///< bytes of the recording given to the sink so far
    int attempt = 0;                    ///< Reconnecting: 1, 2, ...
    std::chrono::milliseconds delay{0}; ///< Reconnecting: until the attempt is made
    std::string reason;                 ///< Reconnecting: what broke; one line
};

struct StreamOptions
{
    std::chrono::milliseconds leastDelay{250};
    std::chrono::milliseconds mostDelay{10'000};
    /// A link that stays broken longer is given up. None: never, as a run may outlast the night a laptop sleeps.
    std::optional<std::chrono::milliseconds> giveUpAfter;
    std::function<void(const StreamState&)> onState; ///< called on the follower's thread
};

/// Follows the recording of a run over a transport that may break: it reconnects and goes on at the byte it had
/// reached, so that the bytes given to the sink are the spool's, each once, in order.
class RecordingStream
{
public:
    /// Takes the bytes in order; may block, which makes the target wait. An error ends the following with that error.
    using Sink = std::function<Result<void>(std::span<const std::byte>)>;

    /// The transport is this follower's alone until follow() returns. `agentPath`: where the deployer put the agent.
    RecordingStream(Transport& transport, std::string agentPath, StreamOptions options);

    /// Blocks until the run ended and all its bytes were given (value: the size of the recording), or an error: that of
    /// the first connection attempt, of the agent, of the sink, Cancelled, or Disconnected when it was given up.
    Result<std::uint64_t> follow(const std::string& run, std::uint64_t fromOffset, const Sink& sink);
    /// From any thread; for good. The transport can be used again once follow() returned.
    void cancel();

private:
    Result<void> attachOnce(const std::string& run, const Sink& sink);
    Result<void> give(ByteStream& stream, const Sink& sink);
    Result<void> pause(const format::Error& reason);
    void tell(StreamState state);

    Transport& m_transport;
    std::string m_agentPath;
    StreamOptions m_options;
    Backoff m_backoff;
    std::uint64_t m_offset = 0;
    bool m_everConnected = false;
    std::optional<std::chrono::steady_clock::time_point> m_brokenSince;
    std::mutex m_mutex; ///< guards the wait for m_cancelled
    std::condition_variable m_wake;
    std::atomic<bool> m_cancelled = false;
};

} // namespace stepscope::link
