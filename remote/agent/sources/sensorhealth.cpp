#include "remote/agent/sources/sensorhealth.h"

#include "remote/agent/system/clock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <utility>

namespace stepscope::agent {
namespace {

using Severity = format::Event::Severity;

constexpr std::int64_t kLeastSlow = 10 * kMillisecond;
/// Without a failure for this long it works again; likewise without a slow reading.
constexpr std::int64_t kFineAgain = kSecond;
constexpr std::int64_t kQuickAgain = 10 * kSecond;
/// One that fails so often in a row is dead for now.
constexpr std::int64_t kDead = 20;
constexpr std::int64_t kRestOfTheDead = 200 * kMillisecond;

/// strerror() may allocate, and its words help nobody with a sensor.
const char* errorName(int error)
{
    switch (error) {
    case EAGAIN:
        return "EAGAIN: its conversion did not end in time";
    case EIO:
        return "EIO: it does not answer on its bus";
    case EREMOTEIO:
        return "EREMOTEIO: it does not answer on its bus";
    case ETIMEDOUT:
        return "ETIMEDOUT: its bus does not answer";
    case ENODATA:
        return "ENODATA: it is switched off";
    case SensorHealth::kNoNumber:
        return "its file holds no number";
    default:
        return nullptr;
    }
}

[[gnu::format(printf, 4, 5)]] void tell(EventSink& events, std::int64_t now, Severity severity, const char* format, ...)
{
    std::array<char, 400> text;
    std::va_list arguments;
    va_start(arguments, format);
    const int size = std::vsnprintf(text.data(), text.size(), format, arguments);
    va_end(arguments);
    events.tell(now, severity, "source",
                {text.data(), std::min(static_cast<std::size_t>(std::max(size, 0)), text.size() - 1)});
}

} // namespace

SensorHealth::SensorHealth(std::string title, std::int64_t periodNs)
    : m_title(std::move(title))
    , m_slow(std::max(periodNs / 2, kLeastSlow))
{}

void SensorHealth::note(std::int64_t before, std::int64_t after, int error, bool isPresent, EventSink& events)
{
    m_presence.update(isPresent, after, m_title, events);
    if (!isPresent)
        return;
    if (error != 0)
        noteFailure(after, error, events);
    else
        noteSuccess(after, events);
    noteDuration(after - before, after, events);
}

void SensorHealth::noteFailure(std::int64_t now, int error, EventSink& events)
{
    ++m_failures;
    ++m_inARow;
    m_lastFailure = now;
    if (m_inARow >= kDead)
        m_restUntil = now + kRestOfTheDead;
    if (m_failingSince != 0)
        return;
    m_failingSince = now;
    if (const char* name = errorName(error))
        tell(events, now, Severity::Warning, "%s could not be read (%s); its samples are missing meanwhile.",
             m_title.c_str(), name);
    else
        tell(events, now, Severity::Warning, "%s could not be read (error %d); its samples are missing meanwhile.",
             m_title.c_str(), error);
}

void SensorHealth::noteSuccess(std::int64_t now, EventSink& events)
{
    m_inARow = 0;
    if (m_failingSince == 0 || now - m_lastFailure < kFineAgain)
        return;
    tell(events, now, Severity::Info, "%s can be read again; %lld readings failed in %.1f s.", m_title.c_str(),
         static_cast<long long>(m_failures), static_cast<double>(m_lastFailure - m_failingSince) * 1e-9);
    m_failingSince = 0;
    m_failures = 0;
}

void SensorHealth::noteDuration(std::int64_t spent, std::int64_t now, EventSink& events)
{
    if (spent > m_slow) {
        m_lastSlow = now;
        m_restUntil = std::max(m_restUntil, now + 4 * spent);
        if (!m_isSlow)
            tell(events, now, Severity::Warning,
                 "%s took %lld ms to be read: it is read less often, so that the others of its bus are not late.",
                 m_title.c_str(), static_cast<long long>(spent / kMillisecond));
        m_isSlow = true;
    } else if (m_isSlow && now - m_lastSlow > kQuickAgain) {
        m_isSlow = false;
        tell(events, now, Severity::Info, "%s is read as quickly as before again.", m_title.c_str());
    }
}

} // namespace stepscope::agent
