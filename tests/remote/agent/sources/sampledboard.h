#pragma once

#include "remote/agent/sampling/samplingplan.h"
#include "remote/agent/system/training.h"
#include "tests/support/boardtree.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::testing {

class CollectedEvents : public agent::EventSink
{
public:
    void report(std::int64_t /*time*/, format::Event::Severity /*severity*/, std::string_view kind,
                std::string_view text) override
    {
        all.push_back(std::string(kind) + ": " + std::string(text));
    }
    std::vector<std::string> all;
};

/// A board with its sampling plan; the test triggers each sample.
class Sampled
{
public:
    explicit Sampled(const std::string& root)
        : tree(root)
        , described(agent::identifyBoard(tree))
        , plan(agent::planSampling({tree, described, training, 10'000'000}))
    {}

    explicit Sampled(const BoardTree& board)
        : Sampled(board.root())
    {}

    /// One reading of each source; values by channel name.
    std::map<std::string, std::int64_t> sample()
    {
        std::map<std::string, std::int64_t> result;
        for (const agent::PlannedGroup& group : plan.groups) {
            std::vector<std::int64_t> values(group.channels.size());
            std::vector<std::int64_t> times(group.channels.size());
            std::size_t at = 0;
            for (std::size_t i = 0; i < group.readers.size(); ++i) {
                group.readers[i]->sample(std::span(values).subspan(at, group.counts[i]),
                                         std::span(times).subspan(at, group.counts[i]), events);
                at += group.counts[i];
            }
            for (std::size_t i = 0; i < values.size(); ++i) {
                result[nameOf(group.channels[i])] = values[i];
                lastTimes[nameOf(group.channels[i])] = times[i];
            }
        }
        return result;
    }
    const std::string& nameOf(std::uint32_t id) const
    {
        for (const agent::PlannedSource& planned : plan.sources) {
            if (id >= planned.firstChannel && id - planned.firstChannel < planned.channels.size())
                return planned.channels[id - planned.firstChannel].name;
        }
        static const std::string kNone;
        return kNone;
    }
    const agent::PlannedGroup& groupOf(std::string_view source, std::size_t channel = 0) const
    {
        return plan.groups[this->source(source).groups[channel]];
    }
    const agent::PlannedSource& source(std::string_view name) const
    {
        return *std::find_if(plan.sources.begin(), plan.sources.end(),
                             [&](const auto& s) { return name == s.row->name; });
    }
    const agent::Channel* channel(std::string_view name) const
    {
        for (const agent::PlannedSource& planned : plan.sources) {
            for (const agent::Channel& channel : planned.channels) {
                if (channel.name == name)
                    return &channel;
            }
        }
        return nullptr;
    }

    agent::SystemTree tree;
    agent::Board described;
    agent::Training training;
    agent::SamplingPlan plan;
    CollectedEvents events;
    std::map<std::string, std::int64_t> lastTimes;
};

} // namespace stepscope::testing
