#include "ui/recording/fold/foldpicture.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr std::size_t kMostLaneOps = 20'000; ///< of the mean step; more are not distinguishable

widgets::ColorRole colorOf(const trace::Channel& info)
{
    using widgets::ColorRole;
    if (info.quantity == "rail.power")
        return widgets::railColor(info.role);
    if (info.quantity.starts_with("gpu."))
        return {ColorRole::Kind::Gpu, 0};
    if (info.quantity.starts_with("memory."))
        return {ColorRole::Kind::Memory, 0};
    if (info.quantity.starts_with("cpu."))
        return {ColorRole::Kind::Cluster, 0};
    return {ColorRole::Kind::Series, 0};
}

std::vector<widgets::FoldPicture::Line> singleLines(const trace::TraceView& view, const FoldedSteps& folded,
                                                    std::size_t count, const analysis::OutlierStep* highlighted)
{
    std::vector<widgets::FoldPicture::Line> lines;
    const analysis::StepPhases& phases = folded.steps.phases;
    const trace::ChannelView& channel = view.channels()[folded.channelIndex];
    const auto add = [&](const analysis::StepPhases& of, std::size_t step, std::uint64_t number, bool isHighlighted) {
        widgets::FoldPicture::Line line{
            QCoreApplication::translate("FoldPanel", "step %1").arg(number), {}, isHighlighted};
        const double scale = phases.stepSeconds() / of.stepSeconds();
        for (const analysis::FoldPoint& point : analysis::pointsOfStep(view, channel, of, step, folded.channel.sensor))
            line.points.emplace_back(point.seconds * scale, point.value);
        lines.push_back(std::move(line));
    };
    for (std::size_t i = 0; i < std::min(count, phases.size()); ++i) {
        const std::size_t step = i * phases.size() / std::min(count, phases.size());
        add(phases, step, folded.steps.indices[step], false);
    }
    // The outlier may not be among the folded steps.
    if (highlighted != nullptr) {
        const std::vector<trace::TimeRange> alone{highlighted->range};
        add(analysis::StepPhases(alone), 0, highlighted->index, true);
    }
    return lines;
}

} // namespace

std::optional<std::size_t> channelToFold(const trace::TraceView& view)
{
    for (const std::string_view quantity : {"rail.power", "gpu.utilization", "cpu.process", "cpu.utilization", ""}) {
        for (std::size_t i = 0; i < view.channels().size(); ++i) {
            const trace::Channel& info = view.channels()[i].info();
            if (!info.quantity.starts_with("agent.") && (quantity.empty() || info.quantity == quantity))
                return i;
        }
    }
    return std::nullopt;
}

QString foldName(const trace::Channel& info)
{
    const bool isPower = info.quantity == "rail.power" && !info.rail.empty();
    const QString name = QString::fromStdString(isPower ? info.rail : info.name);
    return info.cluster.empty() ? name : name + QStringLiteral(" ") + QString::fromStdString(info.cluster);
}

widgets::FoldPicture foldPicture(const trace::TraceView& view, const FoldedSteps& folded, std::size_t singles,
                                 const analysis::OutlierStep* highlighted)
{
    widgets::FoldPicture picture;
    const analysis::FoldedWaveform& fold = folded.channel.waveform;
    picture.title = QString::fromStdString(fold.reason);
    picture.stepSeconds = folded.steps.phases.stepSeconds();
    if (!fold.reason.empty())
        return picture;
    picture.unit = folded.channel.unit;
    picture.color = colorOf(view.channels()[folded.channelIndex].info());
    picture.value = fold.value;
    picture.low = fold.low;
    picture.high = fold.high;
    picture.lines = singleLines(view, folded, singles, highlighted);
    std::map<std::size_t, widgets::FoldPicture::Lane> lanes;
    for (const analysis::FoldedOp& op : folded.steps.ops) {
        widgets::FoldPicture::Lane& lane = lanes[op.lane];
        lane.name = QString::fromStdString(view.lanes()[op.lane].info().name);
        if (lane.ops.size() < kMostLaneOps)
            lane.ops.push_back({op.begin, op.end, op.depth, op.op, std::string(view.opName(op.op))});
    }
    for (auto& [index, lane] : lanes)
        picture.lanes.push_back(std::move(lane));
    return picture;
}

} // namespace stepscope::ui
