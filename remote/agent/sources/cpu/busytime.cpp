#include "remote/agent/sources/cpu/busytime.h"

#include "remote/format/clock.h"
#include "remote/format/records.h"

#include <algorithm>

namespace stepscope::agent {
namespace {

/// Shorter gaps are ignored.
constexpr std::int64_t kSmallGap = 50 * format::kMicrosecond;

} // namespace

std::int64_t BusyShare::next(std::int64_t time, std::int64_t busyNs)
{
    const std::int64_t elapsed = time - m_time;
    if (!m_hasPrevious || elapsed <= 0) {
        if (!m_hasPrevious) {
            m_time = time;
            m_busy = busyNs;
            m_hasPrevious = true;
        }
        return format::kMissing;
    }
    m_time = time;
    const std::int64_t pending = busyNs - m_busy;
    const std::int64_t reported = std::clamp<std::int64_t>(pending, 0, elapsed);
    m_busy += reported;
    // After a jump of the counter (reset, or wrong for a long time) the difference is not carried over.
    if (pending < -format::kSecond || pending > elapsed + format::kSecond)
        m_busy = busyNs;
    return (reported * kBusyUnits + elapsed / 2) / elapsed;
}

BusyTime::BusyTime(std::size_t cores, std::int64_t tickNs)
    : m_cores(cores)
    , m_tick(tickNs)
{}

bool BusyTime::look(std::int64_t time, std::span<const Reading> readings, int ownCore)
{
    bool anyUndecided = false;
    for (std::size_t i = 0; i < m_cores.size(); ++i) {
        Core& core = m_cores[i];
        updateGap(core, time, readings[i]);
        const bool own = static_cast<int>(i) == ownCore;
        core.busy = core.valid && (own || core.gap < m_tick + m_tick / 16);
        core.undecided = core.busy && !own && core.gap >= kSmallGap;
        anyUndecided = anyUndecided || core.undecided;
    }
    return anyUndecided;
}

void BusyTime::updateGap(Core& core, std::int64_t time, const Reading& reading) const
{
    if (!reading.valid) {
        core = Core();
        return;
    }
    const std::int64_t distance = time - reading.idle - reading.used;
    const bool wasIdle = !core.valid || reading.idle != core.idleBefore;
    core.worked = core.valid ? reading.used - core.usedBefore : 0;
    core.idleBefore = reading.idle;
    core.usedBefore = reading.used;
    core.valid = true;
    // While a core is continuously busy, its gap depends only on the sample's position in the tick and is not added to
    // the history.
    if (wasIdle || core.seen < 2)
        core.history[core.seen++ % Core::kHistory] = distance;
    const auto end = core.history + std::min(core.seen, Core::kHistory);
    core.gap = std::max<std::int64_t>(distance - *std::min_element(core.history, end), 0);
}

void BusyTime::decide(std::int64_t runnable, std::span<const Reading> readings, std::span<std::int64_t> busyNs)
{
    auto undecided = std::count_if(m_cores.begin(), m_cores.end(), [](const Core& core) { return core.undecided; });
    // The least active cores are taken as idle.
    for (; runnable >= 0 && undecided > runnable; --undecided) {
        Core* least = nullptr;
        for (Core& core : m_cores) {
            if (core.undecided && (least == nullptr || core.worked < least->worked))
                least = &core;
        }
        least->busy = least->undecided = false;
    }
    for (std::size_t i = 0; i < m_cores.size(); ++i)
        busyNs[i] = readings[i].used + (m_cores[i].busy ? m_cores[i].gap : 0);
}

} // namespace stepscope::agent
