#include "remote/agent/sampler.h"

#include "remote/agent/sampleblocks.h"
#include "remote/agent/system/clock.h"

#include <algorithm>
#include <cstdio>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

std::size_t ringSize(SamplingLane lane)
{
    return lane == SamplingLane::Fast ? 512 * 1024 : 128 * 1024;
}

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
    : m_lane(lane)
    , m_sink(ringSize(lane.kind), losses, writer)
{
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
        if (plan.groups[i].lane != lane || plan.groups[i].channels.empty())
            continue;
        Group& group = m_groups.emplace_back();
        group.number = static_cast<std::uint32_t>(i);
        group.plan = &plan.groups[i];
        group.values.resize(group.plan->channels.size());
        group.times.resize(group.plan->channels.size());
    }
}

Sampler::~Sampler()
{
    stop();
}

void Sampler::start(const format::PauseBlocks& pauses)
{
    m_pauses = pauses;
    const std::int64_t now = monotonicNs();
    for (Group& group : m_groups) {
        const std::int64_t period = group.plan->periodNs;
        group.deadline = pauses.gridNs + group.plan->phaseNs + ((now - pauses.gridNs) / period + 1) * period;
        sleepThroughPause(group);
    }
    if (isNeeded())
        m_thread = std::thread([this] { run(); });
}

void Sampler::stop()
{
    m_stopping.store(true);
    if (m_thread.joinable())
        m_thread.join();
}

void Sampler::run()
{
    // Only the fast lane needs it, and only it is sure to be short.
    if (m_lane.kind == SamplingLane::Fast)
        raiseOwnPriority();
    else
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    while (!m_stopping.load(std::memory_order_relaxed)) {
        Group& group = nextGroup();
        // Long periods are slept in pieces, so that stopping does not take as long.
        const std::int64_t nap = monotonicNs() + 100 * kMillisecond;
        sleepUntil(std::min(group.deadline, nap));
        if (nap < group.deadline)
            continue;
        sample(group);
        advance(group);
        sleepThroughPause(group);
    }
}

Sampler::Group& Sampler::nextGroup()
{
    return *std::min_element(m_groups.begin(), m_groups.end(),
                             [](const Group& a, const Group& b) { return a.deadline < b.deadline; });
}

void Sampler::sample(Group& group)
{
    std::size_t at = 0;
    const PlannedGroup& plan = *group.plan;
    for (std::size_t i = 0; i < plan.readers.size(); ++i) {
        plan.readers[i]->sample(std::span(group.values).subspan(at, plan.counts[i]),
                                std::span(group.times).subspan(at, plan.counts[i]), m_sink);
        at += plan.counts[i];
    }
    const RowHead head{group.number, static_cast<std::uint32_t>(group.values.size())};
    m_sink.put({0, format::FrameType::Samples, LossKind::Samples, head.count}, std::as_bytes(std::span(&head, 1)),
               std::as_bytes(std::span(group.values)), std::as_bytes(std::span(group.times)));
}

/// Stays on the group's own grid.
void Sampler::sleepThroughPause(Group& group) const
{
    const std::int64_t missing = m_pauses.awakeFrom(group.deadline) - group.deadline;
    const std::int64_t period = group.plan->periodNs;
    group.deadline += (missing + period - 1) / period * period;
}

void Sampler::advance(Group& group)
{
    const std::int64_t period = group.plan->periodNs;
    const std::int64_t now = monotonicNs();
    group.deadline += period;
    if (now < group.deadline)
        return;
    const std::int64_t missed = (now - group.deadline) / period + 1;
    group.deadline += missed * period;
    if (m_lane.kind == SamplingLane::Fast) {
        m_sink.losses().add(LossKind::Samples, static_cast<std::uint64_t>(missed) * group.values.size(), now,
                            "The sampler was not run in time: the machine was too busy or stood still.");
    } else if (!group.toldSlow) {
        group.toldSlow = true;
        std::array<char, 160> text;
        const int size =
            std::snprintf(text.data(), text.size(),
                          "A sensor takes longer to read than the period of %lld us, so there are fewer samples of it.",
                          static_cast<long long>(period / kMicrosecond));
        m_sink.tell(now, format::Event::Severity::Info, "source", {text.data(), static_cast<std::size_t>(size)});
    }
}

} // namespace stepscope::agent
