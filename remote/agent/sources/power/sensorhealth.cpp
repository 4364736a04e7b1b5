#include "remote/agent/sources/power/sensorhealth.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <utility>

namespace stepscope::agent {
namespace {

using Severity = format::Event::Severity;

constexpr std::int64_t kLeastSlow = 10 * format::kMillisecond;
/// Time without a failure, or without a slow read, after which the sensor counts as recovered.
constexpr std::int64_t kRecovered = format::kSecond;
constexpr std::int64_t kQuickAgain = 10 * format::kSecond;
/// Failures in a row after which the sensor counts as dead.
constexpr std::int64_t kDeadAfter = 20;
/// Slow reads in a row after which the sensor counts as slow: a single one may be due to a machine that was suspended
/// or overloaded, and says nothing about the sensor.
constexpr std::int64_t kSlowAfter = 2;
constexpr std::int64_t kRestOfTheDead = 200 * format::kMillisecond;

/// Texts for errors of sensors. strerror() may allocate.
const char* errorName(int error)
{
    switch (error) {
    case EAGAIN:
        return "EAGAIN: its conversion did not finish in time";
    case EIO:
        return "EIO: it does not answer on its bus";
    case EREMOTEIO:
        return "EREMOTEIO: it does not answer on its bus";
    case ETIMEDOUT:
        return "ETIMEDOUT: its bus does not answer";
    case ENODATA:
        return "ENODATA: it is switched off";
    case SensorHealth::kNoNumber:
        return "its file does not contain a number";
    default:
        return nullptr;
    }
}

[[gnu::format(printf, 4, 5)]] void report(EventSink& events, std::int64_t now, Severity severity, const char* format,
                                          ...)
{
    std::array<char, 400> text;
    std::va_list arguments;
    va_start(arguments, format);
    const int size = std::vsnprintf(text.data(), text.size(), format, arguments);
    va_end(arguments);
    events.report(now, severity, "source",
                  {text.data(), std::min(static_cast<std::size_t>(std::max(size, 0)), text.size() - 1)});
}

} // namespace

SensorHealth::SensorHealth(std::string title, std::int64_t periodNs)
    : m_title(std::move(title))
    , m_slow(std::max(periodNs / 2, kLeastSlow))
{}

void SensorHealth::addRead(std::int64_t before, std::int64_t after, int error, bool isPresent, EventSink& events)
{
    m_presence.update(isPresent, after, m_title, events);
    if (!isPresent)
        return;
    if (error != 0)
        addFailure(after, error, events);
    else
        addSuccess(after, events);
    addDuration(after - before, after, events);
}

void SensorHealth::addFailure(std::int64_t now, int error, EventSink& events)
{
    ++m_failures;
    ++m_failuresInARow;
    m_lastFailure = now;
    if (m_failuresInARow >= kDeadAfter)
        m_suspendedUntil = now + kRestOfTheDead;
    if (m_failingSince != 0)
        return;
    m_failingSince = now;
    if (const char* name = errorName(error))
        report(events, now, Severity::Warning, "%s could not be read (%s); its samples are missing meanwhile.",
               m_title.c_str(), name);
    else
        report(events, now, Severity::Warning, "%s could not be read (error %d); its samples are missing meanwhile.",
               m_title.c_str(), error);
}

void SensorHealth::addSuccess(std::int64_t now, EventSink& events)
{
    m_failuresInARow = 0;
    if (m_failingSince == 0 || now - m_lastFailure < kRecovered)
        return;
    report(events, now, Severity::Info, "%s can be read again; %lld readings failed in %.1f s.", m_title.c_str(),
           static_cast<long long>(m_failures), static_cast<double>(m_lastFailure - m_failingSince) * 1e-9);
    m_failingSince = 0;
    m_failures = 0;
}

void SensorHealth::addDuration(std::int64_t spent, std::int64_t now, EventSink& events)
{
    m_slowInARow = spent > m_slow ? m_slowInARow + 1 : 0;
    if (m_slowInARow >= kSlowAfter) {
        m_lastSlow = now;
        m_suspendedUntil = std::max(m_suspendedUntil, now + 4 * spent);
        if (!m_isSlow)
            report(
                events, now, Severity::Warning,
                "%s took %lld ms to read; it is read less often, so that it does not delay other sensors of its bus.",
                m_title.c_str(), static_cast<long long>(spent / format::kMillisecond));
        m_isSlow = true;
    } else if (m_isSlow && now - m_lastSlow > kQuickAgain) {
        m_isSlow = false;
        report(events, now, Severity::Info, "%s is fast again.", m_title.c_str());
    }
}

} // namespace stepscope::agent
