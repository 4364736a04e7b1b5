#pragma once

#include "analysis/trace/traceview.h"

#include <array>
#include <limits>

namespace stepscope::analysis {

/// What the training's tensors took within a stretch, in bytes, as its framework counts it. NaN = was not told.
struct TensorBytes
{
    static constexpr double kNotTold = std::numeric_limits<double>::quiet_NaN();

    double parameters = kNotTold; ///< this and the next three: as last told by the end of the stretch
    double gradients = kNotTold;
    double optimizer = kNotTold;
    double inputs = kNotTold;
    double intermediate = kNotTold; ///< this and the next two: the most within it; what is none of the four above
    double used = kNotTold;         ///< given away by the allocator of GPU memory
    double reserved = kNotTold;

    [[nodiscard]] bool isTold() const { return parameters == parameters || used == used; }
};

/// The parts, in the order in which they are stacked and listed. The quantity of each is that of its channel.
struct TensorPart
{
    const char* quantity;
    double TensorBytes::*bytes;
    bool isPeak; ///< the most within a stretch; else as at its end
};
inline constexpr std::array<TensorPart, 7> kTensorParts{{
    {"memory.parameters", &TensorBytes::parameters, false},
    {"memory.gradients", &TensorBytes::gradients, false},
    {"memory.optimizer", &TensorBytes::optimizer, false},
    {"memory.inputs", &TensorBytes::inputs, false},
    {"memory.intermediate", &TensorBytes::intermediate, true},
    {"memory.allocator_used", &TensorBytes::used, true},
    {"memory.allocator_reserved", &TensorBytes::reserved, true},
}};

/// Finds the channels once, for many stretches.
class TensorMemory
{
public:
    explicit TensorMemory(const trace::TraceView& view);
    [[nodiscard]] TensorBytes of(trace::TimeRange range) const;

private:
    std::array<const trace::ChannelView*, kTensorParts.size()> m_channels{}; ///< null = not in the recording
};

} // namespace stepscope::analysis
