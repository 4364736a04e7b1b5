#pragma once

#include "tests/truth/truth_periodseries.h"

#include <cstddef>
#include <string>
#include <vector>

namespace stepscope::truth {

/// One recording's answer, as the program gives it to a user, against the truth.
struct PeriodAnswer
{
    bool isClaimed = false;       ///< the report states a period, with its interval
    bool isWrongMultiple = false; ///< the stated period is not that of the steps
    bool isOff = false;           ///< the mean of the steps that it counts lies outside the 95 % interval
    bool isOffFromAll = false;    ///< that of all steps from the first to the last of these does
    bool isPrecise = false;       ///< the report states "within 0.1 %"
    bool isPreciseOff = false;    ///< and is not true
    bool isUntrueRefusal = false; ///< the refusal says that steps are too short for the sampling, and they are not
    bool namesCycles = false;     ///< the report says that a step consists of similar cycles
    bool isFalseCycle = false;    ///< and the signal has no such scale
    double seconds = 0;           ///< as stated
    double error = 0;             ///< as stated: standard error, relative
    double off = 0;               ///< relative to the truth
    double elapsed = 0;           ///< s that the analysis took
    std::string reason{};
};

/// Runs the detection on the recording, as the report does.
PeriodAnswer answerFor(const PeriodRecording& recording);

/// Sums over many recordings.
class PeriodScore
{
public:
    void add(const PeriodTruth& truth, const PeriodAnswer& answer);
    [[nodiscard]] std::size_t wrongMultiples() const { return m_wrong; }
    [[nodiscard]] double claimsOff() const { return share(m_off, m_claims - m_wrong); }               ///< %
    [[nodiscard]] double claimsOffFromAll() const { return share(m_offFromAll, m_claims - m_wrong); } ///< %
    [[nodiscard]] double falseCycles() const { return share(m_falseCycles, m_cycles); }               ///< %
    [[nodiscard]] double preciseOff() const { return share(m_preciseOff, m_precise); }                ///< %
    [[nodiscard]] double claimed() const { return share(m_longClaims, m_long); }                      ///< %
    [[nodiscard]] double falseClaims() const { return share(m_falseClaims, m_aperiodic); }            ///< %
    [[nodiscard]] double untrueRefusals() const { return share(m_untrue, m_periodic); }               ///< %
    [[nodiscard]] std::size_t periodic() const { return m_periodic; }
    [[nodiscard]] double slowest() const { return m_slowest; } ///< s

private:
    static double share(std::size_t part, std::size_t whole);

    std::size_t m_periodic = 0, m_aperiodic = 0, m_claims = 0, m_wrong = 0, m_off = 0, m_precise = 0, m_preciseOff = 0;
    std::size_t m_offFromAll = 0, m_cycles = 0, m_falseCycles = 0;
    std::size_t m_long = 0, m_longClaims = 0, m_falseClaims = 0, m_untrue = 0;
    double m_slowest = 0;
};

/// One line about a case, for development.
std::string describe(const PeriodTruth& truth, const PeriodAnswer& answer);

} // namespace stepscope::truth
