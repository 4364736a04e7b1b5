#pragma once

#include "analysis/algorithms/metrics.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What each kind of work takes while it runs, from samples that are each a mean over a window in which several ran:
///
///     sample = idle + sum over kinds of (watts of the kind x share of the window that it occupied) + noise,  watts >=
///     0
///
/// A kind may be an op, and watts may be any quantity that adds up: power, utilization.
namespace stepscope::analysis {

/// Samples as rows of a sparse matrix: row i has the entries [rowBegin[i], rowBegin[i + 1]) of kinds and shares.
struct OccupancyRows
{
    std::vector<double> values; ///< finite
    std::vector<std::size_t> rowBegin{0};
    std::vector<std::uint32_t> kinds;
    std::vector<float> shares;        ///< of the sample's window; above 1 where instances overlap
    std::vector<std::uint32_t> steps; ///< which step a sample belongs to: never decreasing
    std::vector<float> weights;       ///< above 0; by how much more a sample counts than one of weight 1
    std::size_t kindCount = 0;

    void beginRow(double value, std::uint32_t step, double weight = 1);
    /// To the latest row.
    void add(std::uint32_t kind, double share);
    void endRow() { rowBegin.push_back(kinds.size()); }
    [[nodiscard]] std::size_t size() const { return values.size(); }
};

/// A figure with its 95 % interval (block bootstrap over steps), in the unit of the values.
struct Estimate
{
    double value = 0;
    double low = 0;
    double high = 0;
};

struct OccupancyFit
{
    /// What is there without any of the kinds; none when work never pauses: then the kinds' figures contain it.
    std::optional<Estimate> idle;
    /// By kind; none = the data cannot tell it apart from others.
    std::vector<std::optional<Estimate>> kinds;
    /// Best guesses for those, too: only their sum means anything. They make up the closure.
    std::vector<double> guesses;
    double guessedIdle = 0;
    double explained = 0; ///< share of the samples' variance, 0..1
    double ridge = 0;     ///< chosen by cross-validation over steps, relative to the kinds' mean weight
    std::string reason;   ///< why nothing can be told; empty when it can
};

/// The share of the samples' variance alone, 0 when nothing can be told: quick, to compare what one knows of a sensor.
double explainedByOccupancy(const OccupancyRows& rows);

OccupancyFit fitOccupancy(const OccupancyRows& rows, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
