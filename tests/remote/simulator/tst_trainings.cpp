#include "remote/format/clock.h"
#include "remote/simulator/board/boards.h"
#include "remote/simulator/command.h"
#include "remote/simulator/training/training.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace stepscope;
using namespace stepscope::simulator;

namespace {

struct Measured
{
    double seconds = 0;
    double gpu = 0;       ///< share
    double processor = 0; ///< mean share of the cores
    double bytes = 0;     ///< peak
    std::vector<double> cores;
    std::vector<double> idle;                           ///< share of the time without load, by core
    double joules = 0;                                  ///< of VDD_IN per step
    double gpuWatts = 0, memoryWatts = 0, cpuWatts = 0; ///< of the rails
    double correlation = 0; ///< of GPU and CPU in parts of 10 ms, or of a 40th of a shorter step
};

std::shared_ptr<Training> training(const std::string& model, int batch, std::uint64_t steps = 12,
                                   const std::string& traced = "none", std::uint64_t seed = 1)
{
    TrainingOptions options;
    options.model = model;
    options.batch = batch;
    options.steps = steps;
    options.seed = seed;
    options.start = 1000 * format::kSecond;
    options.traced = TracedSteps::parse(traced).value();
    return Training::make(options, describeBoard("").value().machine).value();
}

double correlationOf(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto count = static_cast<double>(a.size());
    const double meanA = std::accumulate(a.begin(), a.end(), 0.0) / count;
    const double meanB = std::accumulate(b.begin(), b.end(), 0.0) / count;
    double squareA = 0;
    double squareB = 0;
    double product = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        squareA += (a[i] - meanA) * (a[i] - meanA);
        squareB += (b[i] - meanB) * (b[i] - meanB);
        product += (a[i] - meanA) * (b[i] - meanB);
    }
    return product / std::sqrt(squareA * squareB);
}

double correlationIn(const PiecewiseSignals& step, double seconds)
{
    const int parts = static_cast<int>(std::max(seconds / 0.01, 40.0));
    std::vector<double> gpu;
    std::vector<double> cpu;
    Signals before{};
    for (int part = 1; part <= parts; ++part) {
        const Signals now = step.integral(step.begin() + (step.end() - step.begin()) * part / parts);
        gpu.push_back(now[GpuBusy] - before[GpuBusy]);
        cpu.push_back(0);
        for (std::size_t core = 0; core < 6; ++core)
            cpu.back() += now[FirstCore + core] - before[FirstCore + core];
        before = now;
    }
    return correlationOf(gpu, cpu);
}

/// The figures of untraced steps, without the first three.
Measured measure(const std::string& model, int batch)
{
    constexpr int kSteps = 8;
    constexpr int kSamples = 200;
    const Board board = describeBoard("").value();
    const auto played = training(model, batch);
    Measured sum;
    sum.cores.resize(6);
    sum.idle.resize(6);
    const auto rail = [&](std::size_t index, const Signals& integral, double length) {
        const Rail& row = board.rails[index];
        return (railSum(row, integral) + (railSum(row, board.idle) + row.constantWatts) * length) * 1e-9;
    };
    for (std::uint64_t index = 3; index < 3 + kSteps; ++index) {
        const auto step = played->step(index);
        const std::int64_t begin = step->waveform.begin();
        const std::int64_t end = step->waveform.end();
        const Signals integral = step->waveform.integral(end);
        const auto length = static_cast<double>(end - begin);
        sum.seconds += length * 1e-9;
        sum.gpu += integral[GpuBusy] * 1e-9;
        sum.joules += rail(0, integral, length) / kSteps;
        sum.gpuWatts += rail(1, integral, length);
        sum.cpuWatts += rail(4, integral, length);
        sum.memoryWatts += rail(5, integral, length);
        sum.correlation += correlationIn(step->waveform, length * 1e-9) / kSteps;
        for (std::size_t core = 0; core < 6; ++core)
            sum.cores[core] += integral[FirstCore + core] * 1e-9;
        for (int sample = 0; sample < kSamples; ++sample) {
            const std::int64_t time = begin + (end - begin) * sample / kSamples;
            for (std::size_t core = 0; core < 6; ++core)
                sum.idle[core] += step->waveform.rates(time)[FirstCore + core] == 0 ? 1.0 / kSamples / kSteps : 0;
            sum.bytes = std::max(sum.bytes, played->memory(time));
        }
    }
    for (double* share : {&sum.gpu, &sum.gpuWatts, &sum.cpuWatts, &sum.memoryWatts})
        *share /= sum.seconds;
    for (double& core : sum.cores) {
        core /= sum.seconds;
        sum.processor += core / 6;
    }
    sum.seconds /= kSteps;
    return sum;
}

bool isNear(double value, double expected, double tolerance)
{
    if (std::abs(value - expected) <= tolerance)
        return true;
    qWarning("%g is not %g", value, expected);
    return false;
}

/// Observations 1 and 4: no core above 60 %, both Denver cores idle more than the others.
void checkCores(const Measured& measured)
{
    for (const std::size_t core : {0U, 3U, 4U, 5U}) {
        QVERIFY(measured.cores[core] <= 0.6);
        QVERIFY(measured.idle[core] < std::min(measured.idle[1], measured.idle[2]));
    }
    QVERIFY(std::max(measured.idle[1], measured.idle[2]) <= 0.66);
}

/// Observation 6: the GPU draws most for computer vision, the memory for the LSTM, one of both for the others.
void checkPower(const std::string& name, const Measured& measured)
{
    const Model& model = *findModel(name).value();
    QVERIFY(std::max(measured.gpuWatts, measured.memoryWatts) > 1.05 * measured.cpuWatts);
    if (name == "char_cnn") {
        QVERIFY(measured.memoryWatts > 1.1 * measured.gpuWatts);
        QVERIFY(measured.memoryWatts > 1.1 * measured.cpuWatts);
    } else if (model.domain == "computer vision") {
        QVERIFY(measured.gpuWatts > 1.1 * measured.memoryWatts);
        QVERIFY(measured.gpuWatts > 1.1 * measured.cpuWatts);
    }
}

} // namespace

/// Simulated trainings: agreement with the published figures, and consistency.
class TestTrainings : public QObject
{
    Q_OBJECT

private slots:
    /// Lower clocks lengthen a step and lower its power; fixed ones do the opposite, by less.
    void clocksChangeTimeAndPower()
    {
        const auto played = [](const Clocks& clocks) {
            TrainingOptions options;
            options.model = "resnet50";
            options.batch = 16;
            options.steps = 12;
            options.start = 1000 * format::kSecond;
            options.traced = TracedSteps::parse("none").value();
            options.clocks = clocks;
            const auto step = Training::make(options, describeBoard("").value().machine).value()->step(5);
            const auto length = static_cast<double>(step->waveform.end() - step->waveform.begin());
            const Signals sum = step->waveform.integral(step->waveform.end());
            return std::tuple(length * 1e-9, sum[GpuWatts] / length, sum[CpuWatts] / length);
        };
        const auto [seconds, gpu, cpu] = played({});
        const auto [slowSeconds, slowGpu, slowCpu] = played({.gpu = 0.65, .core = 0.6, .memory = 0.7});
        QVERIFY(slowSeconds > 1.3 * seconds && slowGpu < 0.6 * gpu && slowCpu < 0.6 * cpu);
        const auto [lockedSeconds, lockedGpu, lockedCpu] = played({.isLocked = true});
        QVERIFY(lockedSeconds < seconds && lockedSeconds > 0.95 * seconds && lockedCpu > cpu && lockedGpu > 0.99 * gpu);
    }

    void modelsAreTheTenThatThePaperTrains()
    {
        std::vector<std::string> names;
        std::map<std::string, int> domains;
        for (const Model& model : models()) {
            names.emplace_back(model.name);
            ++domains[std::string(model.domain)];
        }
        QCOMPARE(names, (std::vector<std::string>{"densenet40", "resnet50", "squeezenet", "vgg16", "xception",
                                                  "inception_v1", "char_cnn", "dcgan", "dqn", "alexnet"}));
        QCOMPARE(domains, (std::map<std::string, int>{{"computer vision", 7},
                                                      {"natural language processing", 1},
                                                      {"image generation", 1},
                                                      {"robotics control", 1}}));
    }

    /// The six models of Table II that fail on a TX2, with the way in which they fail.
    void refusesTheModelsThatThePaperCannotTrain()
    {
        for (const char* name : {"vgg19", "bert", "resnet101", "resnet152"})
            QVERIFY(findModel(name).error().text.find("does not start") != std::string::npos);
        for (const char* name : {"densenet100", "seq2seq"})
            QVERIFY(findModel(name).error().text.find("fails after a few steps") != std::string::npos);
    }

    /// Numbers of parameters of Table II; of ResNet50 and VGG16 those of the text, of SqueezeNet that of the literature
    /// (Table II lists MB for them).
    void agreesWithPublishedParameters()
    {
        const std::map<std::string, double> published{{"densenet40", 1e6}, {"resnet50", 25e6}, {"squeezenet", 1.2e6},
                                                      {"vgg16", 138e6},    {"xception", 23e6}, {"inception_v1", 5e6},
                                                      {"char_cnn", 1e6},   {"dcgan", 1e6},     {"alexnet", 60e6}};
        for (const auto& [name, parameters] : published)
            QVERIFY2(isNear(training(name, 4)->plan().parameters, parameters, 0.35 * parameters), name.c_str());
    }

    void agreesWithPublishedUtilization()
    {
        QVERIFY(isNear(measure("squeezenet", 4).gpu, 0.714, 0.01));
        QVERIFY(isNear(measure("squeezenet", 64).gpu, 0.845, 0.01));
        QVERIFY(isNear(measure("resnet50", 4).gpu, 0.856, 0.01));
        QVERIFY(isNear(measure("resnet50", 64).gpu, 0.956, 0.01));
    }

    void agreesWithPublishedThroughput()
    {
        QVERIFY(isNear(4 / measure("resnet50", 4).seconds, 9, 0.3));
        QVERIFY(isNear(64 / measure("resnet50", 64).seconds, 55, 1.5));
        QVERIFY(isNear(4 / measure("dqn", 4).seconds, 889, 25));
        QVERIFY(isNear(64 / measure("dqn", 64).seconds, 13'618, 400));
        QVERIFY(isNear(16 * measure("densenet40", 4).seconds / measure("densenet40", 64).seconds, 1.7, 0.08));
    }

    void agreesWithPublishedMemory()
    {
        const double idle = describeBoard("").value().idleBytes;
        const auto intermediate = [](int batch) { return training("densenet40", batch)->memoryParts().intermediate; };
        QVERIFY(isNear(intermediate(4), 2.2e9, 0.01e9));
        QVERIFY(isNear(intermediate(64), 5.9e9, 0.01e9));
        QVERIFY(isNear(measure("vgg16", 64).bytes + idle, 6.3e9, 0.05e9));
        QVERIFY(isNear(measure("resnet50", 64).bytes + idle, 5.8e9, 0.05e9));
        QVERIFY(isNear(measure("squeezenet", 64).bytes + idle, 5.7e9, 0.05e9));
    }

    // One row for each model: what the paper says of all of them, and of this one.
    void eachModel_data()
    {
        QTest::addColumn<QString>("name");
        for (const Model& model : models())
            QTest::newRow(model.name.data()) << QString::fromUtf8(model.name.data());
    }

    /// Observation 9: parameters and gradients stay, the input is small, intermediate data grow; every model fits with
    /// batch 64 and runs out of memory with 128 and 256.
    void eachModel()
    {
        QFETCH(QString, name);
        const std::string model = name.toStdString();
        const auto small = training(model, 4);
        const auto large = training(model, 64);
        QCOMPARE(large->memoryParts().parameters, small->memoryParts().parameters);
        QCOMPARE(large->memoryParts().gradients, small->memoryParts().parameters);
        const double growth = large->memoryParts().intermediate - small->memoryParts().intermediate;
        QVERIFY(large->memoryParts().input - small->memoryParts().input < 0.05 * growth);
        QVERIFY(growth > small->memoryParts().intermediate);
        QVERIFY(!large->exceedsMemory());
        QVERIFY(training(model, 128)->exceedsMemory() && training(model, 256)->exceedsMemory());

        // Observations 3, 8 and 10, from each batch size to the next.
        Measured before = measure(model, 4);
        const Measured first = before;
        int size = 4;
        for (const int batch : {8, 16, 32, 64}) {
            const Measured now = measure(model, batch);
            QVERIFY2(now.gpu > before.gpu, "GPU utilization rises");
            QVERIFY2(batch / now.seconds > size / before.seconds, "throughput rises");
            QVERIFY2(now.joules > before.joules && now.joules < 2 * before.joules, "energy rises, below proportion");
            before = now;
            size = batch;
        }
        const double energy = before.joules / first.joules;
        QVERIFY2(energy >= 2.2 && energy <= 10.5, std::to_string(energy).c_str());
        checkCores(first);
        checkCores(before);
        checkPower(model, first);
        checkPower(model, before);
    }

    /// Observation 1 for the models that the paper names: the GPU much busier than the CPU, and not at the same time.
    void gpuAndCpuTakeTurns()
    {
        for (const char* model : {"inception_v1", "dcgan", "resnet50", "xception"}) {
            for (const int batch : {4, 16, 64}) {
                const Measured measured = measure(model, batch);
                QVERIFY2(measured.gpu - measured.processor > 0.4, model);
                QVERIFY2(measured.correlation < -0.3, model);
            }
        }
    }

    /// Observation 5: the LSTM uses the GPU least, computer vision most.
    void gpuUtilizationByDomain()
    {
        for (const int batch : {4, 64}) {
            const double lstm = measure("char_cnn", batch).gpu;
            for (const Model& model : models()) {
                if (model.name != "char_cnn")
                    QVERIFY2(measure(std::string(model.name), batch).gpu > lstm + 0.1, model.name.data());
            }
        }
    }

    /// Observation 8: of the computer vision models DenseNet40 takes the most energy and SqueezeNet the least, for the
    /// same number of samples with the largest batch.
    void energyOfComputerVision()
    {
        std::vector<std::pair<double, std::string>> ranked;
        for (const Model& model : models()) {
            if (model.domain == "computer vision")
                ranked.emplace_back(measure(std::string(model.name), 64).joules, model.name);
        }
        std::sort(ranked.begin(), ranked.end());
        QCOMPARE(ranked.front().second, std::string("squeezenet"));
        QCOMPARE(ranked.back().second, std::string("densenet40"));
    }

    /// Observations 3, 4, 8 and 11 over all models.
    void agreesWithPublishedTrends()
    {
        double least = 100;
        double most = 0;
        double apart = 0;
        double idlest = 0;
        std::vector<std::vector<double>> changes(6); // of the cores, from size to size
        for (const Model& model : models()) {
            const std::string name(model.name);
            const Measured small = measure(name, 4);
            Measured before = small;
            for (const int batch : {8, 16, 32, 64}) {
                const Measured now = measure(name, batch);
                for (std::size_t core = 0; core < 6; ++core)
                    changes[core].push_back(now.cores[core] - before.cores[core]);
                before = now;
            }
            least = std::min(least, before.joules / small.joules);
            most = std::max(most, before.joules / small.joules);
            apart += std::abs(before.processor - small.processor) * 100 / static_cast<double>(models().size());
            for (const std::size_t denver : {1U, 2U})
                idlest = std::max({idlest, small.idle[denver], before.idle[denver]});
        }
        QVERIFY(isNear(least, 2.2, 0.1));
        QVERIFY(isNear(most, 10.5, 0.2));
        QVERIFY(isNear(apart, 2.1, 0.6));
        QVERIFY(isNear(idlest, 0.65, 0.04));
        double correlation = 0;
        for (std::size_t a = 0; a < 6; ++a) {
            for (std::size_t b = a + 1; b < 6; ++b)
                correlation += correlationOf(changes[a], changes[b]) / 15;
        }
        QVERIFY2(std::abs(correlation) < 0.3, std::to_string(correlation).c_str());
    }

    void opsNestAndFillTheStep()
    {
        const auto step = training("inception_v1", 32, 12, "all")->step(5);
        QVERIFY(step->traced);
        std::map<std::uint32_t, std::vector<const OpInstance*>> open; // by lane
        std::int64_t leaves = 0;
        std::set<std::uint8_t> depths;
        std::int64_t before = 0;
        std::uint32_t lane = 0;
        for (const OpInstance& op : step->ops) {
            QVERIFY(op.duration >= 0);
            QVERIFY(op.start >= step->waveform.begin());
            QVERIFY(op.start + op.duration <= step->waveform.end());
            if (op.lane != lane)
                before = 0;
            lane = op.lane;
            QVERIFY(op.start >= before);
            before = op.start;
            auto& parents = open[op.lane];
            parents.resize(std::min<std::size_t>(parents.size(), op.depth));
            QCOMPARE(parents.size(), std::size_t{op.depth});
            if (!parents.empty()) {
                QVERIFY(op.start >= parents.back()->start);
                QVERIFY(op.start + op.duration <= parents.back()->start + parents.back()->duration);
            }
            parents.push_back(&op);
            if (op.lane == OpInstance::Main) {
                depths.insert(op.depth);
                leaves += op.depth == 2 ? op.duration : 0;
            }
        }
        QCOMPARE(depths, (std::set<std::uint8_t>{0, 1, 2}));
        QCOMPARE(leaves, step->waveform.end() - step->waveform.begin());
    }

    /// The sum of the energy of all ops is the energy of the step above that of the idle board.
    void energyOfOpsIsTheStepsEnergy()
    {
        const auto step = training("resnet50", 16)->step(4);
        Joules sum;
        for (const OpInstance& op : step->ops) {
            if (op.lane == OpInstance::Stream)
                continue; // part of the energy of its op
            sum.gpu += op.own.gpu;
            sum.cpu += op.own.cpu;
            sum.ddr += op.own.ddr;
        }
        const Signals integral = step->waveform.integral(step->waveform.end());
        QVERIFY(isNear(sum.gpu, integral[GpuWatts] * 1e-9, 1e-6 * sum.gpu));
        QVERIFY(isNear(sum.cpu, integral[CpuWatts] * 1e-9, 1e-6 * sum.cpu));
        QVERIFY(isNear(sum.ddr, integral[DdrWatts] * 1e-9, 1e-6 * sum.ddr));
    }

    void stepsFollowEachOtherAndJitter()
    {
        const auto played = training("dcgan", 8, 400);
        std::int64_t end = played->firstStepBegin();
        double sum = 0;
        double squares = 0;
        for (std::uint64_t index = 0; index < 400; ++index) {
            const auto step = played->step(index);
            QCOMPARE(step->waveform.begin(), end);
            end = step->waveform.end();
            const auto length = static_cast<double>(end - step->waveform.begin());
            if (index >= 3) {
                sum += length;
                squares += length * length;
            }
        }
        const double mean = sum / 397;
        QVERIFY(isNear(std::sqrt(squares / 397 - mean * mean) / mean, 0.02, 0.005));
    }

    void tracedStepsAreSlower()
    {
        double traced = 0;
        double untraced = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const auto length = [&](const char* ops) {
                const auto step = training("squeezenet", 16, 8, ops, seed)->step(5);
                return static_cast<double>(step->waveform.end() - step->waveform.begin());
            };
            traced += length("4:9");
            untraced += length("none");
        }
        QVERIFY(isNear(traced / untraced, kTracingSlowdown, 0.001));
    }

    void integralsAgreeWithTheSteps()
    {
        const auto played = training("dqn", 32, 3000);
        Signals sum = played->integral(played->firstStepBegin());
        for (std::uint64_t index = 0; index < 2000; ++index) {
            const auto step = played->step(index);
            addTo(sum, step->waveform.integral(step->waveform.end()));
        }
        const auto other = training("dqn", 32, 3000); // computed by times instead of steps
        const std::int64_t end = played->step(1999)->waveform.end();
        QVERIFY(isNear(other->integral(end)[GpuWatts], sum[GpuWatts], 1e-9 * sum[GpuWatts]));
        QCOMPARE(other->rates(end - 1), played->rates(end - 1));
    }

    void isDeterministic()
    {
        for (const std::uint64_t seed : {1U, 2U}) {
            const auto first = training("xception", 16, 20, "4:9", seed)->step(7);
            const auto second = training("xception", 16, 20, "4:9", seed)->step(7);
            QCOMPARE(first->ops.size(), second->ops.size());
            for (std::size_t i = 0; i < first->ops.size(); ++i) {
                QCOMPARE(first->ops[i].start, second->ops[i].start);
                QCOMPARE(first->ops[i].own.gpu, second->ops[i].own.gpu);
            }
        }
        QVERIFY(training("xception", 16, 20, "4:9", 1)->step(7)->waveform.end() !=
                training("xception", 16, 20, "4:9", 2)->step(7)->waveform.end());
    }

    void everyModelHasForwardBackwardAndOptimizer()
    {
        QCOMPARE(models().size(), std::size_t{10});
        for (const Model& model : models()) {
            std::set<std::string> categories;
            const auto played = training(std::string(model.name), 8);
            for (const OpKind& kind : played->plan().kinds)
                categories.insert(kind.category);
            for (const char* category : {"step", "forward", "backward", "optimizer", "input", "kernel"})
                QVERIFY2(categories.contains(category), std::string(model.name).c_str());
        }
    }

    void reportsAnUnknownModel()
    {
        const auto model = findModel("mobilenet");
        QVERIFY(!model.ok());
        QVERIFY(model.error().text.find("alexnet") != std::string::npos);
    }

    void parsesTracedSteps()
    {
        const auto counted = [](const char* text) {
            const auto traced = TracedSteps::parse(text);
            int count = 0;
            for (std::uint64_t step = 0; traced.ok() && step < 100; ++step)
                count += traced->contains(step) ? 1 : 0;
            return traced.ok() && TracedSteps::parse(traced->text()).ok() ? count : -1;
        };
        QCOMPARE(counted("none"), 0);
        QCOMPARE(counted("all"), 100);
        QCOMPARE(counted("4:9"), 5);
        QCOMPARE(counted("auto"), 5);
        const auto automatic = TracedSteps::parse("auto");
        QVERIFY(automatic.ok() && automatic->contains(254) && !automatic->contains(253) && !automatic->contains(259));
        QCOMPARE(counted("10:12:20"), 10);
        for (const char* wrong : {"", "4", "4:", "a:b", "4:9:x", "4:9:1:2"})
            QCOMPARE(counted(wrong), -1);
    }

    void parsesCommands()
    {
        const Command command = Command::fromLine("train model=dcgan batch=8\n");
        QCOMPARE(command.verb(), std::string("train"));
        QCOMPARE(command.text("model"), std::string("dcgan"));
        QCOMPARE(command.integer("batch", 1, 1, 64).value(), std::int64_t{8});
        QVERIFY(!command.integer("batch", 1, 16, 64).ok());
        QCOMPARE(Command::fromLine("x lag=1.5ms").milliseconds("lag", 0).value(), std::int64_t{1'500'000});
        QVERIFY(!Command::fromLine("x lag=soon").milliseconds("lag", 0).ok());
        const auto from = [](std::vector<std::string> texts) {
            std::vector<char*> pointers;
            for (std::string& text : texts)
                pointers.push_back(text.data());
            return Command::fromArguments(static_cast<int>(pointers.size()), pointers.data(), "tree seed");
        };
        QCOMPARE(from({"p", "board", "--tree", "/x", "--seed=3"}).value().text("seed"), std::string("3"));
        QVERIFY(!from({"p", "board", "--tree"}).ok());
        QVERIFY(!from({"p", "board", "--leaf", "/x"}).ok());
        QVERIFY(!from({"p", "board", "x"}).ok());
    }
};

QTEST_GUILESS_MAIN(TestTrainings)
#include "tst_trainings.moc"
