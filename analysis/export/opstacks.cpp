#include "analysis/export/opstacks.h"

#include "analysis/energy/attribution.h"
#include "analysis/energy/lanecutter.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/metrics.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace stepscope::analysis {
namespace {

/// Collects the stacks of nested spans.
class Collector
{
public:
    Collector(const trace::TraceView& view, OpStacks& into)
        : m_view(view)
        , m_into(into)
        , m_texts(view.opCount() + 1)
    {}

    void beginLane(const format::Lane& lane)
    {
        m_lane = add(OpStacks::kNone, validText(lane.name.empty() ? "lane " + std::to_string(lane.id) : lane.name), 0);
    }
    void beginStretch(trace::TimeRange stretch) { m_cutter.emplace(stretch, m_selfTimes); }
    void add(const trace::SpanRecord& span, bool isCounted)
    {
        constexpr std::size_t kMostSelfTimes = 4096; // kept at a time
        const std::uint32_t stack = stackOf(m_cutter->callerAt(span.start).value_or(m_lane), span.op);
        m_into.stacks[stack].count += isCounted ? 1 : 0;
        m_cutter->add(span, stack);
        if (m_selfTimes.size() > kMostSelfTimes)
            takeSelfTimes();
    }
    void endStretch()
    {
        m_cutter->finish();
        takeSelfTimes();
    }
    /// An op of the stack; 0 = it is a lane.
    [[nodiscard]] std::uint32_t opOf(std::size_t stack) const { return m_ops[stack]; }

private:
    std::uint32_t add(std::uint32_t caller, std::string frame, std::uint32_t op)
    {
        m_into.stacks.push_back({.caller = caller, .frame = std::move(frame)});
        m_ops.push_back(op);
        return static_cast<std::uint32_t>(m_into.stacks.size() - 1);
    }
    /// Ops with equal name and shapes have one frame.
    std::uint32_t textOf(std::uint32_t op)
    {
        if (op >= m_texts.size())
            m_texts.resize(op + 1);
        if (m_texts[op] == 0) {
            std::string text(m_view.opName(op));
            if (!m_view.opShapes(op).empty())
                text += " " + std::string(m_view.opShapes(op));
            m_texts[op] = m_textIds.try_emplace(text, static_cast<std::uint32_t>(m_textIds.size() + 1)).first->second;
        }
        return m_texts[op];
    }
    std::uint32_t stackOf(std::uint32_t caller, std::uint32_t op)
    {
        const std::uint64_t key = (std::uint64_t{caller} << 32U) | textOf(op);
        if (const auto known = m_stacks.find(key); known != m_stacks.end())
            return known->second;
        if (m_into.stacks.size() >= OpStacks::kMost) {
            m_into.omissions.add("calls deeper than the first million stacks");
            return caller;
        }
        std::string frame(m_view.opName(op));
        if (!m_view.opShapes(op).empty())
            frame += " " + std::string(m_view.opShapes(op));
        const std::uint32_t stack = add(caller, validText(frame), op);
        m_stacks.emplace(key, stack);
        return stack;
    }
    void takeSelfTimes()
    {
        for (const SelfTimeInterval& piece : m_selfTimes)
            m_into.stacks[piece.group].selfNs += piece.end - piece.begin;
        m_selfTimes.clear();
    }

    const trace::TraceView& m_view;
    OpStacks& m_into;
    std::vector<std::uint32_t> m_texts; ///< by op: number of its frame; 0 = not known yet
    std::unordered_map<std::string, std::uint32_t> m_textIds;
    std::unordered_map<std::uint64_t, std::uint32_t> m_stacks; ///< by caller and frame
    std::vector<std::uint32_t> m_ops;                          ///< by stack
    std::vector<SelfTimeInterval> m_selfTimes;                 ///< of stacks, as groups
    std::optional<LaneCutter> m_cutter;                        ///< of the stretch
    std::uint32_t m_lane = 0;
};

/// The group of each stack in the attribution; kNone = it has no energy.
std::vector<std::uint32_t> groupsOf(const trace::TraceView& view, const Attribution& attribution,
                                    const Collector& collector, const std::vector<bool>& isOfStream, std::size_t count)
{
    std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> known;
    std::uint32_t rest = OpStacks::kNone;
    for (std::uint32_t i = 0; i < attribution.groups.size(); ++i) {
        const OpGroup& group = attribution.groups[i];
        if (group.isRest)
            rest = i;
        else
            known.emplace(std::pair(std::string_view(group.name), std::string_view(group.shapes)), i);
    }
    std::vector<std::uint32_t> groups(count, OpStacks::kNone);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t op = collector.opOf(i);
        if (op == 0 || (attribution.kernelsAreInOps && isOfStream[i]))
            continue;
        const auto group = known.find({view.opName(op), view.opShapes(op)});
        groups[i] = group == known.end() ? rest : group->second;
    }
    return groups;
}

/// Shares the energy of each group, or sum of groups, among its stacks.
void shareEnergies(const Attribution& attribution, const std::vector<std::uint32_t>& groups, OpStacks& stacks)
{
    for (const ChannelAccount& account : attribution.channels) {
        if (!account.isRail() || !account.reason.empty())
            continue;
        stacks.rails.push_back(account.title());
        stacks.inseparable.push_back(0);
        // A sum and its groups have one pot.
        const std::size_t count = attribution.groups.size();
        std::vector<double> joules(count + account.joints.size(), 0.0);
        std::vector<double> selfNs(joules.size(), 0.0);
        const auto potOf = [&](std::uint32_t group) {
            const OpConsumption& op = account.ops[group];
            return op.joint == OpConsumption::kNotJoint ? std::size_t{group} : count + op.joint;
        };
        for (std::uint32_t group = 0; group < count; ++group) {
            if (account.ops[group].joint == OpConsumption::kNotJoint && account.ops[group].regression)
                joules[group] = account.ops[group].regression->value;
            else if (account.ops[group].joint == OpConsumption::kNotJoint && attribution.groups[group].seconds > 0)
                ++stacks.inseparable.back();
        }
        for (std::size_t i = 0; i < account.joints.size(); ++i)
            joules[count + i] = account.joints[i].sum.value;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (groups[i] != OpStacks::kNone)
                selfNs[potOf(groups[i])] += static_cast<double>(stacks.stacks[i].selfNs);
        }
        for (std::size_t i = 0; i < groups.size(); ++i) {
            OpStacks::Stack& stack = stacks.stacks[i];
            const std::size_t pot = groups[i] == OpStacks::kNone ? 0 : potOf(groups[i]);
            const bool hasShare = groups[i] != OpStacks::kNone && selfNs[pot] > 0;
            stack.joules.push_back(hasShare ? joules[pot] * static_cast<double>(stack.selfNs) / selfNs[pot] : 0);
        }
    }
}

void addEnergies(const trace::TraceView& view, trace::TimeRange window, const Collector& collector,
                 const std::vector<bool>& isOfStream, OpStacks& stacks, const std::stop_token& stop)
{
    const Attribution attribution = attributeToOps(view, window, stop);
    stacks.energyReason = attribution.reason.english();
    shareEnergies(attribution, groupsOf(view, attribution, collector, isOfStream, stacks.stacks.size()), stacks);
    const std::vector<std::string> system = systemRails(railSummaries(view, window));
    for (std::size_t i = stacks.rails.size(); i-- > 0;) {
        if (std::find(system.begin(), system.end(), stacks.rails[i]) != system.end())
            stacks.mainRail = i;
    }
    if (!stacks.rails.empty())
        return;
    for (const ChannelAccount& account : attribution.channels) {
        if (account.isRail() && stacks.energyReason.empty())
            stacks.energyReason = account.reason.english();
    }
    if (stacks.energyReason.empty())
        stacks.energyReason = "the recording has no power rail";
}

} // namespace

format::Result<OpStacks> opStacks(const trace::TraceView& view, bool withEnergy, const Progress& progress,
                                  const std::stop_token& stop)
{
    OpStacks stacks;
    const trace::TimeRange window = runWindow(view).range;
    const std::vector<trace::TimeRange> stretches = stretchesWithOps(view, window);
    ExportProgress counter(progress, view.spanCount());
    Collector collector(view, stacks);
    std::vector<bool> isOfStream;
    for (const trace::LaneView& lane : view.lanes()) {
        if (!holdsOps(lane))
            continue;
        collector.beginLane(lane.info());
        std::int64_t previousEnd = INT64_MIN;
        for (const trace::TimeRange& stretch : stretches) {
            collector.beginStretch(stretch);
            const auto [first, last] = lane.touching(stretch);
            for (std::size_t i = first; i < last; ++i) {
                if (!counter.advance() || stop.stop_requested())
                    return ExportProgress::cancelled();
                const trace::SpanRecord span = lane.span(i);
                if (span.end() > stretch.begin && span.start < stretch.end)
                    collector.add(span, span.start >= previousEnd);
            }
            collector.endStretch();
            previousEnd = stretch.end;
        }
        isOfStream.resize(stacks.stacks.size(), lane.info().kind == format::Lane::Kind::GpuStream);
    }
    if (!stretches.empty())
        stacks.range = {stretches.front().begin, stretches.back().end};
    for (std::size_t i = 0; i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        stacks.steps +=
            (step.flags & format::Step::kTraced) != 0 && step.start >= window.begin && step.end <= window.end;
    }
    if (withEnergy)
        addEnergies(view, window, collector, isOfStream, stacks, stop);
    if (stop.stop_requested() || !counter.report())
        return ExportProgress::cancelled();
    return stacks;
}

} // namespace stepscope::analysis
