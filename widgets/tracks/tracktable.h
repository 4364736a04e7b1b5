#pragma once

#include "widgets/tracks/track.h"

#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::widgets {

/// How the rails of a board are shown.
struct RailMode
{
    bool separate = false; ///< a row a rail; else all in one row
    bool joules = false;   ///< summed up since the recording began; else watts
    bool operator==(const RailMode&) const = default;
};

/// Rows that belong together: they collapse and move as one.
struct TrackGroup
{
    std::string_view name; ///< what arrangements remember it by
    const char* title;     ///< to be translated, see titleOf()
};

/// From top to bottom, as long as nobody arranged them otherwise.
[[nodiscard]] std::span<const TrackGroup> trackGroups();
[[nodiscard]] QString titleOf(const TrackGroup& group);

struct TrackKind
{
    std::string_view name;
    std::string_view group; ///< a TrackGroup's name
    bool shown;             ///< unless a person asks for it, it is not there
    /// What becomes of its rows where there is more room than all rows need, or less.
    enum class Height { Fixed, Grows, GrowsAndShrinks } height;
    /// One key a track, such as indices of channels or lanes; keys of a growing trace never change, new ones may come.
    std::vector<std::size_t> (*keys)(const trace::TraceView& view);
    std::unique_ptr<Track> (*make)(const trace::TraceView& view, std::size_t key);
    /// What tells a row from others of its kind, the same in every recording; null where a trace has one at most.
    std::string (*label)(const trace::TraceView& view, std::size_t key) = nullptr;
    /// What becomes of its rows when their group is collapsed: one of those that sum up stands for the group (else its
    /// first row); what stays is always in sight, and nobody can hide it.
    enum class Role { Detail, SumsUp, Stays } role = Role::Detail;
    /// Only while rails are shown in this way.
    std::optional<RailMode> rails = std::nullopt;
};

/// All kinds, from the top row to the bottom row. Those of one name come and go together.
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
std::unique_ptr<Track> makeEnergyTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfRails(const trace::TraceView& view);
std::unique_ptr<Track> makeRailPowerTrack(const trace::TraceView& view, std::size_t key);
std::unique_ptr<Track> makeRailEnergyTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfMemory(const trace::TraceView& view);
std::unique_ptr<Track> makeMemoryTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfTensors(const trace::TraceView& view);
std::unique_ptr<Track> makeTensorsTrack(const trace::TraceView& view, std::size_t key);
[[nodiscard]] bool isOfTensors(std::string_view quantity); ///< drawn there and nowhere else
std::vector<std::size_t> keysOfTemperatures(const trace::TraceView& view);
std::unique_ptr<Track> makeTemperatureTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfTrainingCpu(const trace::TraceView& view);
std::unique_ptr<Track> makeTrainingCpuTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfFrequencies(const trace::TraceView& view);
std::unique_ptr<Track> makeFrequencyTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfOthers(const trace::TraceView& view);
std::unique_ptr<Track> makeOtherTrack(const trace::TraceView& view, std::size_t key);
std::vector<std::size_t> keysOfPhases(const trace::TraceView& view);
std::vector<std::size_t> keysOfLanes(const trace::TraceView& view); ///< of threads and GPU streams
std::unique_ptr<Track> makeOpsTrack(const trace::TraceView& view, std::size_t key);

} // namespace stepscope::widgets
