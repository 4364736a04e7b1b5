// Detected steps compared with their true boundaries, and with the marks of the same training.

#include "analysis/report/report.h"
#include "analysis/steps/detection/period.h"
#include "analysis/steps/detection/periodregimes.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

/// Epochs of 24 steps of 0.16 s with jitter, each followed by a pause of 0.25 s. The first step of an epoch waits for
/// data and so begins with a stretch that no other step has.
class Epochs
{
public:
    explicit Epochs(double waitsFor)
        : m_waitsFor(waitsFor)
    {
        std::mt19937 random(3);
        std::normal_distribution<double> normal;
        for (int epoch = 0; epoch < 14; ++epoch) {
            for (int step = 0; step < 24; ++step)
                add(0.16 * (1 + 0.05 * normal(random)) + (step == 0 ? waitsFor : 0), step == 0 ? First : Step);
            add(0.25, Pause);
        }
    }

    [[nodiscard]] double seconds() const { return m_boundaries.back(); }
    /// Utilization of the GPU.
    [[nodiscard]] double level(double time) const
    {
        const std::size_t part = partAt(time);
        if (m_kinds[part] == Pause)
            return 0.5;
        const double waits = m_kinds[part] == First ? m_waitsFor : 0;
        const double since = time - m_boundaries[part] - waits;
        const double phase = since / (m_boundaries[part + 1] - m_boundaries[part] - waits);
        return since < 0 ? 0.1 : phase < 0.3 ? 1 : phase < 0.45 ? 0.2 : phase < 0.8 ? 0.7 : 0;
    }
    /// Number of steps until a time, including the fraction of the current one; a pause counts as a step.
    [[nodiscard]] double stepsAt(double time) const
    {
        const std::size_t part = partAt(time);
        const double length = m_boundaries[part + 1] - m_boundaries[part];
        return static_cast<double>(part) + std::clamp((time - m_boundaries[part]) / length, 0.0, 1.0);
    }
    [[nodiscard]] std::vector<format::Step> marks() const
    {
        std::vector<format::Step> steps;
        for (std::size_t i = 0; i < m_kinds.size(); ++i) {
            if (m_kinds[i] == Pause)
                continue;
            format::Step step;
            step.index = steps.size();
            step.start = std::llround(m_boundaries[i] * 1e9);
            step.end = std::llround(m_boundaries[i + 1] * 1e9);
            steps.push_back(step);
        }
        return steps;
    }

private:
    enum Kind { First, Step, Pause };

    void add(double seconds, Kind kind)
    {
        m_boundaries.push_back(m_boundaries.back() + seconds);
        m_kinds.push_back(kind);
    }
    [[nodiscard]] std::size_t partAt(double time) const
    {
        const auto next = std::upper_bound(m_boundaries.begin() + 1, m_boundaries.end() - 1, time);
        return static_cast<std::size_t>(next - m_boundaries.begin()) - 1;
    }

    double m_waitsFor;
    std::vector<double> m_boundaries{0};
    std::vector<Kind> m_kinds;
};

/// Samples every 10 ms, at most 1 ms late, with noise.
PeriodChannel sampled(const Epochs& training)
{
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> late(0, 0.001);
    PeriodChannel channel{.name = "GPU"};
    for (double time = 0; time < training.seconds(); time += 0.01) {
        channel.times.push_back(time + late(random));
        channel.values.push_back(training.level(channel.times.back()) + 0.05 * normal(random));
    }
    return channel;
}

} // namespace

class TestPeriodMarks : public QObject
{
    Q_OBJECT

private slots:
    /// The mean is that of the steps between the pauses, independent of how long the first one waits.
    void pausesDoNotBiasTheMean_data()
    {
        QTest::addColumn<double>("waitsFor");
        QTest::newRow("nothing") << 0.0;
        QTest::newRow("data") << 0.06;
        QTest::newRow("much data") << 0.08;
    }
    void pausesDoNotBiasTheMean()
    {
        QFETCH(double, waitsFor);
        const Epochs training(waitsFor);
        const PeriodChannel channel = sampled(training);
        const auto found = findPeriod({&channel, 1});
        QVERIFY2(found.seconds > 0, found.reason.english().c_str());
        double seconds = 0;
        double steps = 0;
        for (const PeriodSpan& counted : found.counted) {
            seconds += counted.seconds();
            steps += training.stepsAt(counted.end) - training.stepsAt(counted.begin);
        }
        const double off = found.seconds / (seconds / steps) - 1;
        QVERIFY2(std::abs(off) < 1e-3, qPrintable(QString::number(off)));
    }

    /// The mean of the marks covers the same stretches as the detection.
    void marksCoverTheCountedSteps()
    {
        const Epochs training(0.06);
        const PeriodChannel channel = sampled(training);
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (std::size_t i = 0; i < channel.times.size(); ++i) {
            times.push_back(std::llround(channel.times[i] * 1e9));
            values.push_back(std::llround(channel.values[i] * 1000));
        }
        RecordingBuilder builder;
        const auto gpu = builder.channel({.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 0.001});
        const auto marks = training.marks();
        builder.samples(gpu, times, values).steps(marks).footer();
        const PeriodReport report = reportPeriod(viewOf(builder.bytes()));
        QVERIFY2(report.markedSeconds, report.finding.reason.english().c_str());
        double all = 0;
        for (const format::Step& step : marks)
            all += static_cast<double>(step.end - step.start) * 1e-9 / static_cast<double>(marks.size());
        QVERIFY(all / *report.markedSeconds - 1 > 0.01);
        QVERIFY(std::abs(report.finding.seconds / *report.markedSeconds - 1) < 1e-3);
    }

    /// Something repeats before the training that marks its steps, such as the preparation of its data.
    void marksOutsideOfWhatRepeatsAreNamed()
    {
        const Epochs preparation(0.06);
        PeriodChannel channel = sampled(preparation);
        std::mt19937 random(3);
        std::normal_distribution<double> noise(0.5, 0.05);
        RecordingBuilder builder;
        const double begin = channel.times.back();
        std::vector<format::Step> marks;
        for (std::size_t i = 0; i < 20; ++i)
            marks.push_back({.index = i,
                             .start = std::llround((begin + 0.1 * static_cast<double>(i)) * 1e9),
                             .end = std::llround((begin + 0.1 * static_cast<double>(i + 1)) * 1e9)});
        for (double time = begin + 0.01; time < begin + 2; time += 0.01) {
            channel.times.push_back(time);
            channel.values.push_back(noise(random));
        }
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (std::size_t i = 0; i < channel.times.size(); ++i) {
            times.push_back(std::llround(channel.times[i] * 1e9));
            values.push_back(std::llround(channel.values[i] * 1000));
        }
        const auto gpu = builder.channel({.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 0.001});
        builder.samples(gpu, times, values).steps(marks).footer();
        const Report report = makeReport(viewOf(builder.bytes()));
        QVERIFY2(report.period.markedShare, report.period.finding.reason.english().c_str());
        QVERIFY2(*report.period.markedShare < 0.5, std::to_string(*report.period.markedShare).c_str());
        QVERIFY(toText(report).find("what repeats here is not the training") != std::string::npos);
    }

    /// The detection uses the middle of a long recording: the marks outside of it say nothing.
    void marksOfALongTrainingAgree()
    {
        constexpr std::size_t kSamples = 220'000;
        constexpr std::int64_t kPeriod = 10'000'000;
        std::mt19937 random(5);
        std::normal_distribution<double> noise(0, 30);
        std::normal_distribution<double> jitter(0.2e9, 0.002e9);
        std::vector<format::Step> marks;
        for (std::int64_t time = 0; time < static_cast<std::int64_t>(kSamples) * kPeriod;) {
            const auto end = time + std::llround(jitter(random));
            marks.push_back({.index = marks.size(), .start = time, .end = end});
            time = end;
        }
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        std::uniform_int_distribution<std::int64_t> late(0, 1'000'000);
        for (std::size_t i = 0, step = 0; i < kSamples; ++i) {
            times.push_back(static_cast<std::int64_t>(i) * kPeriod + late(random));
            while (marks[step].end <= times.back())
                ++step;
            const bool isBusy = 4 * (times.back() - marks[step].start) < 3 * (marks[step].end - marks[step].start);
            values.push_back(std::llround((isBusy ? 900 : 100) + noise(random)));
        }
        RecordingBuilder builder;
        const auto gpu = builder.channel({.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 0.001});
        builder.samples(gpu, times, values).steps(marks).footer();
        const PeriodReport report = reportPeriod(viewOf(builder.bytes()));
        QVERIFY2(report.markedShare, report.finding.reason.english().c_str());
        QVERIFY2(*report.markedShare > 0.7, std::to_string(*report.markedShare).c_str());
        QVERIFY(isPeriodOfMarks(report));
    }

    /// The time and the memory of the detection depend on the samples, not on the hours between them.
    void emptyHoursAreLeftOut()
    {
        const Epochs training(0);
        const PeriodChannel channel = sampled(training);
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (std::size_t i = 0; i < channel.times.size(); ++i) {
            times.push_back(std::llround(channel.times[i] * 1e9));
            values.push_back(std::llround(channel.values[i] * 1000));
        }
        RecordingBuilder builder;
        const auto gpu = builder.channel({.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 0.001});
        builder.samples(gpu, times, values);
        const PeriodReport before = reportPeriod(viewOf(builder.bytes()));
        const std::int64_t later = times.back() + 40'000'000'000'000; // 11 h
        builder.samples(gpu, {later, later + 10'000'000, later + 20'000'000}, {1, 2, 3});
        const PeriodReport after = reportPeriod(viewOf(builder.bytes()));
        QVERIFY2(before.finding.seconds > 0, before.finding.reason.english().c_str());
        QVERIFY(after.finding.span.seconds() <= before.finding.span.seconds() + 1);
        QCOMPARE(after.finding.seconds, before.finding.seconds);
        QCOMPARE(after.channels, before.channels);
    }

    /// The report shows both means.
    void reportComparesWithTheMarks()
    {
        TrainingOptions options;
        options.steps = 250;
        const Report report = makeReport(viewOf(makeTrainingRecording(options)));
        QVERIFY2(report.period.markedSeconds, report.period.finding.reason.english().c_str());
        QVERIFY2(report.period.finding.seconds > 0, report.period.finding.reason.english().c_str());
        QVERIFY(std::abs(report.period.finding.seconds / *report.period.markedSeconds - 1) < 5e-3);
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        QVERIFY(json["period"].toObject().contains("seconds"));
        QVERIFY(json["period"]["confidence"].toDouble() > 0);
        QVERIFY(std::abs(json["period"]["difference"].toDouble()) < 5e-3);
        QVERIFY(json["period"]["channels"].toArray().size() >= 3);
        QVERIFY(QString::fromStdString(toText(report)).contains("in the same time"));
    }
};

QTEST_APPLESS_MAIN(TestPeriodMarks)
#include "tst_periodmarks.moc"
