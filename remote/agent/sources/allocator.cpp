#include "remote/agent/sources/allocator.h"

#include "remote/agent/system/clock.h"

#include <algorithm>
#include <utility>

namespace stepscope::agent {
namespace {

class Allocator : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        if (!context.board.soc.starts_with("tegra") && !context.tree.exists("/proc/driver/nvidia/version"))
            return {SourceState::Missing, "",
                    "no NVIDIA GPU is there, and frameworks do not tell how much of the processor's memory they use"};
        return {SourceState::Used, "512 B", "told by a training that uses PyTorch with CUDA; else it has no values"};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        std::vector<Channel> channels;
        for (const auto& [name, quantity] : {std::pair{"tensors", "memory.allocator_used"},
                                             std::pair{"allocator reserved", "memory.allocator_reserved"},
                                             std::pair{"tensors at most", "memory.allocator_peak"}}) {
            Channel& channel = channels.emplace_back();
            channel.name = name;
            channel.quantity = quantity;
            channel.unit = "B";
            channel.resolution = 512;
        }
        return channels;
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& /*events*/) override
    {
        std::fill(values.begin(), values.end(), format::kMissing);
        std::fill(times.begin(), times.end(), monotonicNs());
    }
};

} // namespace

std::unique_ptr<Source> makeAllocator()
{
    return std::make_unique<Allocator>();
}

} // namespace stepscope::agent
