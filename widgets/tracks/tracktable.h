#pragma once

#include "widgets/tracks/track.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope::widgets {

struct TrackKind
{
    std::string_view name;
    bool shown; ///< unless a person asks for it, it is not there
    /// What becomes of its rows where there is more room than all rows need, or less.
    enum class Height { Fixed, Grows, GrowsAndShrinks } height;
    /// One key a track, such as indices of channels or lanes; keys of a growing trace never change, new ones may come.
    std::vector<std::size_t> (*keys)(const trace::TraceView& view);
    std::unique_ptr<Track> (*make)(const trace::TraceView& view, std::size_t key);
};

/// All kinds, from the top row to the bottom row.
[[nodiscard]] std::span<const TrackKind> trackTable();

std::vector<std::size_t> keysOfSteps(const trace::TraceView& view);
std::unique_ptr<Track> makeStepsTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfEvents(const trace::TraceView& view);
std::unique_ptr<Track> makeEventsTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfCores(const trace::TraceView& view);
std::vector<std::size_t> keysOfGpu(const trace::TraceView& view);
std::vector<std::size_t> keysOfEmc(const trace::TraceView& view);
std::vector<std::size_t> keysOfCpu(const trace::TraceView& view);
std::unique_ptr<Track> makeCpuTrack(const trace::TraceView& view, std::size_t key);
std::unique_ptr<Track> makeLoadTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfPower(const trace::TraceView& view);
std::unique_ptr<Track> makePowerTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfMemory(const trace::TraceView& view);
std::unique_ptr<Track> makeMemoryTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfTemperatures(const trace::TraceView& view);
std::unique_ptr<Track> makeTemperatureTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfFrequencies(const trace::TraceView& view);
std::unique_ptr<Track> makeFrequencyTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfOthers(const trace::TraceView& view);
std::unique_ptr<Track> makeOtherTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfLanes(const trace::TraceView& view);
std::unique_ptr<Track> makeOpsTrack(const trace::TraceView& view, std::size_t key);

} // namespace stepscope::widgets
