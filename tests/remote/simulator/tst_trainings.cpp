#include "remote/format/clock.h"
#include "remote/simulator/board/boards.h"
#include "remote/simulator/command.h"
#include "remote/simulator/training/training.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace stepscope;
using namespace stepscope::simulator;

namespace {

struct Measured
{
    double seconds = 0;
    double gpu = 0;        ///< share
    double joules = 0;     ///< of VDD_IN per step
    double processor = 0;  ///< mean share of the cores
    double secondFast = 0; ///< idle share of the second Denver core
    double bytes = 0;      ///< peak
    std::vector<double> cores;
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

/// The figures of untraced steps, without the first three.
Measured measure(const std::string& model, int batch)
{
    const Board board = describeBoard("").value();
    const auto played = training(model, batch);
    Measured sum;
    sum.cores.resize(6);
    int samples = 0;
    int idle = 0;
    for (std::uint64_t index = 3; index < 11; ++index) {
        const auto step = played->step(index);
        const std::int64_t begin = step->waveform.begin();
        const std::int64_t end = step->waveform.end();
        const Signals integral = step->waveform.integral(end);
        const auto length = static_cast<double>(end - begin);
        sum.seconds += length * 1e-9;
        sum.gpu += integral[GpuBusy] * 1e-9;
        const Rail& whole = board.rails.front();
        sum.joules += (railSum(whole, integral) + (railSum(whole, board.idle) + whole.constantWatts) * length) * 1e-9;
        for (std::size_t core = 0; core < 6; ++core)
            sum.cores[core] += integral[FirstCore + core] * 1e-9;
        for (int sample = 0; sample < 200; ++sample) {
            const std::int64_t time = begin + (end - begin) * sample / 200;
            idle += step->waveform.rates(time)[FirstCore + 2] == 0 ? 1 : 0;
            sum.bytes = std::max(sum.bytes, played->memory(time));
            ++samples;
        }
    }
    sum.gpu /= sum.seconds;
    for (double& core : sum.cores) {
        core /= sum.seconds;
        sum.processor += core / 6;
    }
    sum.joules /= 8;
    sum.seconds /= 8;
    sum.secondFast = static_cast<double>(idle) / samples;
    return sum;
}

bool isNear(double value, double expected, double tolerance)
{
    if (std::abs(value - expected) <= tolerance)
        return true;
    qWarning("%g is not %g", value, expected);
    return false;
}

} // namespace

/// Simulated trainings: agreement with the published figures, and consistency.
class TestTrainings : public QObject
{
    Q_OBJECT

private slots:
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
        QVERIFY(isNear(measure("densenet40", 4).bytes + idle, 2.2e9, 0.05e9));
        QVERIFY(isNear(measure("densenet40", 64).bytes + idle, 5.9e9, 0.05e9));
        QVERIFY(isNear(measure("vgg16", 64).bytes + idle, 6.3e9, 0.05e9));
        QVERIFY(isNear(measure("resnet50", 64).bytes + idle, 5.8e9, 0.05e9));
        QVERIFY(isNear(measure("squeezenet", 64).bytes + idle, 5.7e9, 0.05e9));
    }

    /// From batch 4 to 64: the energy of a step x2.2 to x10.5, CPU utilization 2.1 points apart on average; cores from
    /// 0 to 60 %; a Denver core idle for up to 65 % of the time.
    void agreesWithPublishedTrends()
    {
        double least = 100;
        double most = 0;
        double apart = 0;
        double idlest = 0;
        for (const Model& model : models()) {
            const std::string name(model.name);
            const Measured small = measure(name, 4);
            const Measured large = measure(name, 64);
            const double growth = large.joules / small.joules;
            least = std::min(least, growth);
            most = std::max(most, growth);
            apart += std::abs(large.processor - small.processor) * 100 / static_cast<double>(models().size());
            idlest = std::max({idlest, small.secondFast, large.secondFast});
            for (const double core : large.cores)
                QVERIFY2(core >= 0 && core <= 0.6, name.c_str());
            QVERIFY2(large.gpu > small.gpu, name.c_str());
        }
        QVERIFY(isNear(least, 2.2, 0.1));
        QVERIFY(isNear(most, 10.5, 0.2));
        QVERIFY(isNear(apart, 2.1, 0.6));
        QVERIFY(isNear(idlest, 0.65, 0.04));
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
        const auto played = training("vae", 8, 400);
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
            const auto first = training("mobilenet", 16, 20, "4:9", seed)->step(7);
            const auto second = training("mobilenet", 16, 20, "4:9", seed)->step(7);
            QCOMPARE(first->ops.size(), second->ops.size());
            for (std::size_t i = 0; i < first->ops.size(); ++i) {
                QCOMPARE(first->ops[i].start, second->ops[i].start);
                QCOMPARE(first->ops[i].own.gpu, second->ops[i].own.gpu);
            }
        }
        QVERIFY(training("mobilenet", 16, 20, "4:9", 1)->step(7)->waveform.end() !=
                training("mobilenet", 16, 20, "4:9", 2)->step(7)->waveform.end());
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
        const auto model = findModel("alexnet");
        QVERIFY(!model.ok());
        QVERIFY(model.error().text.find("seq2seq") != std::string::npos);
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
        QCOMPARE(counted("10:12:20"), 10);
        for (const char* wrong : {"", "4", "4:", "a:b", "4:9:x", "4:9:1:2"})
            QCOMPARE(counted(wrong), -1);
    }

    void parsesCommands()
    {
        const Command command = Command::fromLine("train model=vae batch=8\n");
        QCOMPARE(command.verb(), std::string("train"));
        QCOMPARE(command.text("model"), std::string("vae"));
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
