#include "remote/agent/sources/system/tensors.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {
namespace {

struct TensorChannel
{
    const char* name;
    const char* quantity;
};

constexpr std::array<TensorChannel, kTensorChannels> kTensorRows{{
    {"tensors", "memory.allocator_used"},
    {"allocator reserved", "memory.allocator_reserved"},
    {"tensors at most", "memory.allocator_peak"},
    {"parameters", "memory.parameters"},
    {"gradients", "memory.gradients"},
    {"optimizer state", "memory.optimizer"},
    {"inputs", "memory.inputs"},
    {"intermediate", "memory.intermediate"},
}};

class Tensors : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        const bool hasGpu =
            context.board.soc.starts_with("tegra") || context.tree.exists("/proc/driver/nvidia/version");
        return {SourceState::Used, "4 B",
                hasGpu ? "sent by a training that uses PyTorch; values of the allocator only with CUDA"
                       : "sent by a training that uses PyTorch; without values of the allocator, which need CUDA"};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        std::vector<Channel> channels;
        for (const TensorChannel& row : kTensorRows) {
            Channel& channel = channels.emplace_back();
            channel.name = row.name;
            channel.quantity = row.quantity;
            channel.unit = "B";
            channel.resolution = 4;
        }
        return channels;
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& /*events*/) override
    {
        std::fill(values.begin(), values.end(), format::kMissing);
        std::fill(times.begin(), times.end(), format::monotonicNs());
    }
};

} // namespace

std::unique_ptr<Source> makeTensors()
{
    return std::make_unique<Tensors>();
}

} // namespace stepscope::agent
