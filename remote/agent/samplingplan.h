#pragma once

#include "remote/agent/sources/sourcetable.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope::agent {

class JsonWriter;

/// A source of the table and what probing it found.
struct PlannedSource
{
    const SourceRow* row = nullptr;
    Finding finding;
    std::unique_ptr<Source> source;    ///< null unless used
    std::vector<Channel> channels;     ///< of all its parts
    std::uint32_t firstChannel = 0;    ///< id
    std::vector<std::uint32_t> groups; ///< of each channel: position in the plan's groups
};

/// One thread that samples.
struct Lane
{
    SamplingLane kind = SamplingLane::Fast;
    int bus = 0; ///< of SamplingLane::Rails: the number of the I2C bus
    bool operator==(const Lane&) const = default;
};

/// Channels that are read together: one row of a sample block.
struct PlannedGroup
{
    Lane lane;
    std::int64_t periodNs = 0;
    std::int64_t phaseNs = 0;            ///< how long after the others of its period
    std::vector<std::uint32_t> channels; ///< ids, in the row's order
    std::vector<Reader*> readers;
    std::vector<std::size_t> counts; ///< channels of each reader
};

/// What is sampled, by which thread, how often.
struct SamplingPlan
{
    std::vector<PlannedSource> sources;
    std::vector<PlannedGroup> groups;
    [[nodiscard]] std::size_t channelCount() const;
    /// The group whose rows the hook tells, if there is one.
    [[nodiscard]] std::optional<std::uint32_t> toldGroup() const;
    /// Each thread that is needed, once.
    [[nodiscard]] std::vector<Lane> lanes() const;
};

/// Probes each source of the table; the best of each topic is used.
SamplingPlan planSampling(const SourceContext& context, std::span<const SourceRow> table = sourceTable());

/// The header's "sources" and "channels" arrays.
void writeSources(JsonWriter& json, const SamplingPlan& plan);
void writeChannels(JsonWriter& json, const SamplingPlan& plan);

} // namespace stepscope::agent
