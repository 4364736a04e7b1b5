#include "widgets/tracks/tracktable.h"

#include "widgets/tracks/curve.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

namespace {

using Height = TrackKind::Height;
using Role = TrackKind::Role;

std::string labelOfChannel(const trace::TraceView& view, std::size_t key)
{
    return view.channels()[key].info().name;
}

std::string labelOfRail(const trace::TraceView& view, std::size_t key)
{
    const trace::Channel& channel = view.channels()[key].info();
    return channel.rail.empty() ? channel.name : channel.rail;
}

std::string labelOfQuantity(const trace::TraceView& view, std::size_t key)
{
    const trace::Channel& channel = view.channels()[key].info();
    return channel.quantity + ' ' + channel.unit;
}

/// Thread numbers differ between runs; stream numbers do not.
std::string labelOfLane(const trace::TraceView& view, std::size_t key)
{
    const format::Lane& lane = view.lanes()[key].info();
    if (lane.kind == format::Lane::Kind::GpuStream && lane.name.empty())
        return "stream " + std::to_string(lane.thread);
    return lane.name;
}

constexpr RailMode kWatts{false, false};
constexpr RailMode kJoules{false, true};
constexpr RailMode kRailWatts{true, false};
constexpr RailMode kRailJoules{true, true};

constexpr std::array<TrackGroup, 9> kGroups = {{
    {"steps", QT_TRANSLATE_NOOP("TrackGroups", "Steps")},
    {"processor", QT_TRANSLATE_NOOP("TrackGroups", "Processor")},
    {"gpu", QT_TRANSLATE_NOOP("TrackGroups", "GPU")},
    {"power", QT_TRANSLATE_NOOP("TrackGroups", "Power")},
    {"memory", QT_TRANSLATE_NOOP("TrackGroups", "Memory")},
    {"ops", QT_TRANSLATE_NOOP("TrackGroups", "Ops")},
    {"temperatures", QT_TRANSLATE_NOOP("TrackGroups", "Temperatures")},
    {"frequencies", QT_TRANSLATE_NOOP("TrackGroups", "Frequencies")},
    {"others", QT_TRANSLATE_NOOP("TrackGroups", "Other channels")},
}};

constexpr std::array<TrackKind, 19> kTracks = {{
    {"steps", "steps", true, Height::Fixed, keysOfSteps, makeStepsTrack},
    {"phases", "steps", true, Height::Fixed, keysOfPhases, makeOpsTrack, labelOfLane},
    {"metrics", "steps", true, Height::Grows, keysOfMetrics, makeMetricTrack, labelOfChannel},
    {"events", "steps", true, Height::Fixed, keysOfEvents, makeEventsTrack, nullptr, Role::Stays},
    {"cores", "processor", true, Height::GrowsAndShrinks, keysOfCores, makeLoadTrack, labelOfChannel},
    {"cpu", "processor", true, Height::GrowsAndShrinks, keysOfCpu, makeCpuTrack, nullptr, Role::SumsUp},
    {"training-cpu", "processor", true, Height::GrowsAndShrinks, keysOfTrainingCpu, makeTrainingCpuTrack},
    {"gpu", "gpu", true, Height::GrowsAndShrinks, keysOfGpu, makeLoadTrack, labelOfChannel},
    {"power", "power", true, Height::GrowsAndShrinks, keysOfPower, makePowerTrack, nullptr, Role::SumsUp, kWatts},
    {"power", "power", true, Height::GrowsAndShrinks, keysOfPower, makeEnergyTrack, nullptr, Role::SumsUp, kJoules},
    {"power", "power", true, Height::GrowsAndShrinks, keysOfRails, makeRailPowerTrack, labelOfRail, Role::Detail,
     kRailWatts},
    {"power", "power", true, Height::GrowsAndShrinks, keysOfRails, makeRailEnergyTrack, labelOfRail, Role::Detail,
     kRailJoules},
    {"emc", "memory", true, Height::GrowsAndShrinks, keysOfEmc, makeLoadTrack, labelOfChannel},
    {"memory", "memory", true, Height::GrowsAndShrinks, keysOfMemory, makeMemoryTrack, nullptr, Role::SumsUp},
    {"tensors", "memory", true, Height::Fixed, keysOfTensors, makeTensorsTrack},
    {"ops", "ops", true, Height::Fixed, keysOfLanes, makeOpsTrack, labelOfLane},
    {"temperatures", "temperatures", true, Height::Grows, keysOfTemperatures, makeTemperatureTrack},
    {"frequencies", "frequencies", false, Height::Grows, keysOfFrequencies, makeFrequencyTrack},
    {"others", "others", false, Height::Grows, keysOfOthers, makeOtherTrack, labelOfQuantity},
}};

} // namespace

std::span<const TrackGroup> trackGroups()
{
    return kGroups;
}

QString titleOf(const TrackGroup& group)
{
    return QCoreApplication::translate("TrackGroups", group.title);
}

std::span<const TrackKind> trackTable()
{
    return kTracks;
}

ReadoutTime ReadoutTime::meanOf(trace::TimeRange range)
{
    ReadoutTime time;
    time.m_range = range;
    return time;
}

ReadoutTime ReadoutTime::newest()
{
    ReadoutTime time;
    time.m_isNewest = true;
    return time;
}

std::optional<double> ReadoutTime::valueOf(const trace::ChannelView& channel) const
{
    if (m_moment)
        return Curve(channel).valueAt(*m_moment);
    if (m_isNewest) {
        const double value = channel.size() > 0 ? channel.value(channel.size() - 1) : NAN;
        return std::isnan(value) ? std::nullopt : std::optional(value);
    }
    if (m_range.isEmpty())
        return {};
    const trace::ChannelView::Integral integral = channel.integral(m_range);
    return integral.coveredSeconds > 0 ? std::optional(integral.mean()) : std::nullopt;
}

std::int64_t ReadoutTime::end() const
{
    return m_moment ? *m_moment : m_isNewest ? std::numeric_limits<std::int64_t>::max() : m_range.end;
}

std::string_view Track::unit(const trace::TraceView& view) const
{
    const std::vector<std::size_t> shown = channels();
    return shown.empty() ? std::string_view() : std::string_view(view.channels()[shown.front()].info().unit);
}

std::vector<Readout> Track::readouts(const trace::TraceView&, const ReadoutTime&) const
{
    return {};
}

} // namespace stepscope::widgets
