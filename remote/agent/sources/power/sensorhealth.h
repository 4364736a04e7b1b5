#pragma once

#include "remote/agent/sources/reading/source.h"

#include <cstdint>
#include <string>

namespace stepscope::agent {

/// Tracks failures and durations of a sensor's reads. Reports once when the reads fail, take too long, or the file
/// disappears, and once when that has ended. A slow or dead sensor is read less often, so that it takes at most a fifth
/// of its thread's time.
class SensorHealth
{
public:
    /// title: "The rail VDD_IN"; periodNs: the sampling period.
    SensorHealth(std::string title, std::int64_t periodNs);

    /// False while reads are suspended.
    [[gnu::hot]] [[nodiscard]] bool isDue(std::int64_t now) const { return now >= m_suspendedUntil; }
    /// Call it after each read. error: an errno, 0 for a value, kNoNumber for an invalid text.
    [[gnu::hot]] void addRead(std::int64_t before, std::int64_t after, int error, bool isPresent, EventSink& events);

    static constexpr int kNoNumber = -1;

private:
    void addFailure(std::int64_t now, int error, EventSink& events);
    void addSuccess(std::int64_t now, EventSink& events);
    void addDuration(std::int64_t spent, std::int64_t now, EventSink& events);

    std::string m_title;
    std::int64_t m_slow; ///< threshold of a slow read, ns
    std::int64_t m_suspendedUntil = 0;
    Presence m_presence;
    std::int64_t m_failingSince = 0; ///< 0 = not failing
    std::int64_t m_lastFailure = 0;
    std::int64_t m_failures = 0;
    std::int64_t m_failuresInARow = 0;
    std::int64_t m_slowInARow = 0;
    bool m_isSlow = false;
    std::int64_t m_lastSlow = 0;
};

} // namespace stepscope::agent
