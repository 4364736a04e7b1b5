#pragma once

#include "analysis/report/report.h"
#include "tests/truth/truth_energytraining.h"

#include <cstddef>
#include <vector>

namespace stepscope::truth {

/// Compares reports with the truth, over many recordings. Ops of less than 1 % of the energy do not count.
class EnergyScore
{
public:
    void add(const EnergyRecording& recording, const analysis::Report& report, const SensorPlan& sensor,
             bool isUntraced);

    std::vector<double> errors;       ///< %, of each op that has an individual figure
    std::vector<double> timingErrors; ///< %, of the same ops by timing association
    std::vector<double> windows;      ///< ms, by recording
    std::vector<double> lags;

    /// %: intervals that hold the truth, in recordings without a doubt; 100 when all have one.
    [[nodiscard]] double coverage() const;
    /// % of the energy: ops that have an individual figure; ops that have one as part of a sum.
    [[nodiscard]] double answered() const { return m_joules > 0 ? 100 * m_answeredJoules / m_joules : 0; }
    [[nodiscard]] double joint() const { return m_joules > 0 ? 100 * m_jointJoules / m_joules : 0; }
    /// % of recordings.
    [[nodiscard]] double doubted() const;
    /// % of recordings whose window and latency are within this share of the window, or 0.2 ms.
    [[nodiscard]] double sensorsFound(double share) const;

private:
    std::vector<SensorPlan> m_sensors;
    std::size_t m_doubted = 0;
    std::size_t m_covered = 0;
    std::size_t m_intervals = 0;
    double m_joules = 0;
    double m_answeredJoules = 0;
    double m_jointJoules = 0;
};

} // namespace stepscope::truth
