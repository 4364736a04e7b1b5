#pragma once

#include "remote/agent/sources/source.h"

#include <cstdint>
#include <string>

namespace stepscope::agent {

/// How a sensor on a bus is doing. Tells once when its readings fail, take too long, or its file goes away, and once
/// when that is over. A sensor that is slow or dead is read less often, so that it takes at most a fifth of the time of
/// those that share its thread.
class SensorHealth
{
public:
    /// title: "The rail VDD_IN"; periodNs: how often it is to be read.
    SensorHealth(std::string title, std::int64_t periodNs);

    /// False while it rests.
    [[gnu::hot]] [[nodiscard]] bool isDue(std::int64_t now) const { return now >= m_restUntil; }
    /// After each reading. error: errno, 0 when it brought a value, kNoNumber when it brought something else.
    [[gnu::hot]] void note(std::int64_t before, std::int64_t after, int error, bool isPresent, EventSink& events);

    static constexpr int kNoNumber = -1;

private:
    void noteFailure(std::int64_t now, int error, EventSink& events);
    void noteSuccess(std::int64_t now, EventSink& events);
    void noteDuration(std::int64_t spent, std::int64_t now, EventSink& events);

    std::string m_title;
    std::int64_t m_slow; ///< readings longer than this are
    std::int64_t m_restUntil = 0;
    Presence m_presence;
    std::int64_t m_failingSince = 0; ///< 0 = it is not
    std::int64_t m_lastFailure = 0;
    std::int64_t m_failures = 0;
    std::int64_t m_inARow = 0;
    bool m_isSlow = false;
    std::int64_t m_lastSlow = 0;
};

} // namespace stepscope::agent
