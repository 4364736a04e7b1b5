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

/// Display of the rails of a board.
struct RailMode
{
    bool separate = false; ///< one row per rail instead of one row for all
    bool joules = false;   ///< energy since the beginning of the recording instead of power
    bool operator==(const RailMode&) const = default;
};

/// A group of rows, which collapse and move together.
struct TrackGroup
{
    std::string_view name; ///< identifier in stored arrangements
    const char* title;     ///< to be translated, see titleOf()
};

/// All groups in their default order, from top to bottom.
[[nodiscard]] std::span<const TrackGroup> trackGroups();
[[nodiscard]] QString titleOf(const TrackGroup& group);

struct TrackKind
{
    std::string_view name;
    std::string_view group; ///< a TrackGroup's name
    bool shown;             ///< by default
    /// Whether its rows take spare height or give up height.
    enum class Height { Fixed, Grows, GrowsAndShrinks } height;
    /// One key per track, such as the index of a channel or lane. While a trace grows, keys stay and new ones may
    /// appear.
    std::vector<std::size_t> (*keys)(const trace::TraceView& view);
    std::unique_ptr<Track> (*make)(const trace::TraceView& view, std::size_t key);
    /// Identifies a row among those of its kind, equal in every recording; null for kinds with at most one row.
    std::string (*label)(const trace::TraceView& view, std::size_t key) = nullptr;
    /// Display of its rows in a collapsed group: the group shows a row with SumsUp, or else its first row. Rows with
    /// Stays are always visible and cannot be hidden.
    enum class Role { Detail, SumsUp, Stays } role = Role::Detail;
    /// Shown only in this mode; nothing = in all modes.
    std::optional<RailMode> rails = std::nullopt;
};

/// All kinds, from top to bottom. Kinds of one name are shown and hidden together.
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
[[nodiscard]] bool isOfTensors(std::string_view quantity); ///< drawn by the tensors track only
std::vector<std::size_t> keysOfMetrics(const trace::TraceView& view);
std::unique_ptr<Track> makeMetricTrack(const trace::TraceView& view, std::size_t key);
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
