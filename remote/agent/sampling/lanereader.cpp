#include "remote/agent/sampling/lanereader.h"

#include "remote/agent/sampling/dither.h"
#include "remote/agent/sampling/sampleblocks.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepscope::agent {
namespace {

std::size_t ringSize(const Lane& lane)
{
    return lane.kind == SamplingLane::Fast ? 512 * 1024 : 128 * 1024;
}

} // namespace

LaneReader::LaneReader(Lane lane, const SamplingPlan& plan, LossLedger& losses, Wakeup& writer)
    : m_lane(lane)
    , m_sink(ringSize(lane), losses, writer)
    , m_ditherNs(plan.ditherNs)
{
    // Else each page is a fault of a sampling thread, and slow lanes take minutes to reach them all.
    m_sink.ring().touch();
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

void LaneReader::begin(const format::PauseBlocks& pauses)
{
    m_pauses = pauses;
    const std::int64_t now = format::monotonicNs();
    for (Group& group : m_groups) {
        const std::int64_t period = group.plan->periodNs;
        moveTo(group, pauses.gridNs + group.plan->phaseNs + ((now - pauses.gridNs) / period + 1) * period);
    }
}

std::int64_t LaneReader::nextDeadline() const
{
    return nearest()->deadline;
}

void LaneReader::readNext()
{
    Group& group = m_groups[static_cast<std::size_t>(nearest() - m_groups.begin())];
    sample(group);
    advance(group);
}

std::vector<LaneReader::Group>::const_iterator LaneReader::nearest() const
{
    return std::min_element(m_groups.begin(), m_groups.end(),
                            [](const Group& a, const Group& b) { return a.deadline < b.deadline; });
}

void LaneReader::sample(Group& group)
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

std::int64_t LaneReader::deadlineOf(std::int64_t place) const
{
    return place + ditherNs(place - m_pauses.gridNs, m_ditherNs);
}

/// Moves a group to a place on its grid; to the first one after the pause if it would be due in one.
void LaneReader::moveTo(Group& group, std::int64_t place) const
{
    const std::int64_t due = deadlineOf(place);
    const std::int64_t awake = m_pauses.awakeFrom(due);
    const std::int64_t missing = awake > due ? awake - place : 0;
    const std::int64_t period = group.plan->periodNs;
    group.place = place + (missing + period - 1) / period * period;
    group.deadline = deadlineOf(group.place);
}

void LaneReader::advance(Group& group)
{
    const std::int64_t period = group.plan->periodNs;
    const std::int64_t now = format::monotonicNs();
    const std::int64_t next = group.place + period;
    std::int64_t missed = std::max<std::int64_t>(now - next, 0) / period;
    missed += now >= deadlineOf(next + missed * period) ? 1 : 0;
    moveTo(group, next + missed * period);
    if (missed == 0)
        return;
    if (m_lane.kind == SamplingLane::Fast) {
        m_sink.losses().add(LossKind::Samples, static_cast<std::uint64_t>(missed) * group.values.size(), now,
                            "The sampler did not run in time: the machine was too busy or suspended.");
    } else if (!group.reportedSlow) {
        group.reportedSlow = true;
        std::array<char, 160> text;
        const int size =
            std::snprintf(text.data(), text.size(),
                          "A sensor takes longer to read than the period of %lld us, so it has fewer samples.",
                          static_cast<long long>(period / format::kMicrosecond));
        m_sink.report(now, format::Event::Severity::Info, "source", {text.data(), static_cast<std::size_t>(size)});
    }
}

} // namespace stepscope::agent
