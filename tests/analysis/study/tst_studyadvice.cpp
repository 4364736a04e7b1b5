// What `stepscope advise` says about studies whose rows are known.

#include "analysis/study/studyadvice.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/schemacheck.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

using Values = std::vector<std::pair<std::string_view, ResultValue>>;

/// A row with these values; all others are not known.
ResultRow rowWith(const Values& values)
{
    ResultRow row;
    for (const ResultColumn& column : resultColumns()) {
        const auto found =
            std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == column.name; });
        row.values.push_back(found != values.end() ? found->second : ResultValue());
    }
    return row;
}

/// A study of one model on one device with 8 GB, whose rows `valuesOf` makes.
template <typename ValuesOf>
Study studyOf(const std::vector<int>& batches, int repeats, ValuesOf valuesOf)
{
    Study study;
    study.plan.targets = {"tx2"};
    study.plan.models = {"my_net"};
    study.plan.batches = batches;
    study.plan.repeats = repeats;
    study.cells = makeCells(study.plan);
    StudyDevice device;
    device.target = "tx2";
    device.memoryBytes = 8'000'000'000;
    study.devices = {device};
    for (StudyCell& cell : study.cells) {
        cell.state = CellState::Done;
        cell.recording = "recordings/" + cell.id;
        cell.result = rowWith(valuesOf(cell));
    }
    return study;
}

format::Result<trace::TraceView> noRecording(const StudyCell&)
{
    return format::failure("there is no recording");
}

ModelAdvice adviceOf(const Study& study)
{
    return studyAdvice(study, std::nullopt, noRecording).at(0);
}

/// Memory of 1.5 GB and 50 MB a sample; throughput saturates; larger batches need less energy a sample.
Study trainedStudy(const std::vector<int>& batches, int repeats)
{
    return studyOf(batches, repeats, [](const StudyCell& cell) {
        if (cell.batch > 120)
            return Values{{column::kOutcome, std::string("out_of_memory")}};
        const double step = 0.1 + 0.02 * cell.batch;
        return Values{{column::kOutcome, std::string("ok")},
                      {column::kPeakMemory, 1.5e9 + 50e6 * cell.batch + 1e6 * (cell.repeat % 2)},
                      {column::kStepPeakDeviation, 2e6},
                      {column::kThroughput, cell.batch / step},
                      {column::kStepSeconds, step},
                      {column::kStepJoules, 8 * step},
                      {column::kSampleJoules, 8 * step / cell.batch},
                      {"power_mode", std::string("MAXN")}};
    });
}

} // namespace

class StudyAdviceTest : public QObject
{
    Q_OBJECT

private slots:
    /// (0.95 x 8 GB - 1.5 GB) / 50 MB = 122 samples.
    void predictsTheLargestBatch()
    {
        const ModelAdvice advice = adviceOf(trainedStudy({4, 8, 256}, 1));
        QVERIFY2(advice.largest, advice.whyNoLargest.c_str());
        QVERIFY(std::abs(advice.largest->batch - 122) < 0.1);
        QVERIFY(std::abs(advice.largest->sampleBytes - 50e6) < 1);
        QVERIFY(advice.largest->isOfSteps);
        QCOMPARE(advice.largest->failed, std::optional(256));
        QCOMPARE(advice.largest->largestTrained, 8);
        QVERIFY(advice.largest->interval->low < 122 && advice.largest->interval->high > 122);
        QVERIFY(advice.largest->interval->low > 110 && advice.largest->interval->high < 135);
    }

    /// The interval contains the batch size at which the next training reaches the usable share, which the study does
    /// not know, in at least 95 % of studies with normal errors.
    void intervalOfTheLargestBatchHolds()
    {
        std::mt19937 random(7);
        std::normal_distribution<double> error(0, 30e6);
        std::uniform_real_distribution<double> usable(kUsableMemoryLow, kUsableMemoryHigh);
        int inside = 0;
        constexpr int kStudies = 1000;
        for (int i = 0; i < kStudies; ++i) {
            const ModelAdvice advice = adviceOf(studyOf({4, 8, 16, 32}, 1, [&](const StudyCell& cell) {
                return Values{{column::kOutcome, std::string("ok")},
                              {column::kPeakMemory, 1.5e9 + 50e6 * cell.batch + error(random)}};
            }));
            const double reached = (usable(random) * 8e9 - 1.5e9 - error(random)) / 50e6;
            const auto& interval = advice.largest->interval;
            inside += !interval || (interval->low <= reached && reached <= interval->high) ? 1 : 0;
        }
        QVERIFY2(inside >= 950, qPrintable(QString::number(inside)));
    }

    /// The line ignores what the study has seen: memory that grows faster at last, or a board that uses more of it.
    void resultsOverruleTheLine()
    {
        const auto withPeaks = [](double sampleBytes, int failsFrom) {
            return adviceOf(studyOf({4, 8, 16, 64}, 1, [=](const StudyCell& cell) {
                if (cell.batch >= failsFrom)
                    return Values{{column::kOutcome, std::string("out_of_memory")}};
                return Values{{column::kOutcome, std::string("ok")},
                              {column::kPeakMemory, 1.5e9 + sampleBytes * cell.batch}};
            }));
        };
        const LargestBatch failed = *withPeaks(50e6, 64).largest; // the line reaches 122
        QCOMPARE(failed.batch, 63.0);
        QCOMPARE(failed.interval->high, 63.0);
        const LargestBatch trained = *withPeaks(100e6, 1000).largest; // the line reaches 61
        QCOMPARE(trained.batch, 64.0);
        QCOMPARE(trained.interval->low, 64.0);
        const std::string reason =
            adviceOf(studyOf({4, 8}, 1, [](const StudyCell& cell) {
                return cell.batch == 4 ? Values{{column::kOutcome, std::string("ok")}, {column::kPeakMemory, 2e9}}
                                       : Values{{column::kOutcome, std::string("out_of_memory")}};
            })).whyNoLargest;
        QVERIFY2(reason.find("8 ran out of memory") != std::string::npos, reason.c_str());
    }

    /// A study.json that was edited may contain any number.
    void impossibleValuesHaveText()
    {
        for (const double value : {0.0, 1e-300, 1e300, -1.0}) {
            const auto advice = studyAdvice(studyOf({4, 8}, 1,
                                                    [&](const StudyCell& cell) {
                                                        return Values{{column::kOutcome, std::string("ok")},
                                                                      {column::kPeakMemory, 2e9 + 1e-9 * cell.batch},
                                                                      {column::kThroughput, 10.0},
                                                                      {column::kStepSeconds, 0.1},
                                                                      {column::kStepJoules, value},
                                                                      {column::kSampleJoules, value}};
                                                    }),
                                            std::nullopt, noRecording);
            QVERIFY(!adviceText(advice, {.wattHours = 50}).empty());
            QVERIFY(advice.at(0).points.empty() == (value <= 0));
        }
    }

    void saysWhyThereIsNoLargestBatch()
    {
        QVERIFY(adviceOf(trainedStudy({8}, 3)).whyNoLargest.find("a second one") != std::string::npos);
        Study unknown = trainedStudy({4, 8}, 1);
        unknown.devices[0].memoryBytes = 0;
        QVERIFY(adviceOf(unknown).whyNoLargest.find("not known") != std::string::npos);
        const Study flat = studyOf({4, 8}, 1, [](const StudyCell&) {
            return Values{{column::kOutcome, std::string("ok")}, {column::kPeakMemory, 2e9}};
        });
        QVERIFY(adviceOf(flat).whyNoLargest.find("does not grow") != std::string::npos);
    }

    /// Doublings gain 4 / 0.18 -> 8 / 0.26: 38 %, then 30 %, 22 %, 14 %; 64 -> 128 fails.
    void findsTheKneeOfThroughput()
    {
        const auto still = adviceOf(trainedStudy({4, 8, 16}, 1)).knee;
        QVERIFY(still && still->isLargest && still->batch == 16);
        const auto saturated = adviceOf(studyOf({4, 8, 16, 64}, 2, [](const StudyCell& cell) {
            return Values{{column::kOutcome, std::string("ok")},
                          {column::kThroughput, 100 * std::min(cell.batch, 16) / 16.0 * (cell.batch == 64 ? 1.1 : 1)}};
        }));
        QVERIFY(saturated.knee && !saturated.knee->isLargest);
        QCOMPARE(saturated.knee->batch, 16);
        QVERIFY(std::abs(saturated.knee->gain - (std::sqrt(1.1) - 1)) < 1e-9); // per doubling, of two
    }

    /// Batch size and power mode form settings; those that another one beats in time and energy are not the best.
    void findsTheParetoFront()
    {
        Study study = studyOf({8, 16}, 2, [](const StudyCell& cell) {
            const bool isFast = cell.repeat == 1;
            const double seconds = (isFast ? 0.01 : 0.02) * (cell.batch == 8 ? 1.5 : 1);
            const double joules = (isFast ? 0.09 : 0.05) * (cell.batch == 8 ? 1.2 : 1);
            return Values{{column::kOutcome, std::string("ok")},
                          {column::kThroughput, 1 / seconds},
                          {column::kStepSeconds, seconds * cell.batch},
                          {column::kStepJoules, joules * cell.batch},
                          {column::kSampleJoules, joules},
                          {"power_mode", std::string(isFast ? "MAXN" : "MAXQ")}};
        });
        const ModelAdvice advice = adviceOf(study);
        QCOMPARE(advice.points.size(), std::size_t{4});
        for (const OperatingPoint& point : advice.points)
            QCOMPARE(point.isBest, point.batch == 16);
        const OperatingPoint& frugal = advice.points.at(3);
        QCOMPARE(frugal.powerMode, std::string("MAXQ"));
        QCOMPARE(frugal.watts, 2.5);
        const BatteryLife life = batteryLife(frugal, 50);
        QCOMPARE(life.hours, 20.0);
        QCOMPARE(life.samples, 50 * 3600 / 0.05);
        QCOMPARE(life.steps, life.samples / 16);
    }

    /// Settings that nvpmodel's mode does not distinguish are points of their own; the knee is that of the first one.
    void powerSettingsArePointsOfTheirOwn()
    {
        Study study = trainedStudy({8, 16}, 1);
        study.plan.powerSettings = {"MAXN", "MAXN+gpu=828.75"};
        study.cells = makeCells(study.plan);
        for (StudyCell& cell : study.cells) {
            const double slow = cell.power == "MAXN" ? 1 : 1.5;
            cell.state = CellState::Done;
            cell.result = rowWith({{column::kOutcome, std::string("ok")},
                                   {column::kThroughput, cell.batch == 8 ? 80.0 / slow : 160.0 / slow / slow},
                                   {column::kStepSeconds, 0.1 * slow},
                                   {column::kStepJoules, 1.0},
                                   {column::kSampleJoules, 0.2 / slow},
                                   {"power_mode", std::string("MAXN")}});
        }
        const ModelAdvice advice = adviceOf(study);
        QCOMPARE(advice.points.size(), std::size_t{4});
        QCOMPARE(advice.points[2].setting + advice.points[3].setting, std::string("MAXNMAXN+gpu=828.75"));
        QVERIFY(advice.points[2].isBest && advice.points[3].isBest);
        QVERIFY(advice.knee && advice.knee->isLargest && std::abs(advice.knee->gain - 1) < 1e-9);
        const std::string text = adviceText({advice}, {});
        QVERIFY2(text.find("MAXN+gpu=828.75 ") != std::string::npos, text.c_str());
    }

    void readsTargets()
    {
        const auto accuracy = parseMetricTarget("accuracy=0.7");
        QVERIFY(accuracy.ok());
        QVERIFY(accuracy->isReachedBy(0.7) && !accuracy->isReachedBy(0.69));
        const auto loss = parseMetricTarget("val_loss=1.5");
        QVERIFY(loss.ok());
        QVERIFY(loss->isReachedBy(1.4) && !loss->isReachedBy(1.6));
        QVERIFY(!parseMetricTarget("Val Loss=0.5")->isReachedBy(2.3));
        for (const char* wrong : {"", "accuracy", "=0.5", "accuracy=", "accuracy=much", "accuracy=0.5x"}) {
            const auto refused = parseMetricTarget(wrong);
            QVERIFY2(!refused.ok(), wrong);
            QVERIFY(refused.error().text.find("accuracy=0.7") != std::string::npos);
        }
    }

    /// The loss falls below 0.5 with the 11th value; the whole device needs the power of VDD_IN until then.
    void measuresTheCostOfATarget()
    {
        RecordingBuilder builder = makeTraining({.steps = 20});
        const auto steps = viewOf(builder.bytes());
        std::vector<format::MetricValue> values;
        for (std::size_t i = 0; i < steps.stepCount(); ++i)
            values.push_back({steps.step(i).end, 1 - 0.05 * static_cast<double>(i)});
        builder.metric("loss", values);
        const std::vector<std::byte> recording = builder.bytes();
        const Study study = studyOf({4}, 2, [](const StudyCell&) {
            return Values{{column::kOutcome, std::string("ok")}};
        });
        const auto reader = [&](const StudyCell&) { return format::Result<trace::TraceView>(viewOf(recording)); };
        const auto advice = studyAdvice(study, MetricTarget{"loss", 0.5}, reader);
        const TargetReached& reached = advice.at(0).targets.at(0);
        QCOMPARE(reached.trainings, std::size_t{2});
        QCOMPARE(reached.reached, std::size_t{2});
        const double seconds = static_cast<double>(steps.step(10).end - steps.step(0).start) * 1e-9;
        QVERIFY(std::abs(reached.seconds - seconds) < 1e-9);
        QVERIFY(reached.joules > 3 * seconds && reached.joules < 12 * seconds);
        QCOMPARE(studyAdvice(study, MetricTarget{"loss", 0.01}, reader).at(0).targets.at(0).reached, std::size_t{0});
        const MetricTarget unknown{"lost", 0.5};
        const std::string text = adviceText(studyAdvice(study, unknown, reader), {.target = unknown});
        QVERIFY2(text.find("lost 0.5: no training reports this metric") != std::string::npos, text.c_str());
    }

    void textNamesEachFigure()
    {
        const auto advice = studyAdvice(trainedStudy({4, 8, 16, 256}, 2), std::nullopt, noRecording);
        const std::string text = adviceText(advice, {.wattHours = 50});
        for (const char* words : {"my_net on tx2", "121", "256 ran out of memory", "16 trained", "MAXN", "50 Wh"})
            QVERIFY2(text.find(words) != std::string::npos, (words + ("\n" + text)).c_str());
    }

    void tablesHaveEachModelAndSetting()
    {
        const auto tables = adviceTables(studyAdvice(trainedStudy({4, 8, 256}, 2), std::nullopt, noRecording));
        QCOMPARE(tables.size(), std::size_t{2});
        for (const StudyTable& table : tables) {
            for (const auto& row : table.rows)
                QCOMPARE(row.size(), table.header.size());
        }
        QCOMPARE(tables[0].rows.size(), std::size_t{1});
        QVERIFY(tables[0].rows[0][2].find("256 ran out of memory") != std::string::npos);
        QCOMPARE(tables[1].rows.size(), std::size_t{2}); // not the training that failed
        // Batch 4: steps of 0.18 s with 8 W: 1 Wh lasts 3600 J / 1.44 J = 2,500 steps.
        QCOMPARE(tables[1].rows[0][2], std::string("4"));
        QCOMPARE(tables[1].rows[0][8], std::string("2,500"));
    }

    void jsonFollowsItsSchema()
    {
        const auto trained = studyAdvice(trainedStudy({4, 8, 256}, 2), MetricTarget{"loss", 1}, noRecording);
        const auto single = studyAdvice(trainedStudy({4}, 1), std::nullopt, noRecording);
        for (const std::string& json :
             {adviceJson(trained, {.wattHours = 50, .target = MetricTarget{"loss", 1}}), adviceJson(single, {})}) {
            const SchemaCheck checked = checkSchema("advice", QByteArray::fromStdString(json));
            if (checked.status == SchemaCheck::kSkipped)
                QSKIP(checked.faults.constData());
            QVERIFY2(checked.status == 0, checked.faults.constData());
        }
    }
};

QTEST_GUILESS_MAIN(StudyAdviceTest)
#include "tst_studyadvice.moc"
