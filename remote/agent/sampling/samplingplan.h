#pragma once

#include "remote/agent/sampling/sourcetable.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::json {
class Writer;
} // namespace stepscope::json

namespace stepscope::agent {

/// A source of the table and the result of probing it.
struct PlannedSource
{
    const SourceRow* row = nullptr;
    Finding finding;
    std::unique_ptr<Source> source;    ///< null unless the source is used
    std::vector<Channel> channels;     ///< of all parts
    std::uint32_t firstChannel = 0;    ///< id
    std::vector<std::uint32_t> groups; ///< of each channel: index into SamplingPlan::groups
};

/// Identifies a sampling thread.
struct Lane
{
    SamplingLane kind = SamplingLane::Fast;
    int bus = 0; ///< of SamplingLane::Rails: the number of the I2C bus
    bool operator==(const Lane&) const = default;
};

/// Channels that are read together; their values form a row of a sample block.
struct PlannedGroup
{
    Lane lane;
    std::int64_t periodNs = 0;
    std::int64_t phaseNs = 0;            ///< delay against other groups of the period
    std::vector<std::uint32_t> channels; ///< ids, in the row's order
    std::vector<Reader*> readers;
    std::vector<std::size_t> counts; ///< channels of each reader
};

/// What is sampled, by which thread and at which period.
struct SamplingPlan
{
    std::vector<PlannedSource> sources;
    std::vector<PlannedGroup> groups;
    std::int64_t ditherNs = 0; ///< largest pseudo-random delay of a deadline, see dither.h
    /// The group whose rows the hook sends, if there is one.
    [[nodiscard]] std::optional<std::uint32_t> hookGroup() const;
    /// The threads that the groups need.
    [[nodiscard]] std::vector<Lane> lanes() const;
};

/// Probes the sources of the table and selects the best one of each topic.
SamplingPlan planSampling(const SourceContext& context, std::span<const SourceRow> table = sourceTable());

/// The header's "sources" and "channels" arrays.
void writeSources(json::Writer& json, const SamplingPlan& plan);
void writeChannels(json::Writer& json, const SamplingPlan& plan);

/// Applies the results of a self-test of this target's sensors. Format of ~/.stepscope/sensors, one line per sensor:
///
///     board <TAB> Jetson TX2
///     VDD_IN <TAB> window ns <TAB> lag ns <TAB> update ns      ("-" = unknown)
///
/// Channels of these names without values from the driver get these values, marked as measured. Invalid lines are
/// skipped, and the whole file if it is of another board.
void applyMeasuredSensors(SamplingPlan& plan, const Board& board, std::string_view text);
/// The text of ~/.stepscope/sensors; empty without the file.
std::string readMeasuredSensors();

} // namespace stepscope::agent
