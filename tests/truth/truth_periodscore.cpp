#include "tests/truth/truth_periodscore.h"

#include "analysis/steps/detection/periodregimes.h"
#include "tests/support/recordingbuilder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace stepscope::truth {
namespace {

using analysis::PeriodFinding;
using analysis::PeriodVerdict;

constexpr double kSameScale = 0.05;  ///< a scale is the step if it differs by less: more than drift and jitter do
constexpr double kSameCycle = 0.1;   ///< the same of cycles, whose duration is stated roughly
constexpr double kDeviations = 1.96; ///< 95 % of a normal distribution
constexpr double kMinPeriod = 0.04;  ///< s: shorter steps need not be found at 10 ms
constexpr double kMinSamples = 4;    ///< of a step, at other sampling intervals

bool isNear(double seconds, double truth, double tolerance)
{
    return truth > 0 && std::abs(seconds / truth - 1) < tolerance;
}

double truthOf(const PeriodTruth& truth, const PeriodFinding& finding)
{
    PeriodTruth::Work all;
    for (const auto& counted : finding.counted) {
        const auto work = truth.workIn(counted.begin, counted.end);
        all.seconds += work.seconds;
        all.steps += work.steps;
    }
    return all.steps > 0 ? all.seconds / all.steps : 0;
}

/// Of all steps from the first to the last one that the detection counts: those in between that it leaves out are the
/// steps that it takes for stalled, and those next to pauses. The slow first steps are not among them.
double truthOfAll(const PeriodTruth& truth, const PeriodFinding& finding)
{
    if (finding.counted.empty())
        return 0;
    double begin = finding.counted.front().begin;
    double end = finding.counted.front().end;
    for (const auto& counted : finding.counted) {
        begin = std::min(begin, counted.begin);
        end = std::max(end, counted.end);
    }
    const auto work = truth.workIn(begin, end);
    return work.steps > 0 ? work.seconds / work.steps : 0;
}

void judge(const PeriodTruth& truth, const PeriodFinding& finding, PeriodAnswer& answer)
{
    // In the stretches that the detection names: drift, and slow first steps among few, change the mean.
    const double exact = truthOf(truth, finding);
    const bool isStep = isNear(finding.seconds, exact, kSameScale);
    answer.isWrongMultiple = !isStep;
    if (answer.isWrongMultiple) {
        answer.off = finding.seconds / truth.step - 1;
        return;
    }
    answer.off = exact > 0 ? finding.seconds / exact - 1 : 1;
    answer.isOff = std::abs(answer.off) * finding.seconds > kDeviations * finding.error;
    answer.isOffFromAll = std::abs(finding.seconds - truthOfAll(truth, finding)) > kDeviations * finding.error;
    answer.namesCycles = finding.cycles > 1;
    answer.isFalseCycle = answer.namesCycles &&
                          std::none_of(truth.otherScales.begin(), truth.otherScales.end(),
                                       [&](double scale) { return isNear(finding.cycleSeconds, scale, kSameCycle); });
    answer.isPrecise = finding.verdict == PeriodVerdict::Periodic;
    answer.isPreciseOff = answer.isPrecise && std::abs(answer.off) > analysis::kPeriodPrecision;
}

} // namespace

PeriodAnswer answerFor(const PeriodRecording& recording)
{
    const trace::TraceView view = testing::viewOf(recording.bytes);
    const auto begin = std::chrono::steady_clock::now();
    const analysis::PeriodReport report = analysis::reportPeriod(view);
    PeriodAnswer answer;
    answer.elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    PeriodFinding finding = report.finding;
    // The generator's times count from 0, the report's from the first sample.
    constexpr std::int64_t kOrigin = 1'000'000'000'000;
    const double shift = static_cast<double>(report.origin - kOrigin) * 1e-9;
    for (auto& counted : finding.counted) {
        counted.begin += shift;
        counted.end += shift;
    }
    answer.reason = finding.reason.english();
    answer.isClaimed = finding.verdict == PeriodVerdict::Periodic || finding.verdict == PeriodVerdict::Approximate;
    if (!answer.isClaimed) {
        constexpr double kShort = 3; // samples per step, as the sentence says
        const bool saysShort = answer.reason.find("too short") != std::string::npos ||
                               answer.reason.find("too fast") != std::string::npos ||
                               answer.reason.find("shorter than three samples") != std::string::npos;
        answer.isUntrueRefusal =
            saysShort && recording.truth.isPeriodic && recording.truth.step > kShort * recording.truth.sampling;
        return answer;
    }
    answer.seconds = finding.seconds;
    answer.error = finding.error / finding.seconds;
    if (recording.truth.isPeriodic)
        judge(recording.truth, finding, answer);
    return answer;
}

void PeriodScore::add(const PeriodTruth& truth, const PeriodAnswer& answer)
{
    m_slowest = std::max(m_slowest, answer.elapsed);
    if (!truth.isPeriodic) {
        ++m_aperiodic;
        m_falseClaims += answer.isClaimed ? 1 : 0;
        return;
    }
    ++m_periodic;
    m_untrue += answer.isUntrueRefusal ? 1 : 0;
    m_claims += answer.isClaimed ? 1 : 0;
    m_wrong += answer.isWrongMultiple ? 1 : 0;
    m_off += answer.isOff ? 1 : 0;
    m_offFromAll += answer.isOffFromAll ? 1 : 0;
    m_cycles += answer.namesCycles ? 1 : 0;
    m_falseCycles += answer.isFalseCycle ? 1 : 0;
    m_precise += answer.isPrecise ? 1 : 0;
    m_preciseOff += answer.isPreciseOff ? 1 : 0;
    if (truth.step >= kMinPeriod && truth.step >= kMinSamples * truth.sampling) {
        ++m_long;
        m_longClaims += answer.isClaimed && !answer.isWrongMultiple ? 1 : 0;
    }
}

double PeriodScore::share(std::size_t part, std::size_t whole)
{
    return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : -1;
}

std::string describe(const PeriodTruth& truth, const PeriodAnswer& answer)
{
    std::array<char, 400> text{};
    const char* what = !answer.isClaimed        ? answer.isUntrueRefusal ? "REFUSED-UNTRUE" : "refused"
                       : !truth.isPeriodic      ? "FALSE"
                       : answer.isWrongMultiple ? "WRONG"
                       : answer.isOff           ? "OFF"
                       : answer.isPreciseOff    ? "PRECISE-OFF"
                                                : "right";
    std::snprintf(
        text.data(), text.size(),
        "%-14s seed %u %s: step %.4f s, %.1f samples, %.0f steps, jitter %.4f drift %.3f noise %.2f; stated %.5f "
        "+- %.4f%% off %.4f%% (ratio %.4f) %.2fs %s",
        what, truth.seed, truth.kind.c_str(), truth.step, truth.step / truth.sampling, truth.steps, truth.jitter,
        truth.drift, truth.noise, answer.seconds, 100 * answer.error, 100 * answer.off,
        truth.step > 0 ? answer.seconds / truth.step : 0, answer.elapsed, answer.reason.c_str());
    return text.data();
}

} // namespace stepscope::truth
