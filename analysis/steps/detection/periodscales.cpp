#include "analysis/steps/detection/periodscales.h"

#include "analysis/statistics/bootstrap.h"
#include "analysis/statistics/orderstatistics.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace stepscope::analysis {

namespace {

/// Pauses that are shorter than a cycle can be a part of each step, as an update of weights is, if there is one in
/// every step; rarer ones are the waits of epochs.
double shortestPause(const StepPath& path)
{
    const double mean = path.meanSeconds();
    std::size_t pauses = 0;
    for (std::size_t r = 1; r < path.runs.size(); ++r)
        pauses += path.runs[r].boundaries.front() - path.runs[r - 1].boundaries.back() < mean ? 1 : 0;
    // Between n steps there are n - 1 pauses.
    return (pauses + 1) * (threshold::kMostCycles + 1) < path.steps() ? 0 : mean;
}

} // namespace

std::vector<StepCycle> cyclesOf(const StepPath& path)
{
    std::vector<StepCycle> cycles;
    const double shortest = shortestPause(path);
    for (const StepRun& run : path.runs) {
        if (!cycles.empty() && run.steps() > 0) {
            const double pause = run.boundaries.front() - cycles.back().end;
            if (pause < shortest)
                cycles.back().duration += pause;
        }
        for (std::size_t k = 0; k + 1 < run.boundaries.size(); ++k) {
            const double begin = run.boundaries[k];
            const double end = run.boundaries[k + 1];
            const bool afterPause = k == 0 && (cycles.empty() || begin - cycles.back().end >= shortest);
            cycles.push_back({begin, end, end - begin, afterPause});
        }
    }
    return cycles;
}

namespace {

/// Cost of a cycle that is not at the place after that of the previous one, in nats a cell. Cheaper slips would let
/// the sequence follow any difference between cycles.
constexpr double kSlip = 1;
constexpr double kPauseSlip = 0.1; ///< the same after a pause
constexpr double kAnySlip = 3;     ///< nats, in addition
constexpr std::size_t kSamplingPhases = 8;

/// Differences of the samples from the mean cycle, averaged over the bins of each cycle. The durations of the cycles
/// are a further series, of one bin.
struct CycleCells
{
    std::size_t cycles = 0;
    std::vector<std::size_t> bins{};           ///< of each series
    std::vector<std::vector<float>> means{};   ///< of each series: cycle * bins + bin
    std::vector<std::vector<float>> weights{}; ///< numbers of samples
    std::vector<std::size_t>
        samplingPhases{};           ///< of each cycle: where between two samples it begins, in kSamplingPhases parts
    std::vector<bool> afterPause{}; ///< of each cycle: a pause precedes that is no part of a step
    std::vector<std::vector<std::uint16_t>> phases{}; ///< of the first series' samples: bin of the mean cycle, by cycle
    std::size_t phaseBins = 0;
};

/// Limits the means to four robust standard deviations, so that a few stalled cycles do not hide a difference of all.
void limitOutliers(std::vector<float>& means, const std::vector<float>& weights)
{
    constexpr double kFar = 4;
    std::vector<double> distances;
    for (std::size_t c = 0; c < means.size(); ++c) {
        if (weights[c] > 0)
            distances.push_back(std::abs(static_cast<double>(means[c])) * std::sqrt(static_cast<double>(weights[c])));
    }
    if (distances.empty())
        return;
    const double typical = kDeviationPerMad * median(std::move(distances));
    for (std::size_t c = 0; c < means.size(); ++c) {
        const auto limit =
            static_cast<float>(kFar * typical / std::sqrt(std::max(static_cast<double>(weights[c]), 1.0)));
        means[c] = std::clamp(means[c], -limit, limit);
    }
}

void addSeries(const PeriodSeries& series, std::size_t index, const std::vector<StepCycle>& cycles,
               const StepShape& shape, CycleCells& cells)
{
    constexpr double kMinBins = 4;
    constexpr double kMaxBins = 32;
    double covered = 0;
    for (const StepCycle& cycle : cycles)
        covered += cycle.end - cycle.begin;
    const double spacing = (series.times.back() - series.times.front()) / static_cast<double>(series.times.size());
    const double inCycle = covered / static_cast<double>(cycles.size()) / spacing;
    const auto bins = static_cast<std::size_t>(std::clamp(inCycle, kMinBins, kMaxBins));
    std::vector<float> means(cycles.size() * bins);
    std::vector<float> weights(cycles.size() * bins);
    std::vector<std::vector<std::uint16_t>> phases(cycles.size());
    auto i = static_cast<std::size_t>(std::lower_bound(series.times.begin(), series.times.end(), cycles.front().begin) -
                                      series.times.begin());
    for (std::size_t k = 0; k < cycles.size(); ++k) {
        while (i < series.times.size() && series.times[i] < cycles[k].begin)
            ++i;
        for (; i < series.times.size() && series.times[i] < cycles[k].end; ++i) {
            const double phase = (series.times[i] - cycles[k].begin) / (cycles[k].end - cycles[k].begin);
            const std::size_t cell =
                k * bins + std::min(static_cast<std::size_t>(phase * static_cast<double>(bins)), bins - 1);
            means[cell] += static_cast<float>(series.values[i] - shape.at(index, phase).value);
            weights[cell] += 1;
            if (index == 0)
                phases[k].push_back(static_cast<std::uint16_t>(
                    std::min(static_cast<std::size_t>(phase * static_cast<double>(shape.bins)), shape.bins - 1)));
        }
    }
    for (std::size_t c = 0; c < means.size(); ++c)
        means[c] /= std::max(weights[c], 1.0F);
    limitOutliers(means, weights);
    cells.bins.push_back(bins);
    cells.means.push_back(std::move(means));
    cells.weights.push_back(std::move(weights));
    if (index == 0) {
        cells.phases = std::move(phases);
        cells.phaseBins = shape.bins;
    }
}

void addDurations(const std::vector<StepCycle>& cycles, CycleCells& cells)
{
    constexpr double kFar = 0.6;
    double mean = 0;
    for (const StepCycle& cycle : cycles)
        mean += cycle.duration / static_cast<double>(cycles.size());
    std::vector<float> offs;
    double middle = 0;
    for (const StepCycle& cycle : cycles) {
        offs.push_back(static_cast<float>(std::clamp(cycle.duration / mean - 1, -kFar, kFar)));
        middle += static_cast<double>(offs.back()) / static_cast<double>(cycles.size());
    }
    for (float& off : offs)
        off -= static_cast<float>(middle);
    limitOutliers(offs, std::vector<float>(offs.size(), 1.0F));
    cells.bins.push_back(1);
    cells.means.push_back(std::move(offs));
    cells.weights.emplace_back(cycles.size(), 1.0F);
}

CycleCells cycleCellsOf(std::span<const PeriodSeries> series, const StepPath& path)
{
    constexpr double kSamplesABin = 12;
    CycleCells cells;
    const std::vector<StepCycle> cycles = cyclesOf(path);
    cells.cycles = cycles.size();
    for (const StepCycle& cycle : cycles)
        cells.afterPause.push_back(cycle.afterPause);
    std::size_t samples = 0;
    for (const PeriodSeries& channel : series)
        samples = std::max(samples, channel.times.size());
    const auto bins = static_cast<std::size_t>(std::clamp(static_cast<double>(samples) / kSamplesABin, 8.0, 96.0));
    const StepShape shape = shapeOf(series, path, bins);
    for (std::size_t s = 0; s < series.size(); ++s)
        addSeries(series[s], s, cycles, shape, cells);
    addDurations(cycles, cells);
    const auto& times =
        std::max_element(series.begin(), series.end(), [](const PeriodSeries& a, const PeriodSeries& b) {
            return a.times.size() < b.times.size();
        })->times;
    for (const StepCycle& cycle : cycles) {
        const auto after =
            std::clamp<std::ptrdiff_t>(std::lower_bound(times.begin(), times.end(), cycle.begin) - times.begin(), 1,
                                       static_cast<std::ptrdiff_t>(times.size()) - 1);
        const double from = times[static_cast<std::size_t>(after) - 1];
        const double phase = (cycle.begin - from) / (times[static_cast<std::size_t>(after)] - from);
        cells.samplingPhases.push_back(static_cast<std::size_t>(std::clamp(phase, 0.0, 0.999) * kSamplingPhases));
    }
    return cells;
}

/// Sums over the cycles at each place, and the errors of predicting each cycle by the others.
class PlaceModel
{
public:
    PlaceModel(const CycleCells& cells, std::size_t places)
        : m_cells(cells)
        , m_places(places)
        , m_variances(cells.bins.size(), 1.0)
    {}

    void update(const std::vector<std::size_t>& placeOf)
    {
        m_placeOf = &placeOf;
        m_sums.assign(m_cells.bins.size(), {});
        m_counts.assign(m_cells.bins.size(), {});
        for (std::size_t s = 0; s < m_cells.bins.size(); ++s) {
            const std::size_t bins = m_cells.bins[s];
            m_sums[s].assign(m_places * bins, 0);
            m_counts[s].assign(m_places * bins, 0);
            for (std::size_t k = 0; k < m_cells.cycles; ++k) {
                for (std::size_t b = 0; b < bins; ++b) {
                    const double weight = m_cells.weights[s][k * bins + b];
                    m_sums[s][placeOf[k] * bins + b] += weight * m_cells.means[s][k * bins + b];
                    m_counts[s][placeOf[k] * bins + b] += weight;
                }
            }
        }
        m_errors.resize(m_cells.cycles * m_cells.bins.size());
        for (std::size_t s = 0; s < m_cells.bins.size(); ++s) {
            double squares = 1e-12;
            double count = 1e-9;
            for (std::size_t k = 0; k < m_cells.cycles; ++k) {
                const double error = squaresAt(s, k, placeOf[k]);
                m_errors[k * m_cells.bins.size() + s] = error;
                squares += error;
                for (std::size_t b = 0; b < m_cells.bins[s]; ++b)
                    count += m_cells.weights[s][k * m_cells.bins[s] + b] > 0 ? 1 : 0;
            }
            m_variances[s] = squares / count;
        }
    }

    /// Weighted sum of squared errors of series s in cycle k as predicted by the other cycles at a place.
    [[nodiscard]] double squaresAt(std::size_t s, std::size_t k, std::size_t place) const
    {
        const std::size_t bins = m_cells.bins[s];
        const bool isOwn = (*m_placeOf)[k] == place;
        double squares = 0;
        for (std::size_t b = 0; b < bins; ++b) {
            const double weight = m_cells.weights[s][k * bins + b];
            if (weight <= 0)
                continue;
            const double value = m_cells.means[s][k * bins + b];
            const double sum = m_sums[s][place * bins + b] - (isOwn ? weight * value : 0);
            const double count = m_counts[s][place * bins + b] - (isOwn ? weight : 0);
            // Shrunk to the mean cycle by one cycle's weight.
            const double error = value - sum / (count + weight);
            squares += weight * error * error;
        }
        return squares;
    }
    [[nodiscard]] double nats(std::size_t k, std::size_t place) const
    {
        double sum = 0;
        for (std::size_t s = 0; s < m_cells.bins.size(); ++s)
            sum += squaresAt(s, k, place) / (2 * m_variances[s]);
        return sum;
    }
    /// Weighted sum of squared errors of series s in cycle k.
    [[nodiscard]] double error(std::size_t k, std::size_t s) const { return m_errors[k * m_cells.bins.size() + s]; }
    [[nodiscard]] const std::vector<double>& variances() const { return m_variances; }

private:
    const CycleCells& m_cells;
    std::size_t m_places;
    const std::vector<std::size_t>* m_placeOf = nullptr;
    std::vector<std::vector<double>> m_sums{}; ///< of each series: place * bins + bin
    std::vector<std::vector<double>> m_counts{};
    std::vector<double> m_variances;
    std::vector<double> m_errors{}; ///< cycle * number of series + series
};

double slipCost(const CycleCells& cells, std::size_t cycle)
{
    std::size_t count = 0;
    for (const std::size_t bins : cells.bins)
        count += bins;
    return (cells.afterPause[cycle] ? kPauseSlip : kSlip) * static_cast<double>(count) + kAnySlip;
}

/// A cycle differs from the mean cycle also because it is sampled at other phases. Cycles that begin at the same
/// fraction of a sampling interval are sampled at the same phases: subtracts the mean difference of these cycles,
/// shrunk by the weight of one cycle.
void removeSamplingPhases(CycleCells& cells)
{
    for (std::size_t s = 0; s < cells.bins.size(); ++s) {
        const std::size_t bins = cells.bins[s];
        std::vector<double> sums(kSamplingPhases * bins);
        std::vector<double> counts(kSamplingPhases * bins, 1.0);
        for (std::size_t k = 0; k < cells.cycles; ++k) {
            for (std::size_t b = 0; b < bins; ++b) {
                const double weight = cells.weights[s][k * bins + b];
                sums[cells.samplingPhases[k] * bins + b] += weight * cells.means[s][k * bins + b];
                counts[cells.samplingPhases[k] * bins + b] += weight;
            }
        }
        for (std::size_t k = 0; k < cells.cycles; ++k) {
            for (std::size_t b = 0; b < bins; ++b) {
                const std::size_t cell = cells.samplingPhases[k] * bins + b;
                cells.means[s][k * bins + b] -= static_cast<float>(sums[cell] / counts[cell]);
            }
        }
    }
}

/// The cheapest sequence of places (Viterbi). Returns the cost of its slips.
double assignPlaces(const CycleCells& cells, const PlaceModel& model, std::size_t places,
                    std::vector<std::size_t>& placeOf)
{
    std::vector<double> best(places);
    std::vector<double> next(places);
    std::vector<std::uint32_t> from(cells.cycles * places); // cycle * places + place
    for (std::size_t p = 0; p < places; ++p)
        best[p] = model.nats(0, p);
    for (std::size_t k = 1; k < cells.cycles; ++k) {
        const auto cheapest = static_cast<std::size_t>(std::min_element(best.begin(), best.end()) - best.begin());
        const double slip = best[cheapest] + slipCost(cells, k);
        for (std::size_t p = 0; p < places; ++p) {
            const std::size_t before = (p + places - 1) % places;
            from[k * places + p] = static_cast<std::uint32_t>(best[before] <= slip ? before : cheapest);
            next[p] = std::min(best[before], slip) + model.nats(k, p);
        }
        best.swap(next);
    }
    std::vector<std::size_t> assigned(cells.cycles);
    assigned.back() = static_cast<std::size_t>(std::min_element(best.begin(), best.end()) - best.begin());
    double slips = 0;
    for (std::size_t k = cells.cycles - 1; k > 0; --k) {
        assigned[k - 1] = from[k * places + assigned[k]];
        if (assigned[k] != (assigned[k - 1] + 1) % places)
            slips += slipCost(cells, k);
    }
    placeOf = std::move(assigned);
    return slips;
}

double matchedShare(const CycleCells& cells, const std::vector<std::size_t>& placeOf, std::size_t places)
{
    std::vector<double> counts(cells.phaseBins * places);
    for (std::size_t k = 0; k < cells.cycles; ++k) {
        for (const std::uint16_t bin : cells.phases[k])
            counts[bin * places + placeOf[k]] += 1;
    }
    double shared = 0;
    double all = 1e-9;
    for (std::size_t b = 0; b < cells.phaseBins; ++b) {
        double sum = 0;
        double most = 0;
        for (std::size_t p = 0; p < places; ++p) {
            sum += counts[b * places + p];
            most = std::max(most, counts[b * places + p]);
        }
        shared += sum - most;
        all += sum;
    }
    return shared / all / (1 - 1 / static_cast<double>(places));
}

/// Nats by which `model` predicts the cycles better than `one` does.
double gainOf(const CycleCells& cells, const PlaceModel& one, const PlaceModel& model)
{
    double nats = 0;
    for (std::size_t s = 0; s < cells.bins.size(); ++s) {
        double count = 0;
        for (const float weight : cells.weights[s])
            count += weight > 0 ? 1 : 0;
        nats += count / 2 * std::log(one.variances()[s] / model.variances()[s]);
    }
    return nats;
}

/// The part of the gain that one cycle has.
double gainOfCycle(const CycleCells& cells, std::size_t cycle, const PlaceModel& one, const PlaceModel& model)
{
    double gain = 0;
    for (std::size_t s = 0; s < cells.bins.size(); ++s)
        gain += (one.error(cycle, s) - model.error(cycle, s)) / (2 * model.variances()[s]);
    return gain;
}

/// The gain of each of about twelve stretches of the recording. Their scatter shows how sure the whole gain is, also
/// where errors are correlated.
std::vector<double> gainsOfStretches(const CycleCells& cells, const PlaceModel& one, const PlaceModel& model)
{
    constexpr std::size_t kStretches = 12;
    constexpr std::size_t kMinStretches = 4;
    const std::size_t length = std::min(std::max(threshold::kMostCycles, (cells.cycles + kStretches - 1) / kStretches),
                                        std::max<std::size_t>(cells.cycles / kMinStretches, 1));
    std::vector<double> gains;
    for (std::size_t first = 0; first + length <= cells.cycles; first += length) {
        double gain = 0;
        for (std::size_t k = first; k < first + length; ++k)
            gain += gainOfCycle(cells, k, one, model);
        gains.push_back(gain);
    }
    return gains;
}

/// Share of the longer steps that are predicted better by their places.
double agreeingShare(const CycleCells& cells, const PlaceModel& one, const PlaceModel& model,
                     const std::vector<std::size_t>& placeOf)
{
    double steps = 0;
    double agreeing = 0;
    double gain = 0;
    for (std::size_t k = 0; k < cells.cycles; ++k) {
        gain += gainOfCycle(cells, k, one, model);
        if (k + 1 < cells.cycles && placeOf[k + 1] > placeOf[k] && !cells.afterPause[k + 1])
            continue;
        steps += 1;
        agreeing += gain > 0 ? 1 : 0;
        gain = 0;
    }
    return agreeing / steps;
}

/// Mean of the gains in standard errors.
double inStandardErrors(const std::vector<double>& gains)
{
    const auto count = static_cast<double>(gains.size());
    const double mean = std::accumulate(gains.begin(), gains.end(), 0.0) / count;
    double square = 1e-12;
    for (const double gain : gains)
        square += (gain - mean) * (gain - mean) / std::max(count - 1, 1.0);
    return mean / std::sqrt(square / count);
}

ScaleEvidence evidenceFor(const CycleCells& cells, const PlaceModel& one, std::size_t places)
{
    ScaleEvidence evidence{.places = places};
    for (std::size_t k = 0; k < cells.cycles; ++k)
        evidence.placeOf.push_back(k % places);
    if (cells.cycles < 3 * places)
        return evidence;
    PlaceModel model(cells, places);
    model.update(evidence.placeOf);
    constexpr int kRounds = 4;
    double cost = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::vector<std::size_t> before = evidence.placeOf;
        cost = assignPlaces(cells, model, places, evidence.placeOf);
        if (evidence.placeOf == before) // as in all rounds after this one
            break;
        model.update(evidence.placeOf);
    }
    evidence.matched = matchedShare(cells, evidence.placeOf, places);
    evidence.nats = gainOf(cells, one, model) - cost;
    for (std::size_t k = 1; k < cells.cycles; ++k)
        evidence.slips += !cells.afterPause[k] && evidence.placeOf[k] != (evidence.placeOf[k - 1] + 1) % places ? 1 : 0;
    double count = 0;
    for (const auto& weights : cells.weights) {
        for (const float weight : weights)
            count += weight > 0 ? 1 : 0;
    }
    evidence.contrast = std::expm1(2 * evidence.nats / count);
    evidence.gains = gainsOfStretches(cells, one, model);
    evidence.deviations = inStandardErrors(evidence.gains);
    evidence.agreeing = agreeingShare(cells, one, model, evidence.placeOf);
    return evidence;
}

/// Whether a scale explains significantly more than one of its parts does.
bool explainsMore(const ScaleEvidence& scale, const ScaleEvidence& part)
{
    std::vector<double> gains(scale.gains.size());
    for (std::size_t b = 0; b < gains.size(); ++b)
        gains[b] = scale.gains[b] - part.gains[b];
    return scale.nats - part.nats > threshold::kScaleNats && inStandardErrors(gains) > threshold::kScaleDeviations &&
           scale.contrast - part.contrast > threshold::kScaleContrast * (1 + part.contrast);
}

} // namespace

bool ScaleEvidence::isRegular() const
{
    const auto steps = static_cast<double>(placeOf.size()) / static_cast<double>(places);
    // Where a step gains E nats in the mean, a single step gains anything with the probability that a standard normal
    // variable exceeds -sqrt(E / 2): the noise of its samples is normal. The share has a standard error of its own.
    const double expected = 0.5 + 0.5 * normalCoverage(std::sqrt(std::max(nats, 0.0) / steps / 2));
    if (agreeing < expected - threshold::kFewerAgree - 0.5 / std::sqrt(steps))
        return false;
    return nats > threshold::kScaleNats && deviations > threshold::kScaleDeviations &&
           static_cast<double>(slips) <= threshold::kMaxSlips * steps;
}

bool ScaleEvidence::isSignificant() const
{
    return isRegular() && contrast > threshold::kScaleContrast;
}

bool ScaleEvidence::isFaint() const
{
    return isRegular() && contrast > threshold::kFaintContrast && contrast < threshold::kClearContrast;
}

const ScaleEvidence* bestScale(std::span<const ScaleEvidence> scales)
{
    const ScaleEvidence* best = nullptr;
    for (const ScaleEvidence& scale : scales) {
        if (scale.isSignificant() && (best == nullptr || scale.nats > best->nats))
            best = &scale;
    }
    for (const ScaleEvidence& part : scales) {
        if (best == nullptr || part.places >= best->places)
            break;
        if (best->places % part.places == 0 && part.isSignificant() && !explainsMore(*best, part))
            return &part;
    }
    return best;
}

std::vector<ScaleEvidence> scaleEvidence(std::span<const PeriodSeries> series, const StepPath& path,
                                         std::span<const std::size_t> places, PhaseDifferences phases)
{
    std::vector<ScaleEvidence> all;
    if (path.steps() < 6)
        return all;
    CycleCells cells = cycleCellsOf(series, path);
    if (phases == PhaseDifferences::Removed)
        removeSamplingPhases(cells);
    const std::vector<std::size_t> samePlace(cells.cycles, 0);
    PlaceModel one(cells, 1);
    one.update(samePlace);
    for (const std::size_t count : places)
        all.push_back(evidenceFor(cells, one, count));
    return all;
}

StepPath dividedSteps(const StepPath& path, std::size_t parts)
{
    StepPath divided;
    for (const StepRun& run : path.runs) {
        StepRun finer;
        for (std::size_t k = 0; k + 1 < run.boundaries.size(); ++k) {
            for (std::size_t p = 0; p < parts; ++p)
                finer.boundaries.push_back(run.boundaries[k] + (run.boundaries[k + 1] - run.boundaries[k]) *
                                                                   static_cast<double>(p) / static_cast<double>(parts));
        }
        if (!run.boundaries.empty())
            finer.boundaries.push_back(run.boundaries.back());
        divided.runs.push_back(std::move(finer));
    }
    return divided;
}

StepPath joinedSteps(const StepPath& path, const ScaleEvidence& scale)
{
    StepPath joined;
    const std::vector<StepCycle> cycles = cyclesOf(path);
    StepRun run;
    std::size_t closed = 0;
    const auto close = [&] {
        if (!run.boundaries.empty() && closed > 0 && scale.placeOf[closed - 1] + 1 == scale.places)
            run.boundaries.push_back(cycles[closed - 1].end);
        if (run.steps() > 0)
            joined.runs.push_back(run);
        run = {};
    };
    for (std::size_t k = 0; k < cycles.size(); ++k) {
        if (cycles[k].afterPause || (k > 0 && scale.placeOf[k] != (scale.placeOf[k - 1] + 1) % scale.places))
            close();
        if (scale.placeOf[k] == 0)
            run.boundaries.push_back(cycles[k].begin);
        closed = k + 1;
    }
    close();
    return joined;
}

} // namespace stepscope::analysis
