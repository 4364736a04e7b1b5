#include "widgets/tracks/tracktable.h"

#include <array>

namespace stepscope::widgets {

namespace {

using Height = TrackKind::Height;

constexpr std::array<TrackKind, 12> kTracks = {{
    {"steps", true, Height::Fixed, keysOfSteps, makeStepsTrack},
    {"events", true, Height::Fixed, keysOfEvents, makeEventsTrack},
    {"cores", true, Height::GrowsAndShrinks, keysOfCores, makeLoadTrack},
    {"cpu", true, Height::GrowsAndShrinks, keysOfCpu, makeCpuTrack},
    {"gpu", true, Height::GrowsAndShrinks, keysOfGpu, makeLoadTrack},
    {"emc", true, Height::GrowsAndShrinks, keysOfEmc, makeLoadTrack},
    {"power", true, Height::Grows, keysOfPower, makePowerTrack},
    {"memory", true, Height::Grows, keysOfMemory, makeMemoryTrack},
    {"ops", true, Height::Fixed, keysOfLanes, makeOpsTrack},
    {"temperatures", true, Height::Grows, keysOfTemperatures, makeTemperatureTrack},
    {"frequencies", false, Height::Grows, keysOfFrequencies, makeFrequencyTrack},
    {"others", false, Height::Grows, keysOfOthers, makeOtherTrack},
}};

} // namespace

std::span<const TrackKind> trackTable()
{
    return kTracks;
}

std::vector<Readout> Track::readouts(const trace::TraceView&, std::optional<std::int64_t>) const
{
    return {};
}

} // namespace stepscope::widgets
