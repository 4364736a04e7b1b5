#pragma once

#include "analysis/trace/traceview.h"

#include <array>
#include <limits>

namespace stepscope::analysis {

/// Memory of the training's tensors within a range, in bytes, as its framework reports it. NaN = not reported.
struct TensorBytes
{
    static constexpr double kNotReported = std::numeric_limits<double>::quiet_NaN();

    // The latest values reported by the end of the range.
    double parameters = kNotReported;
    double gradients = kNotReported;
    double optimizer = kNotReported;
    double inputs = kNotReported;
    // Peaks within the range.
    double intermediate = kNotReported; ///< tensors that are none of the four above
    double used = kNotReported;         ///< allocated by the GPU memory allocator
    double reserved = kNotReported;

    [[nodiscard]] bool isReported() const { return parameters == parameters || used == used; }
};

/// One part of TensorBytes.
struct TensorPart
{
    const char* quantity; ///< of its channel
    double TensorBytes::*bytes;
    bool isPeak; ///< the maximum within a range; else the value at its end
};
/// In the order in which the parts are stacked and listed.
inline constexpr std::array<TensorPart, 7> kTensorParts{{
    {"memory.parameters", &TensorBytes::parameters, false},
    {"memory.gradients", &TensorBytes::gradients, false},
    {"memory.optimizer", &TensorBytes::optimizer, false},
    {"memory.inputs", &TensorBytes::inputs, false},
    {"memory.intermediate", &TensorBytes::intermediate, true},
    {"memory.allocator_used", &TensorBytes::used, true},
    {"memory.allocator_reserved", &TensorBytes::reserved, true},
}};

/// Computes TensorBytes of many ranges; looks up the channels once.
class TensorMemory
{
public:
    explicit TensorMemory(const trace::TraceView& view);
    [[nodiscard]] TensorBytes of(trace::TimeRange range) const;

private:
    std::array<const trace::ChannelView*, kTensorParts.size()> m_channels{}; ///< null = not in the recording
};

} // namespace stepscope::analysis
