#pragma once

#include "remote/format/result.h"
#include "remote/simulator/layers.h"

#include <span>
#include <string>
#include <string_view>

namespace stepscope::simulator {

/// A number at batch 4 and at batch 64.
struct Range
{
    double at4 = 0;
    double at64 = 0;
};

/// How a model trains on a TX2. What the paper publishes is met (see README.md); the rest is of the same order.
struct Model
{
    std::string_view name;
    std::string_view title;
    Layers (*layers)();
    Range samplesPerSecond;
    Range gpuUtilization; ///< share of a step in which a kernel runs
    Range gigabytes;      ///< used in the whole system, at its peak
    Range vigour;         ///< how much of its class's power a kernel draws
    double inputShare;    ///< of a step in which the input pipeline is at work on the CPU
    const char* inputOp;  ///< what that pipeline mostly does
};

/// In the order of the paper's figures.
std::span<const Model> models();
/// Error Usage with the list of names.
format::Result<const Model*> findModel(std::string_view name);

/// Seconds of a step on a TX2: a fixed part and one a sample, from the two rates.
double stepSeconds(const Model& model, int batch);
/// Seconds of those in which a kernel runs.
double gpuSeconds(const Model& model, int batch);
double gigabytes(const Model& model, int batch);
double vigour(const Model& model, int batch);

} // namespace stepscope::simulator
