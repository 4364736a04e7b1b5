#include "analysis/algorithms/observation.h"
#include "tests/support/recordingbuilder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

using Verdict = Observation::Verdict;

/// A training of a TX2 on which all twelve observations hold, if it is one of those of `trainings()`.
RunFacts training(const std::string& model, std::uint64_t batch, double gpu, double rate, double joules, double bytes)
{
    RunFacts run;
    run.model = model;
    run.batch = batch;
    run.gpu = gpu;
    run.cpu = 0.25;
    run.samplesPerSecond = rate;
    run.joulesAStep = joules;
    run.peakBytes = bytes;
    run.parameterBytes = 100'000'000;
    run.cores = {{0, "A57", 0.5, 0.1, 10}, {1, "Denver2", 0.05, 0.65, 10}};
    run.rails = {{"VDD_IN", "", "system", 60, 6, 10},
                 {"VDD_SYS_GPU", "VDD_IN", "gpu", 15, 1.5, 10},
                 {"VDD_SYS_CPU", "VDD_IN", "cpu", 8, 0.8, 10},
                 {"VDD_SYS_DDR", "VDD_IN", "memory", 17, 1.7, 10}};
    for (int i = 0; i < 20; ++i) {
        const double off = 1 + 0.01 * std::sin(i * 2.4);
        const double seconds = static_cast<double>(batch) / rate;
        run.stepSeconds.push_back(seconds * off);
        run.groups.push_back(
            {.seconds = seconds * off, .joules = joules * off, .watts = 6 * off, .cpu = 0.25 * off, .gpu = gpu * off});
    }
    return run;
}

std::vector<RunFacts> trainings()
{
    return {training("resnet50", 4, 0.75, 9, 4, 2e9), training("resnet50", 64, 0.95, 55, 20, 6e9),
            training("deeprl", 4, 0.30, 889, 0.5, 1e9), training("deeprl", 64, 0.55, 13'618, 1.5, 2e9)};
}

Observation one(const std::vector<RunFacts>& runs, int number)
{
    const auto all = observe(runs);
    return all.at(static_cast<std::size_t>(number - 1));
}

bool says(const Observation& observation, Verdict verdict)
{
    const bool hasAdvice = observation.advice.empty() == (observation.verdict == Verdict::CannotTell);
    return observation.verdict == verdict && !observation.title.empty() && !observation.evidence.empty() && hasAdvice;
}

} // namespace

class TestObservation : public QObject
{
    Q_OBJECT

private slots:
    void allHoldWhereTheStudyFoundThem()
    {
        const auto all = observe(trainings());
        QCOMPARE(all.size(), std::size_t{12});
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i].number, static_cast<int>(i) + 1);
            QVERIFY2(says(all[i], Verdict::Holds), (std::to_string(i + 1) + " " + all[i].evidence).c_str());
        }
    }

    void eachCanFail_data()
    {
        QTest::addColumn<int>("number");
        for (int number = 1; number <= 12; ++number)
            QTest::addRow("%d", number) << number;
    }
    void eachCanFail()
    {
        QFETCH(int, number);
        auto runs = trainings();
        for (RunFacts& run : runs) {
            const bool isLarge = run.batch == 64;
            const bool isFirst = run.model == "resnet50";
            run.cpu = isLarge ? 0.9 : 0.7;
            run.gpu = 0.8;
            run.cores = {{0, "A57", 0.85, 0, 10}, {1, "Denver2", 0.85, 0, 10}};
            run.rails[3].meanWatts = 0.2;
            run.samplesPerSecond = 100;
            run.joulesAStep = static_cast<double>(run.batch);
            run.peakBytes = 2e9;
            for (std::size_t i = 0; i < run.groups.size(); ++i) {
                const double trend = i < 10 ? 1 : 1.5;
                run.stepSeconds[i] *= trend;
                run.groups[i].joules *= trend;
                run.groups[i].watts *= trend;
                run.groups[i].cpu = *run.cpu;
                run.groups[i].gpu = 0.8 * trend / 1.25 + (isFirst ? 0.0 : 0.0);
            }
        }
        const Observation observation = one(runs, number);
        QVERIFY2(says(observation, Verdict::DoesNot), observation.evidence.c_str());
    }

    void oneRecordingComparesNothing()
    {
        const auto all = observe(std::vector<RunFacts>{trainings()[1]});
        for (const Observation& observation : all) {
            const bool compares = observation.number != 1 && observation.number != 2 && observation.number != 6 &&
                                  observation.number != 7;
            QVERIFY2(says(observation, compares ? Verdict::CannotTell : Verdict::Holds), observation.evidence.c_str());
            if (compares)
                QVERIFY(observation.evidence.find("give recordings of several") != std::string::npos);
        }
    }

    void whatWasNotMeasuredCannotBeTold()
    {
        const std::vector<RunFacts> nothing(3);
        for (const Observation& observation : observe(nothing))
            QVERIFY2(says(observation, Verdict::CannotTell), observation.evidence.c_str());
        QVERIFY(observe({}).empty());
        auto runs = trainings();
        for (RunFacts& run : runs)
            run.rails.clear();
        QVERIFY(one(runs, 6).evidence.find("no power sensor") != std::string::npos);
        QVERIFY(says(one(runs, 7), Verdict::CannotTell));
        for (RunFacts& run : runs)
            run.groups.resize(3);
        QVERIFY(says(one(runs, 2), Verdict::CannotTell));
    }

    void memoryOverGpuIsAdvised()
    {
        const Observation observation = one(trainings(), 6);
        QVERIFY(observation.evidence.find("1.700 W") != std::string::npos);
        QVERIFY(observation.advice.find("VDD_SYS_DDR draws more than the GPU") != std::string::npos);
    }

    void intervals()
    {
        const auto found = meanInterval(std::vector<double>{1, 2, 3, 4, std::nan("")});
        QCOMPARE(found->count, std::size_t{4});
        QCOMPARE(found->mean, 2.5);
        // t(3 degrees, 97.5 %) = 3.182 x 1.291 / 2
        QVERIFY(std::abs(found->high - found->mean - 2.054) < 0.06);
        QVERIFY(!meanInterval(std::vector<double>{1, 2, 3}));
    }

    /// Of recordings: model and batch come from them, and traced steps stay out.
    void ofRecordings()
    {
        TrainingOptions options;
        options.steps = 60;
        options.batchSize = 8;
        const trace::TraceView small = viewOf(makeTrainingRecording(options));
        options.batchSize = 64;
        options.stepNs = 800'000'000;
        const trace::TraceView large = viewOf(makeTrainingRecording(options));
        const Report first = makeReport(small);
        const Report second = makeReport(large);
        QCOMPARE(first.observations.size(), std::size_t{12});
        const std::vector<RunFacts> facts{runFacts(small, first), runFacts(large, second)};
        QCOMPARE(facts[0].batch, std::uint64_t{8});
        QVERIFY(!facts[0].model.empty());
        QCOMPARE(facts[0].stepSeconds.size(), std::size_t{60 - 3 - 5}); // skipped and traced
        QVERIFY(facts[0].joulesAStep && facts[0].groups.size() >= 8);
        const auto together = observe(facts);
        QVERIFY(says(together[8], Verdict::Holds)); // x8 batch in x4 time
        const auto json =
            QJsonDocument::fromJson(QByteArray::fromStdString(toJson({first, second}, together))).object();
        QCOMPARE(json["recordings"].toArray().size(), 2);
        QCOMPARE(json["observations"][8]["verdict"].toString(), QStringLiteral("holds"));
        const QString text = QString::fromStdString(toText({first, second}, {"a", "b"}, together));
        QVERIFY(text.contains("9 holds"));
        for (const QString& line : text.mid(text.indexOf("All together")).split('\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }
};

QTEST_APPLESS_MAIN(TestObservation)
#include "tst_observation.moc"
