#pragma once

#include <chrono>
#include <cstdint>
#include <random>

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

} // namespace stepscope::link
