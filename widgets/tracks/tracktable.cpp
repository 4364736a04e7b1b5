#include "widgets/tracks/tracktable.h"

#include <array>

namespace stepscope::widgets {

namespace {

constexpr std::array<TrackKind, 11> kTracks = {{
    {"steps", true, keysOfSteps, makeStepsTrack},
    {"events", true, keysOfEvents, makeEventsTrack},
    {"cores", true, keysOfCores, makeLoadTrack},
    {"gpu", true, keysOfGpu, makeLoadTrack},
    {"emc", true, keysOfEmc, makeLoadTrack},
    {"power", true, keysOfPower, makePowerTrack},
    {"memory", true, keysOfMemory, makeMemoryTrack},
    {"ops", true, keysOfLanes, makeOpsTrack},
    {"temperatures", true, keysOfTemperatures, makeTemperatureTrack},
    {"frequencies", false, keysOfFrequencies, makeFrequencyTrack},
    {"others", false, keysOfOthers, makeOtherTrack},
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
