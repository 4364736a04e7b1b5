#pragma once

#include "analysis/export/exportprogress.h"
#include "analysis/export/outputfile.h"
#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Stacks of ops for flame graphs: lane, op, the op that it calls, and so on, as the spans nest. They cover the same
/// time as the energies of ops in a report: the steps with recorded ops, without the first three steps.
struct OpStacks
{
    static constexpr std::uint32_t kNone = UINT32_MAX;
    static constexpr std::size_t kMost = std::size_t{1} << 20U; ///< stacks; deeper ones count for their caller

    struct Stack
    {
        std::uint32_t caller = kNone; ///< index, less than that of this stack; none = the lane itself
        std::string frame{};          ///< "aten::conv2d [16,3,32,32]", or the name of the lane; valid UTF-8
        std::uint64_t count = 0;      ///< instances
        std::int64_t selfNs = 0;
        std::vector<double> joules{}; ///< self, by rail
    };
    std::vector<Stack> stacks{};
    std::vector<std::string> rails{};
    std::vector<std::uint64_t> inseparable{}; ///< by rail: ops whose energy is not known
    std::size_t mainRail = 0;                 ///< of the whole system, else the first
    std::string energyReason{};               ///< why there are no rails; empty when there are
    trace::TimeRange range{};                 ///< first to last stretch
    std::size_t steps = 0;                    ///< with recorded ops
    Omissions omissions{};
};

/// Energies are those of attributeToOps(); the energy of an op, or of a group of ops that are not separable, is shared
/// among its stacks by self time. Without `withEnergy` only times, which is faster. Error: Cancelled.
format::Result<OpStacks> opStacks(const trace::TraceView& view, bool withEnergy, const Progress& progress,
                                  const std::stop_token& stop);

/// Values as whole numbers whose sums are those of the values, rounded: the rounding error is carried on.
class CarriedRounding
{
public:
    std::int64_t round(double value)
    {
        m_sum += value;
        const auto rounded = static_cast<std::int64_t>(std::llround(m_sum)) - m_given;
        m_given += rounded;
        return rounded;
    }

private:
    double m_sum = 0;
    std::int64_t m_given = 0;
};

} // namespace stepscope::analysis
