#include "tests/support/periodscenario.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

namespace stepscope::testing {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kSampling = 0.01; ///< s
constexpr std::array kNames{"GPU", "VDD_SYS_GPU", "VDD_IN"};

class Chance
{
public:
    explicit Chance(unsigned seed)
        : m_random(seed)
    {}
    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_random); }
    double logUniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    double normal() { return std::normal_distribution<double>()(m_random); }
    bool is(double probability) { return uniform(0, 1) < probability; }
    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(m_random); }

private:
    std::mt19937_64 m_random;
};

/// The waveform of a step, in equal bins.
using Shape = std::array<double, 512>;

double partPhase(std::size_t part)
{
    return (static_cast<double>(part) + 0.5) / static_cast<double>(Shape().size());
}

/// Consecutive levels of random length, `ops` of them.
void fillOps(Chance& chance, Shape& shape, std::size_t first, std::size_t last, std::size_t ops)
{
    std::vector<double> ends;
    for (std::size_t i = 0; i + 1 < ops; ++i)
        ends.push_back(chance.uniform(0, 1));
    ends.push_back(1);
    std::sort(ends.begin(), ends.end());
    std::vector<double> levels;
    for (std::size_t i = 0; i < ops; ++i)
        levels.push_back(chance.uniform(0, 1) + (i % 2 == 0 ? 0.5 : 0));
    std::size_t op = 0;
    for (std::size_t i = first; i < last; ++i) {
        const double phase = static_cast<double>(i - first) / static_cast<double>(last - first);
        while (phase > ends[op])
            ++op;
        shape[i] = levels[op];
    }
}

Shape makeShape(Chance& chance, std::size_t kind)
{
    Shape shape{};
    const std::size_t size = shape.size();
    if (kind == 0) {
        fillOps(chance, shape, 0, size, 3 + chance.below(8));
    } else if (kind == 1) {
        for (std::size_t i = 0; i < size; ++i)
            shape[i] = partPhase(i);
    } else if (kind == 2) {
        const double width = chance.uniform(0.05, 0.25);
        for (std::size_t i = 0; i < size; ++i)
            shape[i] = partPhase(i) < width ? 1 : 0;
    } else if (kind == 3) {
        // Two similar halves, which suggest half of the period.
        fillOps(chance, shape, 0, size / 2, 3 + chance.below(4));
        const double contrast = chance.uniform(0.15, 0.6);
        const double from = chance.uniform(0, 0.6);
        for (std::size_t i = 0; i < size / 2; ++i) {
            const double phase = 2 * partPhase(i);
            shape[size / 2 + i] = shape[i] + (phase > from && phase < from + 0.4 ? contrast : 0);
        }
    } else {
        for (std::size_t i = 0; i < size; ++i)
            shape[i] = std::sin(2 * kPi * partPhase(i)) + 0.3 * std::sin(4 * kPi * partPhase(i) + 1);
    }
    double mean = 0;
    for (const double value : shape)
        mean += value / static_cast<double>(size);
    double variance = 0;
    for (const double value : shape)
        variance += (value - mean) * (value - mean) / static_cast<double>(size);
    for (double& value : shape)
        value = (value - mean) / std::sqrt(variance);
    return shape;
}

/// Boundaries of the steps; the first one lies before the recording.
std::vector<double> makeBoundaries(Chance& chance, const PeriodScenario& scenario, double period, double seconds)
{
    const bool waves = chance.is(0.5);
    std::vector<double> boundaries{-chance.uniform(0, 1) * period};
    while (boundaries.back() < seconds) {
        const double done = boundaries.back() / seconds;
        const double trend = waves ? 0.5 * std::sin(2 * kPi * done) : done - 0.5;
        const double jitter = std::clamp(scenario.jitter * chance.normal(), -3 * scenario.jitter, 3 * scenario.jitter);
        boundaries.push_back(boundaries.back() + period * (1 + scenario.drift * trend) * (1 + jitter));
    }
    return boundaries;
}

double stepsAt(const std::vector<double>& boundaries, double time)
{
    auto k =
        static_cast<std::size_t>(std::upper_bound(boundaries.begin(), boundaries.end(), time) - boundaries.begin());
    k = std::clamp<std::size_t>(k, 1, boundaries.size() - 1) - 1;
    return static_cast<double>(k) + (time - boundaries[k]) / (boundaries[k + 1] - boundaries[k]);
}

std::vector<double> makeTimes(Chance& chance, double seconds, double period, bool gaps)
{
    const std::array<double, 3> kinds{0.005, 0.05, 0.2};
    const double off = kinds[chance.below(kinds.size())] * kSampling;
    std::vector<std::pair<double, double>> away;
    for (std::size_t i = 0, count = gaps ? 1 + chance.below(3) : 0; i < count; ++i) {
        const double length = std::min(chance.logUniform(0.5, 8) * period, seconds / 12);
        const double begin = chance.uniform(0, seconds - length);
        away.emplace_back(begin, begin + length);
    }
    std::vector<double> times;
    for (double nominal = 0; nominal < seconds; nominal += kSampling) {
        const double time = nominal + std::clamp(off * chance.normal(), -0.45 * kSampling, 0.45 * kSampling);
        const bool lost = std::any_of(away.begin(), away.end(),
                                      [&](const auto& gap) { return gap.first <= time && time < gap.second; });
        if (!lost && !chance.is(0.01))
            times.push_back(time);
    }
    return times;
}

double valueAt(const Shape& shape, const std::vector<double>& boundaries, double time)
{
    const double steps = stepsAt(boundaries, time);
    const double phase = steps - std::floor(steps);
    return shape[std::min(static_cast<std::size_t>(phase * static_cast<double>(shape.size())), shape.size() - 1)];
}

std::vector<double> aperiodicValues(Chance& chance, std::size_t kind, std::size_t size)
{
    std::vector<double> values(size);
    constexpr std::size_t kOctaves = 16;
    std::array<double, kOctaves> rows{};
    double walk = 0;
    double level = 1;
    const double rate = chance.logUniform(0.002, 0.5);
    const double first = chance.uniform(0.1, 0.8) * static_cast<double>(size);
    const double width = chance.uniform(0.01, 0.15) * static_cast<double>(size);
    for (std::size_t i = 0; i < size; ++i) {
        const double noise = chance.normal();
        const auto place = static_cast<double>(i);
        walk += noise;
        for (std::size_t r = 0; r < kOctaves; ++r) {
            if (i % (std::size_t{1} << r) == 0)
                rows[r] = chance.normal();
        }
        if (chance.is(rate))
            level = 1 - level;
        const std::array<double, 6> all{noise,
                                        walk,
                                        [&] {
                                            double sum = 0;
                                            for (const double row : rows)
                                                sum += row;
                                            return sum;
                                        }(),
                                        5,
                                        (place >= first && place < first + width ? 8 : 0) + 0.3 * noise,
                                        level + 0.1 * noise};
        values[i] = all[kind];
    }
    return values;
}

} // namespace

PeriodScenario makePeriodScenario(unsigned seed)
{
    Chance chance(seed);
    const std::array<const char*, 5> kinds{"ops", "sawtooth", "bursts", "halves", "wave"};
    PeriodScenario scenario;
    scenario.steps = chance.logUniform(3, 3000);
    scenario.samplesAStep = chance.logUniform(0.5, 500);
    scenario.decibels = chance.uniform(0, 30);
    scenario.drift = chance.is(0.3) ? 0 : chance.uniform(0, 0.05);
    scenario.jitter = chance.is(0.3) ? 0 : chance.uniform(0, 0.05);
    const double period = scenario.samplesAStep * kSampling;
    const double seconds = scenario.steps * period;
    const std::size_t kind = chance.below(kinds.size());
    scenario.kind = kinds[kind];
    const std::vector<double> boundaries = makeBoundaries(chance, scenario, period, seconds);
    const std::vector<double> times = makeTimes(chance, seconds, period, chance.is(0.4));
    const double noise = std::pow(10, -scenario.decibels / 20);
    const std::size_t channels = 1 + chance.below(3);
    for (std::size_t c = 0; c < channels; ++c) {
        const Shape shape = makeShape(chance, c == 0 ? kind : chance.below(2) == 0 ? kind : 0);
        const bool isMean = chance.is(0.5);
        analysis::PeriodChannel channel{.name = kNames[c], .times = times};
        for (std::size_t i = 0; i < times.size(); ++i) {
            double value = valueAt(shape, boundaries, times[i]);
            if (isMean) {
                constexpr int kParts = 16; // of the sampling interval around the time
                value = 0;
                for (int part = 0; part < kParts; ++part)
                    value += valueAt(shape, boundaries, times[i] + kSampling * ((part + 0.5) / kParts - 0.5)) / kParts;
            }
            channel.values.push_back(value + noise * chance.normal());
        }
        scenario.channels.push_back(std::move(channel));
    }
    if (times.size() < 2)
        return scenario;
    scenario.steps = stepsAt(boundaries, times.back()) - stepsAt(boundaries, times.front());
    scenario.period = (times.back() - times.front()) / scenario.steps;
    return scenario;
}

PeriodScenario makeAperiodicScenario(unsigned seed)
{
    Chance chance(seed + 77'000'000);
    const std::array<const char*, 6> kinds{"white", "walk", "1/f", "constant", "burst", "telegraph"};
    const std::size_t kind = seed % kinds.size();
    PeriodScenario scenario;
    scenario.kind = kinds[kind];
    const auto size = static_cast<std::size_t>(chance.logUniform(30, 100'000));
    const std::vector<double> times = makeTimes(chance, static_cast<double>(size) * kSampling, 1, chance.is(0.3));
    const std::size_t channels = 1 + chance.below(3);
    for (std::size_t c = 0; c < channels; ++c)
        scenario.channels.push_back(
            {.name = kNames[c], .times = times, .values = aperiodicValues(chance, kind, times.size())});
    return scenario;
}

} // namespace stepscope::testing
