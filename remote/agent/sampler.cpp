#include "remote/agent/sampler.h"

#include "remote/agent/system/clock.h"

#include <algorithm>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

/// A guest's readings: quick ones take less than a wake-up does, slow ones would make the host late.
constexpr std::int64_t kQuick = 100 * kMicrosecond;
constexpr std::int64_t kSlow = kMillisecond;
constexpr int kProof = 20;
/// What waking may take; what is longer is no delay of waking but a busy machine.
constexpr std::int64_t kLongestLead = 100 * kMicrosecond;

/// sched_setattr(2), which the C library does not wrap.
struct SchedulingAttributes
{
    std::uint32_t size = sizeof(SchedulingAttributes);
    std::uint32_t policy = 0;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime = 0;
    std::uint64_t deadline = 0;
    std::uint64_t period = 0;
};

} // namespace

void raiseOwnPriority()
{
    // Wake-ups may otherwise be gathered within 50 us.
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    sched_param parameters{};
    parameters.sched_priority = 1;
    if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0)
        return;
    if (setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), -10) == 0)
        return;
    // From Linux 6.12 on an ordinary thread may ask for short slices, and then runs sooner; older ones ignore it.
    SchedulingAttributes attributes;
    attributes.runtime = 100'000;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

Sampler::Sampler(Lane lane, const SamplingPlan& plan, LossLedger& losses, Wakeup& writer)
    : m_reader(lane, plan, losses, writer)
    // Waiting for the moment costs processor time: only where the moment matters.
    , m_lead(lane.kind == SamplingLane::Fast ? kLongestLead : 0)
{}

Sampler::~Sampler()
{
    stop();
}

void Sampler::host(Sampler& guest)
{
    m_guests.push_back(&guest);
    guest.m_hasHost = true;
}

void Sampler::start(const format::PauseBlocks& pauses)
{
    m_reader.begin(pauses);
    if (!m_reader.isEmpty())
        m_thread = std::thread([this] { run(); });
}

void Sampler::stop()
{
    m_stopping.store(true);
    leaveHost();
    if (m_thread.joinable())
        m_thread.join();
}

void Sampler::run()
{
    // Only the fast lane needs it, and only it is sure to be short.
    if (lane().kind == SamplingLane::Fast)
        raiseOwnPriority();
    else
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    while (!m_stopping.load(std::memory_order_acquire)) {
        if (isGuest()) {
            m_isGuest.wait(true);
            continue;
        }
        // Long periods are slept in pieces, so that stopping does not take as long.
        const std::int64_t now = monotonicNs();
        const std::int64_t deadline = m_reader.nextDeadline();
        const std::int64_t early = deadline - m_lead.ns();
        const std::int64_t wakeUp = std::min(early, now + 100 * kMillisecond);
        if (wakeUp > now) { // several groups may be due at once
            sleepUntil(wakeUp);
            m_lead.woke(monotonicNs() - wakeUp);
        }
        if (wakeUp < early)
            continue;
        while (monotonicNs() < deadline) {
        }
        readOwn();
        serveGuests();
    }
}

void Sampler::readOwn()
{
    const std::int64_t begin = monotonicNs();
    m_reader.readNext();
    if (!m_hasHost)
        return;
    m_quickReadings = monotonicNs() - begin < kQuick ? m_quickReadings + 1 : 0;
    if (m_quickReadings >= kProof) {
        m_quickReadings = 0;
        m_isGuest.store(true, std::memory_order_release);
    }
}

void Sampler::serveGuests()
{
    for (Sampler* guest : m_guests) {
        std::int64_t now = monotonicNs();
        while (guest->isGuest() && guest->m_reader.nextDeadline() <= now) {
            const std::int64_t begin = now;
            guest->m_reader.readNext();
            now = monotonicNs();
            if (now - begin > kSlow)
                guest->leaveHost();
        }
    }
}

void Sampler::leaveHost()
{
    m_isGuest.store(false, std::memory_order_release);
    m_isGuest.notify_all();
}

} // namespace stepscope::agent
