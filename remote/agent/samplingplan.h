#pragma once

#include "remote/agent/sources/sourcetable.h"

#include <cstdint>
#include <memory>
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
    std::unique_ptr<Source> source; ///< null unless used
    std::vector<Channel> channels;
    std::uint32_t firstChannel = 0; ///< id
    std::uint32_t group = 0;        ///< position in the plan's groups
};

/// Channels that are read together: one row of a sample block.
struct PlannedGroup
{
    SamplingLane lane = SamplingLane::Fast;
    std::int64_t periodNs = 0;
    std::vector<std::uint32_t> channels; ///< ids, in the row's order
    std::vector<Source*> sources;
    std::vector<std::size_t> counts; ///< channels of each source
};

/// What is sampled, by which thread, how often.
struct SamplingPlan
{
    std::vector<PlannedSource> sources;
    std::vector<PlannedGroup> groups;
    [[nodiscard]] std::size_t channelCount() const;
};

/// Probes each source of the table; the best of each topic is used.
SamplingPlan planSampling(const SourceContext& context, std::span<const SourceRow> table = sourceTable());

/// The header's "sources" and "channels" arrays.
void writeSources(JsonWriter& json, const SamplingPlan& plan);
void writeChannels(JsonWriter& json, const SamplingPlan& plan);

} // namespace stepscope::agent
