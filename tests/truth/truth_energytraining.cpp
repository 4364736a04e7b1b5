#include "tests/truth/truth_energytraining.h"

#include "remote/format/clock.h"
#include "tests/support/recordingbuilder.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace stepscope::truth {
namespace {

constexpr double kSamplingMs = 10;
constexpr std::uint64_t kFirstTraced = 4;
constexpr std::uint64_t kLastTraced = 8;
constexpr std::uint64_t kTracedEvery = 60; ///< after kLastTraced
constexpr std::uint64_t kWarmUpSteps = 3;

std::int64_t toNs(double milliseconds)
{
    return std::llround(milliseconds * 1e6);
}

/// A kind of op: a part on the CPU, then a kernel.
struct Kind
{
    std::string name, shapes, kernel;
    double hostMs = 0;
    double kernelMs = 0;
    double hostWatts = 0;   ///< above idle
    double kernelWatts = 0; ///< above idle
    double traceMs = 0;     ///< by which recording lengthens the part on the CPU
    bool isInput = false;   ///< runs on the second thread
};

/// Power as steps at moments; its integral between any two moments.
class PowerSignal
{
public:
    void add(double beginMs, double endMs, double watts)
    {
        m_changes.emplace_back(beginMs, watts);
        m_changes.emplace_back(endMs, -watts);
    }
    void finish()
    {
        std::sort(m_changes.begin(), m_changes.end());
        double watts = 0;
        double joules = 0;
        for (std::size_t i = 0; i < m_changes.size(); ++i) {
            const double from = i > 0 ? m_changes[i - 1].first : m_changes[i].first;
            joules += watts * (m_changes[i].first - from);
            m_joules.push_back(joules);
            watts += m_changes[i].second;
            m_watts.push_back(watts);
        }
    }
    [[nodiscard]] double mean(double beginMs, double endMs) const
    {
        return (until(endMs) - until(beginMs)) / (endMs - beginMs);
    }

private:
    [[nodiscard]] double until(double ms) const
    {
        const auto after = std::upper_bound(m_changes.begin(), m_changes.end(), std::pair(ms, 1e300));
        if (after == m_changes.begin())
            return 0;
        const auto at = static_cast<std::size_t>(after - m_changes.begin()) - 1;
        return m_joules[at] + m_watts[at] * (ms - m_changes[at].first);
    }
    std::vector<std::pair<double, double>> m_changes; ///< ms, W
    std::vector<double> m_joules;                     ///< mJ up to each change
    std::vector<double> m_watts;                      ///< from each change on
};

class TrainingSimulation
{
public:
    explicit TrainingSimulation(const EnergyPlan& plan)
        : m_plan(plan)
        , m_random(plan.seed)
    {
        m_truth.idleWatts = uniform(1, 3);
        makeKinds();
        trace::Channel rail{.name = "VDD_IN",
                            .quantity = "rail.power",
                            .unit = "W",
                            .scale = 1e-3,
                            .rail = "VDD_IN",
                            .role = "system",
                            .periodNs = toNs(kSamplingMs)};
        if (m_plan.sensor.isCounter)
            rail.covers = trace::Channel::Covers::Interval;
        if (m_plan.sensor.isDocumented) {
            rail.windowNs = toNs(m_plan.sensor.windowMs);
            rail.lagNs = toNs(m_plan.sensor.lagMs);
            if (m_plan.sensor.updateMs > 0)
                rail.updateNs = toNs(m_plan.sensor.updateMs);
        }
        m_channel = m_builder.channel(rail);
        m_builder.lane({.id = 1, .name = "main"});
        if (plan.hasInputThread)
            m_builder.lane({.id = 2, .name = "input"});
        if (plan.hasKernels)
            m_builder.lane({.id = 3, .kind = format::Lane::Kind::GpuStream, .name = "stream 7"});
    }
    EnergyRecording run()
    {
        double at = 1000;
        for (int step = 0; step < m_plan.steps; ++step) {
            at = addStep(static_cast<std::uint64_t>(step), at);
            if (m_plan.pauseMs > 0 && step % 20 == 19)
                at += m_plan.pauseMs;
        }
        m_power.finish();
        addSamples(at);
        m_builder.footer();
        return {testing::viewOf(m_builder.bytes()), m_truth};
    }

private:
    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_random); }
    double logNormal(double median, double sigma) { return median * std::exp(sigma * normal()); }
    double normal() { return std::normal_distribution<double>()(m_random); }
    int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_random); }

    void makeKinds()
    {
        const int types = integer(5, 12);
        const int kinds = integer(15, 90);
        std::vector<double> hostWatts;
        std::vector<double> kernelWatts;
        for (int type = 0; type < types; ++type) {
            hostWatts.push_back(uniform(0.5, 2));
            kernelWatts.push_back(uniform(2, 7));
        }
        for (int i = 0; i < kinds; ++i) {
            const int type = integer(0, types - 1);
            Kind kind;
            kind.name = "op" + std::to_string(type);
            kind.shapes = "[" + std::to_string(i) + "]";
            kind.kernel = "kernel" + std::to_string(type % 4);
            kind.isInput = m_plan.hasInputThread && i % 11 == 3;
            kind.hostMs = m_plan.durations * (kind.isInput ? logNormal(8, 0.7) : logNormal(0.25, 0.6));
            kind.kernelMs = kind.isInput ? 0 : m_plan.durations * logNormal(1.5, 1);
            kind.hostWatts = logNormal(hostWatts[static_cast<std::size_t>(type)], 0.08);
            kind.kernelWatts = logNormal(kernelWatts[static_cast<std::size_t>(type)], 0.15);
            kind.traceMs = uniform(0.02, 0.08);
            m_kinds.push_back(kind);
        }
        const int occurrences = integer(kinds, 2 * kinds);
        for (int i = 0; i < occurrences; ++i)
            m_sequence.push_back(static_cast<std::size_t>(i < kinds ? i : integer(0, kinds - 1)));
        std::shuffle(m_sequence.begin(), m_sequence.end(), m_random);
    }
    [[nodiscard]] bool isTraced(std::uint64_t step) const
    {
        return m_plan.tracesAll || (step >= kFirstTraced && step <= kLastTraced) ||
               (step > kLastTraced && step % kTracedEvery == 0);
    }
    double addStep(std::uint64_t step, double begin)
    {
        const bool traced = isTraced(step);
        const double change = static_cast<int>(step) * 2 >= m_plan.steps ? m_plan.clockChange : 0;
        // Jitter of the step, warm-up, and a drift of power as the board becomes warm.
        const double stretch = (1 + 0.02 * normal()) * (step == 0 ? 2 : 1) * (1 + change);
        const double drift = (1 + 0.02 * static_cast<double>(step) / m_plan.steps) * (1 - change);
        if (m_plan.shuffles)
            std::shuffle(m_sequence.begin(), m_sequence.end(), m_random);
        m_counts = traced ? &EnergyTruth::Op::tracedJoules : &EnergyTruth::Op::untracedJoules;
        m_seconds = traced ? &EnergyTruth::Op::tracedMainSeconds : &EnergyTruth::Op::untracedMainSeconds;
        m_isCounted = step >= kWarmUpSteps;
        double main = begin + 0.05;
        double input = begin + 0.05;
        double stream = begin;
        std::vector<trace::SpanRecord> spans[3];
        m_links.clear();
        for (const std::size_t index : m_sequence)
            addOp(m_kinds[index], traced, stretch * (1 + 0.02 * normal()), drift, main, input, stream, spans);
        if (m_plan.hasRareOp && static_cast<int>(step) == m_plan.steps / 2 && traced)
            addOp({"rare", "[1]", "kernel9", 0.3, 12, 1, 6, 0.02, false}, true, 1, drift, main, input, stream, spans);
        const double end = std::max({main, m_plan.isAsynchronous ? stream : main, begin + 1}) + 0.05;
        if (traced) {
            m_builder.spans(1, spans[0]);
            if (m_plan.hasInputThread)
                m_builder.spans(2, spans[1]);
            if (m_plan.hasKernels)
                m_builder.spans(3, spans[2]).links(1, 3, m_links);
        }
        m_builder.steps(
            {{.index = step, .start = toNs(begin), .end = toNs(end), .flags = traced ? format::Step::kTraced : 0U}});
        if (m_isCounted)
            ++(traced ? m_truth.tracedSteps : m_truth.untracedSteps);
        return end;
    }
    void addOp(const Kind& kind, bool traced, double stretch, double drift, double& main, double& input, double& stream,
               std::vector<trace::SpanRecord>* spans)
    {
        double& thread = kind.isInput ? input : main;
        const double host = (kind.hostMs + (traced ? kind.traceMs : 0)) * stretch;
        const double kernel = kind.kernelMs * stretch;
        const double begin = thread;
        const double power = drift * (1 + 0.03 * normal());
        double joules = work(begin, begin + host, kind.hostWatts * power);
        thread = begin + host;
        if (kernel > 0) {
            const double start = m_plan.isAsynchronous ? std::max(stream, thread) : thread;
            // The kernel's power rises as its caches fill.
            const double gpu = work(start, start + 0.4 * kernel, 0.9 * kind.kernelWatts * power) +
                               work(start + 0.4 * kernel, start + kernel, 1.06 * kind.kernelWatts * power);
            stream = start + kernel;
            if (!m_plan.isAsynchronous)
                thread = stream;
            if (traced && m_plan.hasKernels)
                spans[2].push_back({toNs(start), toNs(start + kernel) - toNs(start), m_builder.op(kind.kernel), 0});
            if (traced && m_plan.hasKernels && m_plan.hasLinks)
                m_links.push_back({toNs(begin), toNs(start)});
            if (m_plan.isAsynchronous && m_plan.hasKernels) {
                count({kind.kernel, ""}, gpu);
                if (m_isCounted)
                    m_truth.ops[{kind.kernel, ""}].*m_seconds += 1e-3 * kernel;
            } else {
                joules += gpu;
            }
        }
        count({kind.name, kind.shapes}, joules);
        if (m_isCounted && !kind.isInput && !m_plan.isAsynchronous)
            m_truth.ops[{kind.name, kind.shapes}].*m_seconds += 1e-3 * (thread - begin);
        if (traced)
            spans[kind.isInput ? 1 : 0].push_back(
                {toNs(begin), toNs(thread) - toNs(begin), m_builder.op(kind.name, kind.shapes), 0});
    }
    /// Adds power above idle and returns its energy, J.
    double work(double begin, double end, double watts)
    {
        m_power.add(begin, end, watts);
        return 1e-3 * watts * (end - begin);
    }
    void count(const std::pair<std::string, std::string>& op, double joules)
    {
        if (m_isCounted)
            m_truth.ops[op].*m_counts += joules;
    }
    void addSamples(double end)
    {
        const SensorPlan& sensor = m_plan.sensor;
        const double phase = uniform(0, std::max(sensor.updateMs, 1.0));
        const double missingFrom = 1000 + (end - 1000) * (1 - m_plan.missingShare) * uniform(0.2, 0.8);
        const double missingTo = missingFrom + (end - 1000) * m_plan.missingShare;
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        double held = -1;
        double lastUpdate = -1;
        double lastRead = 0;
        for (double read = 1000 - 500; read < end; read += kSamplingMs) {
            const double at = read + uniform(0, kSamplingMs / 8) + uniform(0, 0.3); // the agent's delay, and lateness
            const double update =
                sensor.updateMs > 0 ? phase + std::floor((at - phase) / sensor.updateMs) * sensor.updateMs : at;
            if (sensor.isCounter) {
                // The energy up to the latest update, as the agent divides it by the time between the reads.
                const double watts = m_truth.idleWatts + m_power.mean(lastUpdate, update);
                held = lastRead > 0 ? watts * (update - lastUpdate) / (at - lastRead) : m_truth.idleWatts;
                lastUpdate = update;
                lastRead = at;
            } else if (update != lastUpdate) {
                const double until = update - sensor.lagMs;
                const double watts = m_truth.idleWatts + m_power.mean(until - sensor.windowMs, until);
                held = std::round(watts / sensor.stepWatts + sensor.noiseSteps * normal()) * sensor.stepWatts;
                lastUpdate = update;
            }
            times.push_back(toNs(at));
            values.push_back(at > missingFrom && at < missingTo ? format::kMissing : std::llround(held * 1e3));
        }
        m_builder.samples(m_channel, times, values);
    }

    const EnergyPlan& m_plan;
    std::mt19937_64 m_random;
    testing::RecordingBuilder m_builder;
    std::vector<Kind> m_kinds;
    std::vector<std::size_t> m_sequence;
    PowerSignal m_power;
    EnergyTruth m_truth;
    std::vector<format::Link> m_links; ///< from the ops of a step to their kernels, as Kineto tells them
    double EnergyTruth::Op::*m_counts = nullptr;
    double EnergyTruth::Op::*m_seconds = nullptr;
    bool m_isCounted = false;
    std::uint32_t m_channel = 0;
};

} // namespace

EnergyRecording makeEnergyRecording(const EnergyPlan& plan)
{
    return TrainingSimulation(plan).run();
}

} // namespace stepscope::truth
