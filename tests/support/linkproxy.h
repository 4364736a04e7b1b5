#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace stepscope::tests {

/// A TCP proxy on loopback between a client and a server, which disturbs the connections: cuts them, stops forwarding
/// without closing them (half-open), changes bits, limits the rate. It runs on a separate thread. Random choices
/// follow from the seed and the number of forwarded bytes, not from time.
class LinkProxy
{
public:
    explicit LinkProxy(std::uint16_t serverPort, unsigned seed = 1);
    ~LinkProxy();
    LinkProxy(const LinkProxy&) = delete;
    LinkProxy& operator=(const LinkProxy&) = delete;

    /// The port that the client connects to; 0 = no port could be opened.
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    /// Bytes that were forwarded from the server to the client.
    [[nodiscard]] std::uint64_t forwarded() const { return m_forwarded; }
    [[nodiscard]] int connections() const { return m_accepted; }
    [[nodiscard]] int corruptions() const { return m_corruptions; }

    /// Closes all connections.
    void cut();
    /// While set, nothing is forwarded and nothing is closed.
    void stall(bool stalled) { m_stalled = stalled; }
    /// While set, new connections are refused.
    void refuse(bool refused) { m_refused = refused; }
    /// Flips one bit of the next bytes from the server.
    void corruptOnce() { ++m_corrupt; }
    /// Flips a bit about each `bytes` bytes from the server; 0 = never.
    void corruptEvery(std::uint64_t bytes) { m_corruptEvery = bytes; }
    /// Closes the connection about each `bytes` bytes from the server; 0 = never.
    void cutEvery(std::uint64_t bytes) { m_cutEvery = bytes; }
    /// Bytes per second in each direction; 0 = no limit.
    void limit(std::uint64_t bytesPerSecond) { m_limit = bytesPerSecond; }

private:
    struct Pair;

    void run();
    void acceptOne();
    bool forward(Pair& pair, bool fromServer);
    std::uint64_t about(std::uint64_t bytes);

    std::uint16_t m_serverPort;
    std::uint16_t m_port = 0;
    int m_listener = -1;
    std::minstd_rand m_random;
    std::uint64_t m_nextCut = 0;
    std::uint64_t m_nextCorruption = 0;
    std::vector<std::unique_ptr<Pair>> m_pairs;
    std::atomic<std::uint64_t> m_forwarded = 0;
    std::atomic<std::uint64_t> m_cutEvery = 0;
    std::atomic<std::uint64_t> m_corruptEvery = 0;
    std::atomic<std::uint64_t> m_limit = 0;
    std::atomic<int> m_accepted = 0;
    std::atomic<int> m_corrupt = 0;
    std::atomic<int> m_corruptions = 0;
    std::atomic<bool> m_cut = false;
    std::atomic<bool> m_stalled = false;
    std::atomic<bool> m_refused = false;
    std::atomic<bool> m_ends = false;
    std::thread m_thread;
};

} // namespace stepscope::tests
