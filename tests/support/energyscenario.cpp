#include "tests/support/energyscenario.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace stepscope::testing {
namespace {

using analysis::SampleWindow;
using analysis::SelfTimeInterval;

class Dice
{
public:
    explicit Dice(unsigned seed)
        : m_random(seed)
    {}
    double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_random); }
    double normal() { return m_normal(m_random); }
    std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random); }
    template <typename List>
    void shuffle(List& list)
    {
        std::shuffle(list.begin(), list.end(), m_random);
    }

private:
    std::mt19937_64 m_random;
    std::normal_distribution<double> m_normal{0, 1};
};

std::int64_t toNs(double seconds)
{
    return static_cast<std::int64_t>(seconds * 1e9);
}

struct PlannedOp
{
    std::uint32_t kind = 0;
    double seconds = 0;
};

/// One step of a thread: the order of its ops.
std::vector<std::vector<PlannedOp>> planStep(Dice& dice, std::size_t kinds, double stepSeconds)
{
    const std::size_t threads = dice.between(0, 1) < 0.5 ? 1 : 2;
    const auto ops = static_cast<std::size_t>(dice.between(20, 301));
    std::vector<std::vector<std::uint32_t>> kindsOf(threads);
    std::vector<double> length(kinds);
    for (std::uint32_t kind = 0; kind < kinds; ++kind) {
        length[kind] = std::exp(0.9 * dice.normal());
        kindsOf[threads == 1 || dice.between(0, 1) < 0.75 ? 0 : 1].push_back(kind);
    }
    std::vector<std::vector<PlannedOp>> plan(threads);
    for (std::size_t thread = 0; thread < threads; ++thread) {
        const auto& own = kindsOf[thread];
        const std::size_t count = own.empty() ? 0 : std::max(own.size(), thread == 0 ? ops : ops / 4);
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t kind = i < own.size() ? own[i] : own[dice.below(own.size())];
            plan[thread].push_back({kind, length[kind] * std::exp(0.2 * dice.normal())});
            sum += plan[thread].back().seconds;
        }
        dice.shuffle(plan[thread]);
        const double busy = thread == 0 ? dice.between(0.8, 0.98) : dice.between(0.3, 0.9);
        for (PlannedOp& op : plan[thread])
            op.seconds *= stepSeconds * busy / sum;
    }
    return plan;
}

/// Integral of the power of all intervals together.
class Power
{
public:
    Power(const EnergyScenario& scenario)
    {
        std::vector<std::pair<std::int64_t, double>> changes;
        for (const SelfTimeInterval& interval : scenario.intervals) {
            changes.emplace_back(interval.begin, scenario.watts[interval.group]);
            changes.emplace_back(interval.end, -scenario.watts[interval.group]);
        }
        std::sort(changes.begin(), changes.end());
        m_points.push_back({-1'000'000'000, 0, scenario.idleWatts});
        for (const auto& [time, change] : changes)
            m_points.push_back({time, until(time), m_points.back().watts + change});
    }
    [[nodiscard]] double mean(std::int64_t begin, std::int64_t end) const
    {
        return (until(end) - until(begin)) / (static_cast<double>(end - begin) * 1e-9);
    }

private:
    struct Point
    {
        std::int64_t time;
        double joules;
        double watts;
    };
    [[nodiscard]] double until(std::int64_t time) const
    {
        const auto after = std::upper_bound(m_points.begin(), m_points.end(), time,
                                            [](std::int64_t t, const Point& point) { return t < point.time; });
        const Point& point = after == m_points.begin() ? m_points.front() : *std::prev(after);
        return point.joules + point.watts * static_cast<double>(time - point.time) * 1e-9;
    }
    std::vector<Point> m_points;
};

/// Ends of the steps, s.
std::vector<double> runSteps(Dice& dice, const std::vector<std::vector<PlannedOp>>& plan, double stepSeconds, int steps,
                             EnergyScenario& scenario)
{
    std::vector<double> ends;
    double begin = 0;
    for (int step = 0; step < steps; ++step) {
        const double stretch = std::max(0.5, 1 + 0.03 * dice.normal());
        double latest = begin;
        for (std::size_t thread = 0; thread < plan.size(); ++thread) {
            double at = begin + (thread == 0 ? 0 : 0.03 * stepSeconds);
            for (const PlannedOp& op : plan[thread]) {
                const double seconds = std::max(1e-6, op.seconds * stretch * (1 + 0.02 * dice.normal()));
                scenario.intervals.push_back({toNs(at), toNs(at + seconds), op.kind, op.kind});
                scenario.seconds[op.kind] += seconds;
                at += seconds + (dice.between(0, 1) < 0.05 ? dice.between(0, 0.001) * stepSeconds : 0);
            }
            latest = std::max(latest, at);
        }
        begin = std::max(begin + 1.02 * stretch * stepSeconds, latest);
        ends.push_back(begin);
    }
    std::sort(scenario.intervals.begin(), scenario.intervals.end(),
              [](const SelfTimeInterval& a, const SelfTimeInterval& b) { return a.begin < b.begin; });
    return ends;
}

struct Reading
{
    std::int64_t time = 0;
    double value = 0;
};

std::vector<Reading> readSensor(Dice& dice, const std::vector<double>& stepEnds, EnergyScenario& scenario)
{
    constexpr double kPeriod = 0.01;
    const Power power(scenario);
    const std::int64_t window = toNs(dice.between(0.001, 0.010));
    const std::int64_t lag = toNs(dice.between(0, 0.020));
    const double quantum = dice.between(0.008, 0.077);
    const double noise = (dice.between(0, 1) < 0.5 ? 0.03 : 0.015) * power.mean(0, toNs(stepEnds.back()));
    std::vector<Reading> readings;
    for (double at = 0.05; at < stepEnds.back(); at += kPeriod) {
        const std::int64_t time = toNs(at + std::abs(dice.normal()) * 1e-4);
        if (dice.between(0, 1) < 0.01)
            continue;
        const std::int64_t end = time - lag;
        const double truth = power.mean(end - window, end) + noise * dice.normal();
        readings.push_back({time, std::round(truth / quantum) * quantum});
        if (end - window < 0)
            continue;
        const auto step = std::upper_bound(stepEnds.begin(), stepEnds.end(), static_cast<double>(end) * 1e-9);
        scenario.windows.push_back(
            {end - window, end, readings.back().value, static_cast<std::uint32_t>(step - stepEnds.begin())});
    }
    return readings;
}

} // namespace

EnergyScenario makeEnergyScenario(unsigned seed, int steps)
{
    Dice dice(seed);
    EnergyScenario scenario;
    const auto kinds = static_cast<std::size_t>(dice.between(12, 61));
    const double stepSeconds = dice.between(0.08, 0.5);
    scenario.idleWatts = dice.between(1.5, 4);
    scenario.seconds.resize(kinds);
    for (std::size_t i = 0; i < kinds; ++i)
        scenario.watts.push_back(std::exp(0.7 * dice.normal() + 0.7));
    const auto plan = planStep(dice, kinds, stepSeconds);
    const auto ends = runSteps(dice, plan, stepSeconds, steps, scenario);
    const auto readings = readSensor(dice, ends, scenario);
    scenario.timingJoules.resize(kinds);
    std::size_t next = 0;
    for (const SelfTimeInterval& interval : scenario.intervals) {
        while (next + 1 < readings.size() && readings[next].time < (interval.begin + interval.end) / 2)
            ++next;
        scenario.timingJoules[interval.group] +=
            (readings[next].value - scenario.idleWatts) * static_cast<double>(interval.end - interval.begin) * 1e-9;
    }
    return scenario;
}

EnergyErrors errorsOf(const EnergyScenario& scenario, const analysis::OccupancyFit& fit)
{
    EnergyErrors errors;
    double estimatedJoules = 0;
    double all = 0;
    double regression = 0;
    double timing = 0;
    for (std::size_t i = 0; i < scenario.watts.size(); ++i) {
        const double joules = scenario.watts[i] * scenario.seconds[i];
        all += joules;
        timing += std::abs(scenario.timingJoules[i] - joules);
        const analysis::Estimate estimate = fit.power(static_cast<std::uint32_t>(i));
        if (!analysis::OccupancyFit::isPrecise(estimate))
            continue;
        estimatedJoules += joules;
        regression += std::abs(estimate.value - scenario.watts[i]) * scenario.seconds[i];
        ++errors.estimated;
        errors.covered += estimate.low <= scenario.watts[i] && scenario.watts[i] <= estimate.high ? 1 : 0;
    }
    errors.regression = estimatedJoules > 0 ? regression / estimatedJoules : 1;
    errors.timing = all > 0 ? timing / all : 1;
    return errors;
}

} // namespace stepscope::testing
