#include "tests/truth/truth_periodseries.h"

#include "tests/support/recordingbuilder.h"
#include "tests/truth/truth_chance.h"
#include "tests/truth/truth_samplingtimes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

namespace stepscope::truth {
namespace {

constexpr std::size_t kMaxChannels = 6;
using Levels = std::array<double, kMaxChannels>;

/// A part of a step: an op, or several that look the same.
struct Part
{
    double share = 0; ///< of the step's nominal duration
    std::size_t level = 0;
};

/// The training: its levels, and the pieces laid out in time.
struct Training
{
    std::vector<Levels> levels{};
    std::vector<Piece> pieces{};
    double now = 0;
    double steps = 0;

    void add(double seconds, std::size_t level, double progress)
    {
        if (seconds <= 0)
            return;
        pieces.push_back({now, now + seconds, level, steps, steps + progress});
        now += seconds;
        steps += progress;
    }
    std::size_t newLevel(Chance& chance)
    {
        Levels row{};
        for (double& value : row)
            value = chance.is(0.3) ? (chance.is(0.5) ? 1 : 0) : chance.uniform(0, 1);
        levels.push_back(row);
        return levels.size() - 1;
    }
    /// A level that differs from another one in some of the channels only.
    std::size_t similarLevel(Chance& chance, std::size_t other, double contrast)
    {
        Levels row = levels[other];
        bool differs = false;
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0 && chance.is(0.5))
                continue;
            const double sign = row[c] > 0.5 ? -1 : 1;
            row[c] += sign * contrast;
            differs = true;
        }
        if (!differs)
            row[0] += contrast;
        levels.push_back(row);
        return levels.size() - 1;
    }
};

/// `count` ops of random durations; the shares add up to `total`.
std::vector<Part> randomParts(Chance& chance, Training& training, std::size_t count, double total)
{
    std::vector<Part> parts;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        parts.push_back({0.15 + chance.exponential(1), training.newLevel(chance)});
        sum += parts.back().share;
    }
    for (Part& part : parts)
        part.share *= total / sum;
    return parts;
}

/// What a step consists of; `cycles` are the parts of an accumulation that repeat within it.
struct StepPlan
{
    std::string kind{};
    std::vector<Part> parts{};
    std::vector<double> cycleShares{}; ///< of other scales on which the signal repeats, relative to the step
};

StepPlan opsPlan(Chance& chance, Training& training)
{
    return {"ops", randomParts(chance, training, chance.between(3, 12), 1), {}};
}

/// One short burst of work in an otherwise idle step.
StepPlan burstPlan(Chance& chance, Training& training)
{
    const double share = chance.uniform(0.06, 0.3);
    const std::size_t busy = training.newLevel(chance);
    const std::size_t idle = training.newLevel(chance);
    training.levels[busy][0] = 1;
    training.levels[idle][0] = 0.05;
    return {"burst", {{share, busy}, {1 - share, idle}}, {}};
}

/// Bursts of kernels: 12 to 40 short active parts.
StepPlan kernelPlan(Chance& chance, Training& training)
{
    StepPlan plan{.kind = "kernels"};
    const std::size_t idle = training.newLevel(chance);
    training.levels[idle][0] = 0.1;
    for (const Part& part : randomParts(chance, training, chance.between(6, 20), 1)) {
        const double busy = chance.uniform(0.3, 0.9);
        plan.parts.push_back({part.share * busy, part.level});
        plan.parts.push_back({part.share * (1 - busy), idle});
    }
    return plan;
}

/// Two or three parts that are equal but for one op, which suggest a fraction of the step.
StepPlan equalPartsPlan(Chance& chance, Training& training)
{
    const std::size_t copies = chance.between(2, 3);
    StepPlan plan{.kind = copies == 2 ? "halves" : "thirds"};
    const auto parts = randomParts(chance, training, chance.between(3, 6), 1 / static_cast<double>(copies));
    const std::size_t odd = chance.between(0, parts.size() - 1);
    for (std::size_t copy = 0; copy < copies; ++copy) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            Part part = parts[i];
            if (copy == copies - 1 && i == odd)
                part.level = training.similarLevel(chance, part.level, chance.uniform(0.3, 0.8));
            plan.parts.push_back(part);
        }
    }
    plan.cycleShares.push_back(1 / static_cast<double>(copies));
    return plan;
}

/// Accumulation of gradients: equal micro-steps, and an update of the weights after the last.
StepPlan accumulationPlan(Chance& chance, Training& training)
{
    const std::size_t micro = chance.between(2, 8);
    StepPlan plan{.kind = "accumulation_" + std::to_string(micro)};
    const double update = chance.logUniform(0.08, 0.5); // of a micro-step
    const double share = 1 / (static_cast<double>(micro) + update);
    const auto parts = randomParts(chance, training, chance.between(3, 8), share);
    for (std::size_t i = 0; i < micro; ++i)
        plan.parts.insert(plan.parts.end(), parts.begin(), parts.end());
    for (const Part& part : randomParts(chance, training, chance.between(1, 2), update * share))
        plan.parts.push_back(part);
    plan.cycleShares = {share, 1 / static_cast<double>(micro)};
    return plan;
}

/// A GAN: the discriminator on real and on generated images, then the generator, whose work resembles both.
StepPlan ganPlan(Chance& chance, Training& training)
{
    StepPlan plan{.kind = "gan"};
    const double first = chance.uniform(0.25, 0.4);
    const double second = chance.uniform(0.9, 1.1) * first;
    const auto parts = randomParts(chance, training, chance.between(3, 7), 1);
    for (const double share : {first, second, 1 - first - second}) {
        for (const Part& part : parts) {
            Part copy{part.share * share, part.level};
            if (share != first && chance.is(0.35))
                copy.level = training.similarLevel(chance, part.level, chance.uniform(0.2, 0.7));
            plan.parts.push_back(copy);
        }
    }
    plan.cycleShares = {first, second, 1 - first - second, 0.5, 1.0 / 3};
    return plan;
}

StepPlan makePlan(Chance& chance, Training& training)
{
    const double kind = chance.uniform(0, 1);
    if (kind < 0.3)
        return opsPlan(chance, training);
    if (kind < 0.42)
        return burstPlan(chance, training);
    if (kind < 0.57)
        return kernelPlan(chance, training);
    if (kind < 0.72)
        return equalPartsPlan(chance, training);
    if (kind < 0.87)
        return accumulationPlan(chance, training);
    return ganPlan(chance, training);
}

/// How the steps follow each other.
struct Course
{
    double period = 0;
    double seconds = 0; ///< of the recording
    double jitter = 0;
    double drift = 0;
    bool jittersOneOp = false; ///< one op varies instead of all ops
    bool driftsInWaves = false;
    bool stalls = false;
    std::size_t epoch = 0; ///< steps; 0 = no epochs
    double pause = 0;      ///< between two epochs, s
    bool evaluates = false;
    double firstWaits = 0; ///< how much longer the first step of an epoch waits for its data, s
};

Course makeCourse(Chance& chance, const StepPlan& plan)
{
    constexpr double kMinSteps = 15;
    // The smallest cycle lasts at least 15 ms, and an epoch of the shortest steps would last less than its pause.
    constexpr double kShortest = 0.015;
    constexpr double kMinEpochStep = 0.03;
    Course course;
    course.period = chance.logUniform(kShortest, 10);
    if (plan.kind.starts_with("accumulation"))
        course.period = std::max(course.period, kShortest / plan.cycleShares.front());
    course.seconds = std::max(chance.logUniform(20, 200), chance.logUniform(kMinSteps, 80) * course.period);
    course.jitter = chance.is(0.25) ? chance.uniform(0, 0.001) : chance.logUniform(0.002, 0.05);
    course.drift = chance.is(0.4) ? 0 : chance.uniform(0, 0.05);
    course.jittersOneOp = chance.is(0.5);
    course.driftsInWaves = chance.is(0.5);
    course.stalls = chance.is(0.15);
    if (!course.stalls && course.period >= kMinEpochStep && chance.is(0.25)) {
        course.epoch = chance.between(8, 50);
        course.pause = course.period * chance.logUniform(0.3, 5);
        course.evaluates = chance.is(0.3);
        course.firstWaits = chance.is(0.5) ? course.period * chance.uniform(0, 0.6) : 0;
        // At least three epochs.
        course.seconds =
            std::max(course.seconds, 3.2 * (static_cast<double>(course.epoch) * course.period + course.pause));
    }
    return course;
}

void addStep(Chance& chance, Training& training, const StepPlan& plan, const Course& course, double slower)
{
    const double done = training.now / course.seconds;
    const double wave = course.driftsInWaves ? 0.5 * std::sin(2 * std::numbers::pi * done) : done - 0.5;
    const double period = course.period * slower * (1 + course.drift * wave);
    const double off = std::clamp(chance.normal(), -3.0, 3.0) * course.jitter;
    // One op varies: the first, as an op that waits for data does.
    const double first = plan.parts.front().share;
    const double reach = std::min(off, 0.9 * off);
    for (std::size_t i = 0; i < plan.parts.size(); ++i) {
        const double share = plan.parts[i].share;
        const double seconds =
            course.jittersOneOp ? (i == 0 ? std::max(share + reach, 0.05 * first) : share) : share * (1 + off);
        training.add(period * seconds, plan.parts[i].level, share);
    }
}

void addPause(Chance& chance, Training& training, const StepPlan& plan, const Course& course, std::size_t idle)
{
    const double end = training.now + course.pause * chance.uniform(0.9, 1.1);
    // An evaluation repeats the forward pass, without marks.
    while (course.evaluates && training.now + 0.4 * course.period < end) {
        double share = 0;
        for (const Part& part : plan.parts) {
            if (share > 0.33)
                break;
            training.add(course.period * part.share, part.level, 0);
            share += part.share;
        }
    }
    training.add(end - training.now, idle, 0);
}

void addWarmUp(Chance& chance, Training& training, const Course& course)
{
    const double end = training.now + chance.uniform(0.5, 4);
    while (training.now < end)
        training.add(std::min(chance.exponential(0.3), end - training.now), training.newLevel(chance), 0);
    training.add(chance.exponential(0.2 * course.period), 0, 0);
}

/// Lays the training out in time.
void run(Chance& chance, Training& training, const StepPlan& plan, const Course& course)
{
    const std::size_t idle = training.newLevel(chance);
    training.levels[idle] = {};
    const bool warmsUp = chance.is(0.5);
    if (warmsUp)
        addWarmUp(chance, training, course);
    double gapAt = chance.is(0.15) ? chance.uniform(0.2, 0.8) * course.seconds : 1e30;
    std::size_t inEpoch = 0;
    for (std::size_t step = 0; training.now < course.seconds; ++step) {
        if (training.now > gapAt) {
            training.add(chance.uniform(1, 8), idle, 0);
            gapAt = 1e30;
        }
        const bool isFirst = course.epoch > 0 && inEpoch == 0;
        if (isFirst)
            training.add(course.firstWaits * chance.uniform(0.6, 1.4), idle, 0);
        if (course.stalls && chance.is(0.1))
            training.add(course.period * (0.1 + chance.exponential(1)), idle, 0);
        addStep(chance, training, plan, course, warmsUp && step < 3 ? chance.uniform(1, 2.5) : 1);
        if (course.epoch > 0 && ++inEpoch == course.epoch) {
            addPause(chance, training, plan, course, idle);
            inEpoch = 0;
        }
    }
    if (chance.is(0.3))
        training.add(chance.uniform(0.2, 2), idle, 0);
}

/// A channel and its sensor.
struct Sensor
{
    trace::Channel channel{};
    double base = 0;      ///< value at level 0
    double amplitude = 1; ///< difference between the levels 0 and 1
    double window = 0;    ///< averaging, s; 0 = as long as the sampling interval
    double lag = 0;       ///< s
    double held = 0;      ///< update interval, s; 0 = none
    double lsb = 0;
};

std::vector<Sensor> allSensors(Chance& chance)
{
    using Covers = trace::Channel::Covers;
    const auto rail = [&](const char* name, const char* role) {
        Sensor sensor{.channel = {.name = name, .quantity = "rail.power", .unit = "W", .scale = 1e-3, .role = role}};
        sensor.base = chance.uniform(0.2, 3);
        sensor.amplitude = chance.logUniform(0.4, 6);
        sensor.window = chance.logUniform(0.0003, 0.05);
        sensor.lag = chance.is(0.5) ? 0 : chance.uniform(0, 0.005);
        sensor.held = chance.is(0.15) ? chance.uniform(0.015, 0.1) : 0;
        sensor.lsb = chance.is(0.5) ? 0.004 : 0.02;
        return sensor;
    };
    return {
        {.channel = {.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 1e-3},
         .amplitude = chance.uniform(0.4, 1),
         .window = chance.logUniform(0.0003, 0.02),
         .lsb = 0.001},
        {.channel = {.name = "training CPU",
                     .quantity = "cpu.process",
                     .unit = "1",
                     .scale = 1e-6,
                     .covers = Covers::Interval},
         .amplitude = chance.uniform(0.5, 2.5)},
        {.channel = {.name = "training", .quantity = "memory.process", .unit = "B", .scale = 1024},
         .base = 4e8,
         .amplitude = chance.logUniform(2e6, 4e8),
         .window = 0.0003,
         .lsb = 4096},
        rail("VDD_IN", "system"),
        rail("VDD_SYS_GPU", "gpu"),
        rail("VDD_SYS_DDR", "memory"),
    };
}

double levelAt(const std::vector<Piece>& pieces, const std::vector<double>& sums, const std::vector<Levels>& levels,
               std::size_t channel, double time, std::size_t& hint)
{
    // Integral of the level from 0 to `time`.
    while (hint + 1 < pieces.size() && pieces[hint].end < time)
        ++hint;
    while (hint > 0 && pieces[hint].begin > time)
        --hint;
    const Piece& piece = pieces[hint];
    const double inside = std::clamp(time, piece.begin, piece.end) - piece.begin;
    return sums[hint] + inside * levels[piece.level][channel];
}

/// What one sensor reads at these times: values in the unit of the channel.
std::vector<double> readings(Chance& chance, const Training& training, const Sensor& sensor, std::size_t channel,
                             const std::vector<double>& times, double noise)
{
    std::vector<double> sums{0};
    for (const Piece& piece : training.pieces)
        sums.push_back(sums.back() + (piece.end - piece.begin) * training.levels[piece.level][channel]);
    std::vector<double> values;
    std::size_t hint = 0;
    std::size_t hintBefore = 0;
    double wander = 0;
    double update = 0;
    double readBefore = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const bool isInterval = sensor.window <= 0;
        const double window = isInterval ? times[i] - (i > 0 ? times[i - 1] : times[i] - 0.01) : sensor.window;
        double read = times[i] - sensor.lag;
        if (sensor.held > 0) {
            while (update + sensor.held <= read)
                update += sensor.held;
            read = update;
        }
        const bool isRepeated = sensor.held > 0 && !values.empty() && read == readBefore;
        readBefore = read;
        const double after = levelAt(training.pieces, sums, training.levels, channel, read, hint);
        const double before = levelAt(training.pieces, sums, training.levels, channel, read - window, hintBefore);
        const double level = (after - before) / window;
        wander += 0.01 * noise * chance.normal();
        double value = sensor.base + sensor.amplitude * (level + 0.3 * noise * chance.normal() + wander);
        if (sensor.lsb > 0)
            value = sensor.lsb * std::round(value / sensor.lsb);
        // A register keeps its value, with the noise of the conversion, until the next one.
        values.push_back(isRepeated ? values.back() : value);
    }
    return values;
}

void write(testing::RecordingBuilder& builder, std::uint32_t id, const trace::Channel& channel,
           const std::vector<double>& times, const std::vector<double>& values)
{
    constexpr std::int64_t kOrigin = 1'000'000'000'000;
    std::vector<std::int64_t> nanoseconds;
    std::vector<std::int64_t> raw;
    for (std::size_t i = 0; i < times.size(); ++i) {
        nanoseconds.push_back(kOrigin + std::llround(times[i] * 1e9));
        raw.push_back(std::llround(values[i] / channel.scale));
    }
    builder.samples(id, nanoseconds, raw);
}

double pickSampling(Chance& chance)
{
    const double kind = chance.uniform(0, 1);
    return kind < 0.8 ? 0.01 : kind < 0.87 ? 0.005 : kind < 0.94 ? 0.02 : 0.05;
}

/// Samples the training and writes the recording.
std::vector<std::byte> record(Chance& chance, const Training& training, double sampling, double noise)
{
    std::vector<Sensor> sensors = allSensors(chance);
    const std::size_t count = chance.between(1, sensors.size());
    while (sensors.size() > count)
        sensors.erase(sensors.begin() + static_cast<std::ptrdiff_t>(chance.between(0, sensors.size() - 1)));
    testing::RecordingBuilder builder;
    std::vector<std::uint32_t> ids;
    for (const Sensor& sensor : sensors)
        ids.push_back(builder.channel(sensor.channel));
    const std::vector<double> due = deadlines(chance, training.now, sampling);
    const std::vector<double> together = sampleTimes(chance, due, sampling);
    for (std::size_t c = 0; c < sensors.size(); ++c) {
        // The first channel is always a fast one.
        if (c == 0)
            sensors[c].held = 0;
        const auto times = chance.is(0.5) ? together : sampleTimes(chance, due, sampling);
        write(builder, ids[c], sensors[c].channel, times,
              readings(chance, training, sensors[c], c, times, noise * chance.uniform(0.3, 1.5)));
    }
    builder.footer();
    return builder.bytes();
}

std::vector<double> aperiodicValues(Chance& chance, std::size_t kind, std::size_t size)
{
    constexpr std::size_t kOctaves = 16;
    std::array<double, kOctaves> rows{};
    std::vector<double> values(size);
    double walk = 0;
    const double first = chance.uniform(0.1, 0.8) * static_cast<double>(size);
    const double width = chance.uniform(0.01, 0.15) * static_cast<double>(size);
    for (std::size_t i = 0; i < size; ++i) {
        const double noise = chance.normal();
        walk += noise;
        double pink = 0;
        for (std::size_t r = 0; r < kOctaves; ++r) {
            if (i % (std::size_t{1} << r) == 0)
                rows[r] = chance.normal();
            pink += rows[r];
        }
        const auto place = static_cast<double>(i);
        const double burst = place >= first && place < first + width ? 8 + 0.3 * noise : 0.3 * noise;
        const std::array<double, 5> all{noise, walk, pink, 0, burst};
        values[i] = all[kind];
    }
    return values;
}

/// Cycles of random durations: `variation` of a duration's standard deviation, relative.
Training renewals(Chance& chance, double seconds, double mean, double variation)
{
    Training training;
    const StepPlan plan = makePlan(chance, training);
    while (training.now < seconds) {
        const double cycle = std::max(chance.gamma(mean, variation), 0.02 * mean);
        for (const Part& part : plan.parts)
            training.add(cycle * part.share, part.level, 0);
    }
    return training;
}

Training telegraph(Chance& chance, double seconds, double mean)
{
    Training training;
    const std::size_t states = chance.between(2, 4);
    std::vector<std::size_t> levels;
    for (std::size_t i = 0; i < states; ++i)
        levels.push_back(training.newLevel(chance));
    for (std::size_t i = 0; training.now < seconds; ++i)
        training.add(chance.exponential(mean), states == 2 ? levels[i % 2] : levels[chance.between(0, states - 1)], 0);
    return training;
}

} // namespace

PeriodTruth::Work PeriodTruth::workIn(double begin, double end) const
{
    Work work;
    for (const Piece& piece : pieces) {
        const double first = std::max(begin, piece.begin);
        const double last = std::min(end, piece.end);
        if (last <= first || piece.stepsAfter <= piece.stepsBefore)
            continue;
        work.seconds += last - first;
        work.steps += (piece.stepsAfter - piece.stepsBefore) * (last - first) / (piece.end - piece.begin);
    }
    return work;
}

double PeriodTruth::stepIn(double begin, double end) const
{
    const Work work = workIn(begin, end);
    return work.steps > 0 ? work.seconds / work.steps : 0;
}

PeriodRecording makePeriodicRecording(unsigned seed)
{
    Chance chance(seed);
    Training training;
    const StepPlan plan = makePlan(chance, training);
    const Course course = makeCourse(chance, plan);
    run(chance, training, plan, course);
    PeriodRecording result;
    PeriodTruth& truth = result.truth;
    truth.seed = seed;
    truth.kind = plan.kind + (course.stalls ? "+stalls" : course.epoch > 0 ? "+epochs" : "");
    truth.isPeriodic = true;
    truth.sampling = pickSampling(chance);
    truth.jitter = course.jitter;
    truth.drift = course.drift;
    truth.noise = chance.logUniform(0.02, 0.7);
    result.bytes = record(chance, training, truth.sampling, truth.noise);
    truth.pieces = std::move(training.pieces);
    truth.steps = training.steps;
    truth.step = truth.stepIn(0, training.now);
    for (const double share : plan.cycleShares)
        truth.otherScales.push_back(share * truth.step);
    if (course.epoch > 0)
        truth.otherScales.push_back(static_cast<double>(course.epoch) * truth.step + course.pause + course.firstWaits);
    return result;
}

PeriodRecording makeAperiodicRecording(unsigned seed)
{
    Chance chance(seed ^ 0x5bd1e995U);
    constexpr std::array kNames{"white", "walk", "pink", "constant", "burst", "telegraph", "renewal"};
    const std::size_t kind = seed % kNames.size();
    PeriodRecording result;
    result.truth.seed = seed;
    result.truth.kind = kNames[kind];
    result.truth.sampling = pickSampling(chance);
    const double seconds = chance.logUniform(10, 300);
    if (kind >= 5) {
        const double mean = chance.logUniform(0.03, 3);
        const Training training =
            kind == 5 ? telegraph(chance, seconds, mean) : renewals(chance, seconds, mean, chance.uniform(0.25, 0.8));
        result.bytes = record(chance, training, result.truth.sampling, chance.logUniform(0.02, 0.7));
        return result;
    }
    const std::vector<double> due = deadlines(chance, seconds, result.truth.sampling);
    const std::vector<double> times = sampleTimes(chance, due, result.truth.sampling);
    std::vector<Sensor> sensors = allSensors(chance);
    sensors.resize(chance.between(1, sensors.size()));
    testing::RecordingBuilder builder;
    std::vector<std::uint32_t> ids;
    for (const Sensor& sensor : sensors)
        ids.push_back(builder.channel(sensor.channel));
    for (std::size_t c = 0; c < sensors.size(); ++c) {
        auto values = aperiodicValues(chance, kind, times.size());
        for (double& value : values)
            value = sensors[c].base + 0.2 * sensors[c].amplitude * value;
        write(builder, ids[c], sensors[c].channel, times, values);
    }
    builder.footer();
    result.bytes = builder.bytes();
    return result;
}

} // namespace stepscope::truth
