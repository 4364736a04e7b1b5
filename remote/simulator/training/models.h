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
    Layers (*layers)();
    Range samplesPerSecond;
    Range gpuUtilization; ///< share of a step in which a kernel runs
    Range gigabytes;      ///< peak memory of the whole system
    Range kernelPower;    ///< power of a kernel relative to its class
    double inputShare;    ///< share of a step in which the input pipeline uses the CPU
    const char* inputOp;  ///< main operation of that pipeline
};

/// In the order of the paper's figures.
std::span<const Model> models();
/// Error Usage with the list of names.
format::Result<const Model*> findModel(std::string_view name);

/// Duration of a step on a TX2, s: a fixed part and a part per sample, fitted to the two rates.
double stepSeconds(const Model& model, int batch);
/// Time of a step in which a kernel runs, s.
double gpuSeconds(const Model& model, int batch);
double gigabytes(const Model& model, int batch);
double kernelPower(const Model& model, int batch);

} // namespace stepscope::simulator
