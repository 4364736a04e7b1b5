#include "remote/agent/sampling/sampler.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

/// Limits for a guest's readings: fast ones take less than a wake-up, slow ones would delay the host.
constexpr std::int64_t kQuick = 100 * format::kMicrosecond;
constexpr std::int64_t kSlow = format::kMillisecond;
constexpr int kProof = 20;
/// A guest's thread is woken when it is needed; the limit only bounds a single wait.
constexpr std::int64_t kGuestWait = 60 * format::kSecond;
/// Longest delay that counts as wake-up time; longer ones are due to a busy machine.
constexpr std::int64_t kLongestLead = 100 * format::kMicrosecond;

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
    // The default slack of 50 us would delay wake-ups.
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    sched_param parameters{};
    parameters.sched_priority = 1;
    if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0)
        return;
    if (setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), -10) == 0)
        return;
    // Linux 6.12 and newer accept a shorter slice for ordinary threads, which then run earlier; older ones ignore it.
    SchedulingAttributes attributes;
    attributes.runtime = 100'000;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

Sampler::Sampler(Lane lane, const SamplingPlan& plan, LossLedger& losses, Wakeup& writer)
    : m_reader(lane, plan, losses, writer)
    // The wait after an early wake-up costs processor time: only the fast lane needs its precision.
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
    // Only the fast lane needs a high priority, and its readings are sure to be short.
    if (lane().kind == SamplingLane::Fast)
        raiseOwnPriority();
    else
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    while (!m_stopping.load(std::memory_order_acquire)) {
        if (isGuest()) {
            m_left.waitUntil(format::monotonicNs() + kGuestWait);
            continue;
        }
        // Long sleeps are split, so that stop() returns soon.
        const std::int64_t now = format::monotonicNs();
        const std::int64_t deadline = m_reader.nextDeadline();
        const std::int64_t early = deadline - m_lead.ns();
        const std::int64_t wakeUp = std::min(early, now + 100 * format::kMillisecond);
        if (wakeUp > now) { // several groups may be due at once
            format::sleepUntil(wakeUp);
            m_lead.addDelay(format::monotonicNs() - wakeUp);
        }
        if (wakeUp < early)
            continue;
        while (format::monotonicNs() < deadline) {
        }
        readOwn();
        serveGuests();
    }
}

void Sampler::readOwn()
{
    const std::int64_t begin = format::monotonicNs();
    m_reader.readNext();
    if (!m_hasHost)
        return;
    m_quickReadings = format::monotonicNs() - begin < kQuick ? m_quickReadings + 1 : 0;
    if (m_quickReadings >= kProof) {
        m_quickReadings = 0;
        m_isGuest.store(true, std::memory_order_release);
    }
}

void Sampler::serveGuests()
{
    for (Sampler* guest : m_guests) {
        std::int64_t now = format::monotonicNs();
        while (guest->isGuest() && guest->m_reader.nextDeadline() <= now) {
            const std::int64_t begin = now;
            guest->m_reader.readNext();
            now = format::monotonicNs();
            if (now - begin > kSlow)
                guest->leaveHost();
        }
    }
}

void Sampler::leaveHost()
{
    m_isGuest.store(false, std::memory_order_release);
    m_left.wake();
}

} // namespace stepscope::agent
