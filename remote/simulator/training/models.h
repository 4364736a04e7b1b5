#pragma once

#include "remote/format/result.h"
#include "remote/simulator/training/layers.h"

#include <span>
#include <string>
#include <string_view>

namespace stepscope::simulator {

/// A value at the batch sizes 4 and 64.
struct Range
{
    double at4 = 0;
    double at64 = 0;
};

/// The figures of training a model on a TX2. They agree with the published ones (see TRUTH.md); figures that are not
/// published are estimates.
struct Model
{
    std::string_view name;
    std::string_view title;
    std::string_view domain; ///< of application: "computer vision"
    Layers (*layers)();
    Range samplesPerSecond;
    Range gpuUtilization;        ///< share of a step in which a kernel runs
    Range intermediateGigabytes; ///< feature maps and work space
    Range kernelPower;           ///< power of a kernel relative to its class
    double memoryPower;          ///< power of the memory relative to that of such kernels: more with bad data locality
    double sampleBytes;          ///< of the input
    double inputShare;           ///< share of a step in which the input pipeline uses the CPU
    const char* inputOp;         ///< main operation of that pipeline
};

/// The memory of a training by its parts, bytes.
struct MemoryParts
{
    double parameters = 0, gradients = 0, optimizer = 0, input = 0, intermediate = 0;
    [[nodiscard]] double sum() const { return parameters + gradients + optimizer + input + intermediate; }
};

/// The ten models that the paper could train, in the order of its Table II.
std::span<const Model> models();
/// Error Usage with the list of names, or with the reason why the paper could not train the model.
format::Result<const Model*> findModel(std::string_view name);

/// Duration of a step on a TX2, s: a fixed part and a part per sample, fitted to the two rates.
double stepSeconds(const Model& model, int batch);
/// Time of a step in which a kernel runs, s.
double gpuSeconds(const Model& model, int batch);
/// `parameters`: their number.
MemoryParts memoryParts(const Model& model, int batch, double parameters);
double kernelPower(const Model& model, int batch);

} // namespace stepscope::simulator
