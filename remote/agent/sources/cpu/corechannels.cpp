#include "remote/agent/sources/cpu/corechannels.h"

#include "remote/agent/sources/cpu/busytime.h"

namespace stepscope::agent {

std::vector<Channel> utilizationChannels(const Board& board, double resolution, std::optional<std::int64_t> lagNs)
{
    std::vector<Channel> channels;
    for (const Core& core : board.cores) {
        Channel channel;
        channel.name = "cpu" + std::to_string(core.number);
        channel.quantity = "cpu.utilization";
        channel.unit = "1";
        channel.scale = 1.0 / static_cast<double>(kBusyUnits);
        channel.covers = Channel::Covers::Interval;
        channel.core = core.number;
        channel.cluster = core.cluster;
        channel.resolution = resolution;
        channel.lagNs = lagNs;
        channels.push_back(std::move(channel));
    }
    return channels;
}

} // namespace stepscope::agent
