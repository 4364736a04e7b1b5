#include "analysis/energy/attributedops.h"
#include "analysis/energy/attribution.h"
#include "analysis/energy/opgroupenergy.h"
#include "analysis/energy/samplewindows.h"
#include "analysis/report/report.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QTest>

#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStart = 1000 * kMs;

struct TrainingPlan
{
    int steps = 60;
    int tracedFrom = 0;
    std::int64_t lag = 0;         ///< of the sensor
    bool hasDocumentedLag = true; ///< in the header of the recording
    bool hasSensor = true;
    int samples = INT_MAX;
    enum class Kernels { None, InOps, Beside } kernels = Kernels::None;
};

struct Piece
{
    std::int64_t begin, end;
    double watts;
};

/// Steps of about 100 ms: "outer" for 30 ms (4 W) in which "inner" runs for 10 ms (8 W instead), then "last" for 40 ms
/// (6 W), then 30 ms without ops; 2 W of idle power throughout.
class Training
{
public:
    explicit Training(const TrainingPlan& plan)
        : m_plan(plan)
    {
        if (plan.hasSensor)
            m_power = m_builder.channel({.name = "VDD_IN",
                                         .quantity = "rail.power",
                                         .unit = "W",
                                         .scale = 1e-6,
                                         .rail = "VDD_IN",
                                         .role = "system",
                                         .periodNs = 7 * kMs,
                                         .windowNs = 2 * kMs,
                                         .lagNs = plan.hasDocumentedLag ? std::optional(plan.lag) : std::nullopt});
        m_builder.lane({.id = 1, .name = "main"});
        if (plan.kernels != TrainingPlan::Kernels::None)
            m_builder.lane({.id = 2, .kind = format::Lane::Kind::GpuStream, .name = "stream 7"});
        std::mt19937 random(3);
        std::int64_t at = kStart;
        for (int step = 0; step < plan.steps; ++step)
            at = addStep(step, at, 1 + 0.01 * static_cast<double>(random() % 11));
        if (plan.hasSensor)
            addSamples(at, random);
        m_view = viewOf(m_builder.bytes());
    }
    [[nodiscard]] const trace::TraceView& view() const { return m_view; }
    [[nodiscard]] Attribution attribution() const { return attributeToOps(m_view, m_view.extent()); }

private:
    std::int64_t addStep(int number, std::int64_t at, double stretch)
    {
        const auto ms = [stretch](double count) { return static_cast<std::int64_t>(count * stretch * 1e6); };
        const std::int64_t end = at + ms(100);
        const bool traced = number >= m_plan.tracedFrom;
        m_builder.steps({{.index = static_cast<std::uint64_t>(number),
                          .start = at,
                          .end = end,
                          .flags = traced ? format::Step::kTraced : 0U}});
        m_pieces.push_back({at, at + ms(10), 4});
        m_pieces.push_back({at + ms(10), at + ms(20), 8});
        m_pieces.push_back({at + ms(20), at + ms(30), 4});
        m_pieces.push_back({at + ms(30), at + ms(70), 6});
        if (!traced)
            return end;
        m_builder.spans(1, {{at, ms(30), m_builder.op("outer"), 0},
                            {at + ms(10), ms(10), m_builder.op("inner", "[8]"), 1},
                            {at + ms(30), ms(40), m_builder.op("last"), 0}});
        if (m_plan.kernels == TrainingPlan::Kernels::InOps)
            m_builder.spans(2, {{at + ms(35), ms(20), m_builder.op("kernel"), 0}});
        if (m_plan.kernels == TrainingPlan::Kernels::Beside) {
            m_builder.spans(2, {{at + ms(60), ms(25), m_builder.op("kernel"), 0}});
            m_pieces.push_back({at + ms(60), at + ms(85), 3});
        }
        return end;
    }
    [[nodiscard]] double mean(std::int64_t begin, std::int64_t end) const
    {
        double sum = 2 * static_cast<double>(end - begin);
        for (const Piece& piece : m_pieces)
            sum +=
                piece.watts *
                static_cast<double>(std::max<std::int64_t>(0, std::min(end, piece.end) - std::max(begin, piece.begin)));
        return sum / static_cast<double>(end - begin);
    }
    void addSamples(std::int64_t end, std::mt19937& random)
    {
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (std::int64_t at = kStart; at < end && std::ssize(times) < m_plan.samples; at += 7 * kMs) {
            times.push_back(at + static_cast<std::int64_t>(random() % 200'000));
            const std::int64_t until = times.back() - m_plan.lag;
            values.push_back(std::llround(mean(until - 2 * kMs, until) * 1e6));
        }
        m_builder.samples(m_power, times, values);
    }

    TrainingPlan m_plan;
    RecordingBuilder m_builder;
    std::uint32_t m_power = 0;
    std::vector<Piece> m_pieces;
    trace::TraceView m_view;
};

/// Eight steps with pauses of 9 ms: "work" (1 core), in the last 5 ms "end" (1.5 cores); 0.4 cores between steps. A
/// counter of CPU time, read every 10 ms; with `hasGap` a quarter of the samples is missing.
trace::TraceView separatedSteps(std::int64_t stepMs, bool hasGap = false)
{
    RecordingBuilder builder;
    const std::uint32_t cpu = builder.channel({.name = "training CPU",
                                               .quantity = "cpu.process",
                                               .unit = "1",
                                               .scale = 1e-6,
                                               .covers = trace::Channel::Covers::Interval,
                                               .periodNs = 10 * kMs,
                                               .lagNs = 0});
    builder.lane({.id = 1, .name = "main"});
    std::vector<Piece> pieces{{kStart - 10 * kMs, kStart + 37 * kMs, 0.4}};
    std::int64_t at = kStart + 37 * kMs;
    for (std::uint64_t step = 0; step < 8; ++step, at += (stepMs + 9) * kMs) {
        const std::int64_t last = at + (stepMs - 5) * kMs;
        const std::int64_t end = at + stepMs * kMs;
        builder.steps({{.index = step, .start = at, .end = end, .flags = format::Step::kTraced}});
        builder.spans(1, {{at, last - at, builder.op("work"), 0}, {last, end - last, builder.op("end"), 0}});
        pieces.push_back({at, last, 1});
        pieces.push_back({last, end, 1.5});
        pieces.push_back({end, end + 9 * kMs, 0.4});
    }
    std::mt19937 random(5);
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
    for (std::int64_t end = kStart; end < at; end += 10 * kMs) {
        double sum = 0;
        for (const Piece& piece : pieces)
            sum += piece.watts * static_cast<double>(std::max<std::int64_t>(
                                     std::min(end, piece.end) - std::max(end - 10 * kMs, piece.begin), 0));
        const double noise = 0.05 * (static_cast<double>(random() % 1001) / 500 - 1);
        const bool isInGap = hasGap && end % (400 * kMs) < 100 * kMs;
        times.push_back(end);
        values.push_back(isInGap ? format::kMissing : std::llround((sum / 1e7 + noise) * 1e6));
    }
    builder.samples(cpu, times, values);
    return viewOf(builder.bytes());
}

/// The window of the second of two samples of a channel of intervals.
trace::TimeRange intervalWindow(std::optional<std::int64_t> statedWindow)
{
    RecordingBuilder builder;
    const std::uint32_t rail = builder.channel({.quantity = "rail.power",
                                                .covers = trace::Channel::Covers::Interval,
                                                .periodNs = 10 * kMs,
                                                .windowNs = statedWindow});
    builder.samples(rail, {kStart, kStart + 11 * kMs}, {1, 1});
    const trace::TraceView view = viewOf(builder.bytes());
    trace::SampleReader samples(view.channels().front());
    const SampleWindow window = windowOf(view, samples, 1, describedSensor(view, view.channels()[0].info()), 200 * kMs);
    return {window.begin, window.end};
}

const OpConsumption& consumptionOf(const Attribution& attribution, const std::string& name)
{
    for (std::size_t i = 0; i < attribution.groups.size(); ++i) {
        if (attribution.groups[i].name == name)
            return attribution.channels.at(0).ops.at(i);
    }
    static const OpConsumption none;
    return none;
}

double secondsOf(const Attribution& attribution, const std::string& name)
{
    for (const OpGroup& group : attribution.groups) {
        if (group.name == name)
            return group.seconds;
    }
    return 0;
}

bool isNear(double actual, double expected, double share)
{
    return std::abs(actual - expected) <= share * std::abs(expected);
}

/// 1,000 steps of 100 ms: "first" for 40 ms (6 W), "second" for 30 ms (3 W), 2 W throughout; the clocks are a third
/// higher from step 400 to 499. In the step `seldom`, the second op has another name.
trace::TraceView stepsWithSeldomOp(int seldom)
{
    RecordingBuilder builder;
    const std::uint32_t power = builder.channel({.name = "VDD_IN",
                                                 .quantity = "rail.power",
                                                 .unit = "W",
                                                 .scale = 1e-3,
                                                 .rail = "VDD_IN",
                                                 .windowNs = 2 * kMs,
                                                 .lagNs = 0});
    builder.lane({.id = 1, .name = "main"});
    std::vector<format::Step> steps;
    std::vector<trace::SpanRecord> spans;
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
    for (int step = 0; step < 1000; ++step) {
        const std::int64_t start = kStart + step * 100 * kMs;
        const auto index = static_cast<std::uint64_t>(step);
        steps.push_back({.index = index, .start = start, .end = start + 100 * kMs, .flags = format::Step::kTraced});
        spans.push_back({start, 40 * kMs, builder.op("first"), 0});
        spans.push_back({start + 40 * kMs, 30 * kMs, builder.op(step == seldom ? "seldom" : "second"), 0});
        const double clock = step >= 400 && step < 500 ? 4.0 / 3 : 1;
        for (std::int64_t ms = 5; ms < 100; ms += 7) {
            times.push_back(start + ms * kMs);
            values.push_back(std::llround(1000 * (2 + clock * (ms < 41 ? 6 : ms < 71 ? 3 : 0))) + ms % 3);
        }
    }
    return viewOf(builder.steps(steps).spans(1, spans).samples(power, times, values).bytes());
}

} // namespace

/// Energy by op of whole recordings.
class TestAttribution : public QObject
{
    Q_OBJECT

private slots:
    /// The distances of the samples vary, also where a recording states their period as the window.
    void anIntervalBeginsAtThePreviousSample()
    {
        for (const std::optional<std::int64_t> stated : {std::optional<std::int64_t>(), std::optional(10 * kMs)})
            QVERIFY(intervalWindow(stated) == (trace::TimeRange{kStart, kStart + 11 * kMs}));
    }

    void eachOpHasTheEnergyOfItsOwnTime()
    {
        const Attribution found = Training({}).attribution();
        QCOMPARE(found.reason.english(), std::string());
        QCOMPARE(found.channels.size(), std::size_t{1});
        // The self time of the outer op excludes the inner one.
        QVERIFY(isNear(secondsOf(found, "outer"), 2 * secondsOf(found, "inner"), 1e-6));
        const std::map<std::string, double> watts{{"outer", 4}, {"inner", 8}, {"last", 6}};
        for (const auto& [name, truth] : watts) {
            const OpConsumption& consumption = consumptionOf(found, name);
            QVERIFY2(consumption.regression.has_value(), name.c_str());
            QVERIFY2(isNear(consumption.regression->value, truth * secondsOf(found, name), 0.002), name.c_str());
            QVERIFY2(consumption.regression->low <= consumption.regression->value &&
                         consumption.regression->value <= consumption.regression->high,
                     name.c_str());
        }
    }

    void partsSumToTheIntegral()
    {
        const ChannelAccount account = Training({}).attribution().channels.at(0);
        QVERIFY(account.idle && isNear(account.idle->value, 2 * Training({}).attribution().seconds, 0.01));
        QVERIFY(isNear(account.opsSum + account.idleSum + account.unattributed(), account.integral, 1e-12));
        QVERIFY(std::abs(account.unattributed()) < 0.02 * account.integral);
        QVERIFY(account.explained > 0.99);
    }

    void timingAssociationIncludesIdlePower()
    {
        const Attribution found = Training({}).attribution();
        const OpConsumption& last = consumptionOf(found, "last");
        QVERIFY(isNear(last.timing, 8 * secondsOf(found, "last"), 0.1));
    }

    void onlyStepsWithOpsAreAccounted()
    {
        const Attribution found = Training({.steps = 80, .tracedFrom = 40}).attribution();
        QCOMPARE(found.steps, std::size_t{40});
        QVERIFY(found.seconds < 45 * 0.1);
        QVERIFY(isNear(consumptionOf(found, "inner").regression.value_or(Estimate{}).value,
                       8 * secondsOf(found, "inner"), 0.01));
    }

    /// Two steps of about 14 samples each: the powers come from the other steps, onto which the ops are projected.
    void fewSamplesOfTracedStepsAreCompletedByOtherSteps()
    {
        const Attribution found = Training({.steps = 80, .tracedFrom = 78, .hasDocumentedLag = false}).attribution();
        QCOMPARE(found.steps, std::size_t{2});
        const ChannelAccount& account = found.channels.at(0);
        QCOMPARE(account.reason.english(), std::string());
        QVERIFY(account.samples > 500);
        for (const auto& [name, watts] : std::map<std::string, double>{{"outer", 4}, {"inner", 8}, {"last", 6}}) {
            const OpConsumption& consumption = consumptionOf(found, name);
            QVERIFY2(consumption.regression.has_value(), name.c_str());
            QVERIFY2(isNear(consumption.regression->value, watts * secondsOf(found, name), 0.05), name.c_str());
        }
    }

    /// "outer" calls "inner" and does nothing itself; the rail is constant. Neither has an interval, so neither has a
    /// figure.
    void noIntervalHasZeroWidth()
    {
        RecordingBuilder builder;
        const std::uint32_t rail =
            builder.channel({.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .windowNs = kMs, .lagNs = 0});
        builder.lane({.id = 1, .name = "main"});
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        std::mt19937 random(7);
        for (std::int64_t at = kStart; at < kStart + 4000 * kMs; at += 40 * kMs) {
            builder.steps({{.index = 0, .start = at, .end = at + 40 * kMs, .flags = format::Step::kTraced}});
            builder.spans(1, {{at, 20 * kMs, builder.op("outer"), 0},
                              {at, 20 * kMs, builder.op("inner"), 1},
                              {at + 20 * kMs, 15 * kMs, builder.op("last"), 0}});
            for (std::int64_t late = 0; late < 40; late += 8) {
                times.push_back(at + late * kMs + static_cast<std::int64_t>(random() % 1'000'000));
                values.push_back(3);
            }
        }
        builder.samples(rail, times, values);
        const trace::TraceView view = viewOf(builder.bytes());
        const Attribution found = attributeToOps(view, view.extent());
        for (const OpConsumption& op : found.channels.at(0).ops)
            QVERIFY(!op.regression || op.regression->high > op.regression->low);
        for (const JointConsumption& joint : found.channels.at(0).joints)
            QVERIFY(joint.sum.high > joint.sum.low);
        QVERIFY(!consumptionOf(found, "outer").regression);
    }

    /// The account of two ranges is that of their steps, without the steps between them.
    void severalRangesAreOneAccount()
    {
        const trace::TraceView view = separatedSteps(243);
        const std::vector<trace::TimeRange> steps = stretchesWithOps(view, view.extent());
        QVERIFY(steps.size() == 8);
        const std::vector<trace::TimeRange> ranges = {{steps[0].begin, steps[2].end}, {steps[5].begin, steps[7].end}};
        const std::vector<trace::TimeRange> stretches = stretchesWithOps(view, ranges);
        QCOMPARE(stretches.size(), std::size_t{6});
        QCOMPARE(stretches[3], steps[5]);
        const Attribution sum = attributeToGroups(view, ranges, GroupBy::Op);
        double seconds = 0;
        double integral = 0;
        std::size_t marked = 0;
        for (const trace::TimeRange& range : ranges) {
            const Attribution part = attributeToOps(view, range);
            seconds += part.seconds;
            integral += part.channels.at(0).integral;
            marked += part.steps;
        }
        QVERIFY(isNear(sum.seconds, seconds, 1e-9));
        QVERIFY(isNear(sum.channels.at(0).integral, integral, 1e-9));
        QCOMPARE(sum.steps, marked);
        QVERIFY(integral < 0.8 * attributeToOps(view, view.extent()).channels.at(0).integral);
    }

    /// In separated steps, an op at the end occurs only in samples that extend beyond the step.
    void opsAtTheEndsOfStepsCount()
    {
        const trace::TraceView view = separatedSteps(243);
        const auto stretches = stretchesWithOps(view, view.extent());
        QCOMPARE(stretches.size(), std::size_t{8});
        const SelfTimeTrace selfTimes = selfTimeIn(view, stretches, GroupBy::Op);
        const trace::ChannelView& channel = view.channels()[0];
        const OccupancyRows rows = sampleRows(view, channel, stretches, describedSensor(view, channel.info()),
                                              selfTimes.intervals, selfTimes.columns.size());
        QCOMPARE(rows.columnCount, selfTimes.columns.size() + 1); // one more for the time outside of the steps
        std::vector<double> seconds(rows.columnCount);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t k = rows.rowBegin[i]; k < rows.rowBegin[i + 1]; ++k)
                seconds[rows.columns[k]] += rows.shares[k] * 0.01;
        }
        for (std::size_t column = 0; column < selfTimes.columns.size(); ++column)
            QVERIFY(isNear(seconds[column], selfTimes.columns[column].seconds, 1e-4));
        const Attribution found = attributeToOps(view, view.extent());
        const ChannelAccount& account = found.channels.at(0);
        QVERIFY2(std::abs(account.unattributed()) < 0.02 * account.integral,
                 qPrintable(QString::number(account.unattributed() / account.integral)));
        QVERIFY2(account.closureWarning.empty(), account.closureWarning.english().c_str());
        QVERIFY(isNear(consumptionOf(found, "end").regression.value_or(Estimate{}).value, 1.5 * secondsOf(found, "end"),
                       0.15));
    }

    /// Of a long recording the powers come from a part of the ops; counts, times and integrals are exact.
    void aPartOfTheOpsStandsForAll()
    {
        const Training training({.steps = 1000});
        const trace::TimeRange all = training.view().extent();
        const Attribution full = training.attribution();
        const Attribution part = attributeToGroups(training.view(), std::span(&all, 1), GroupBy::Op, {}, {}, {}, 750);
        QCOMPARE(full.usedSeconds, full.seconds);
        QCOMPARE(part.seconds, full.seconds);
        QVERIFY(part.usedSeconds < 0.3 * full.seconds && part.usedSeconds > 0.15 * full.seconds);
        QCOMPARE(part.groups.size(), full.groups.size());
        const ChannelAccount& account = part.channels.at(0);
        QCOMPARE(account.integral, full.channels.at(0).integral);
        QVERIFY(account.samples < full.channels.at(0).samples / 3);
        for (const auto& [op, watts] : std::map<std::string, double>{{"outer", 4}, {"inner", 8}, {"last", 6}}) {
            QVERIFY(isNear(secondsOf(part, op), secondsOf(full, op), 1e-9));
            QVERIFY(isNear(consumptionOf(part, op).timing, consumptionOf(full, op).timing, 1e-9));
            QVERIFY(isNear(consumptionOf(part, op).regression.value_or(Estimate{}).value, watts * secondsOf(full, op),
                           0.02));
        }
        QVERIFY2(std::abs(account.unattributed()) < 0.01 * account.integral,
                 qPrintable(QString::number(account.unattributed() / account.integral)));
    }

    /// What did not run in the part has no figure, and power that was different outside of it is no error of the sum.
    void opsOutsideOfThePart()
    {
        const trace::TraceView usual = stepsWithSeldomOp(-1);
        const AttributedOps ops = attributedOps(usual, std::vector{usual.extent()}, GroupBy::Op, 400, {}, {}, 700);
        QVERIFY(ops.isPart());
        int seldom = 0; // the first step after the first run of the part
        while (kStart + seldom * 100 * kMs < ops.stretches.front().end)
            ++seldom;
        const trace::TraceView view = stepsWithSeldomOp(seldom);
        const trace::TimeRange all = view.extent();
        const Attribution part = attributeToGroups(view, std::span(&all, 1), GroupBy::Op, {}, {}, {}, 700);
        QCOMPARE(part.usedSeconds, analysis::secondsOf(ops.stretches));
        QVERIFY(!consumptionOf(part, "seldom").regression);
        QVERIFY(isNear(secondsOf(part, "seldom"), 0.03, 1e-9));
        const ChannelAccount& account = part.channels.at(0);
        const double unattributed = attributeToOps(view, all).channels.at(0).unattributed();
        QVERIFY2(std::abs(account.unattributed() - unattributed) < 0.005 * account.integral,
                 qPrintable(QString::number((account.unattributed() - unattributed) / account.integral)));
        const Estimate first = consumptionOf(part, "first").regression.value_or(Estimate{});
        const double joules = 6 * 0.04 * (1000 + 100 / 3.0);
        QVERIFY2(isNear(first.value, joules, 0.02), qPrintable(QString::number(first.value / joules)));
        QVERIFY(first.low < joules && joules < first.high);
    }

    /// Steps that repeat a pattern, such as epochs, do not fall in with the choice of the part.
    void aPartContainsSeldomOpsByTheirShare()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .name = "main"});
        const std::uint32_t usual = builder.op("usual");
        const std::uint32_t seldom = builder.op("in each fourth run of 256 steps");
        std::vector<format::Step> steps;
        std::vector<trace::SpanRecord> spans;
        for (std::uint64_t step = 0; step < 16'384; ++step) {
            const std::int64_t start = kStart + static_cast<std::int64_t>(step) * kMs;
            steps.push_back({.index = step, .start = start, .end = start + kMs, .flags = format::Step::kTraced});
            spans.push_back({start, kMs / 2, step % 1024 < 256 ? seldom : usual, 0});
        }
        const trace::TraceView view = viewOf(builder.steps(steps).spans(1, spans).bytes());
        const trace::TimeRange all = view.extent();
        const AttributedOps ops = attributedOps(view, std::span(&all, 1), GroupBy::Op, 400, {}, {}, 4096);
        QVERIFY(ops.isPart());
        std::size_t count = 0;
        for (const SelfTimeInterval& interval : ops.selfTimes.intervals)
            count += ops.selfTimes.groups.at(interval.group).name == "usual" ? 0 : 1;
        QVERIFY2(count >= 768 && count <= 1280, qPrintable(QString::number(count))); // of 4,096; mean 1,024
        QCOMPARE(ops.selfTimes.groups.at(1).count, std::uint64_t{4096});
        QVERIFY(isNear(ops.selfTimes.groups.at(1).seconds, 2.048, 1e-9));
    }

    void unattributedEnergyHasAReason()
    {
        const trace::TraceView view = separatedSteps(243, true);
        const ChannelAccount account = attributeToOps(view, view.extent()).channels.at(0);
        QVERIFY(account.unattributed() < -0.02 * account.integral);
        QVERIFY(account.closureWarning.english().find("there are no samples") != std::string::npos);
        const ChannelAccount apart = attributeToOps(separatedSteps(63), separatedSteps(63).extent()).channels.at(0);
        QVERIFY(apart.unattributed() < -0.02 * apart.integral);
        const std::string warning = apart.closureWarning.english();
        QVERIFY2(warning.find("are separated") != std::string::npos, warning.c_str());
        const Report report = makeReport(view, {.skippedSteps = 0, .range = {}});
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        const QString doubt = json["closure"]["training CPU"]["doubt"].toString();
        QCOMPARE(doubt.toStdString(), account.closureWarning.english());
    }

    void undocumentedLagIsFitted_data()
    {
        QTest::addColumn<int>("lagMs");
        QTest::newRow("none") << 0;
        QTest::newRow("20 ms") << 20;
        QTest::newRow("41 ms") << 41;
    }

    void undocumentedLagIsFitted()
    {
        QFETCH(int, lagMs);
        const Attribution found = Training({.lag = lagMs * kMs, .hasDocumentedLag = false}).attribution();
        const ChannelAccount& account = found.channels.at(0);
        QVERIFY(account.isFitted);
        QVERIFY2(std::abs(account.lagSeconds - 1e-3 * lagMs) <= 0.75e-3,
                 qPrintable(QString::number(account.lagSeconds)));
        QVERIFY(isNear(consumptionOf(found, "inner").regression.value_or(Estimate{}).value,
                       8 * secondsOf(found, "inner"), 0.05));
    }

    void awaitedKernelsAreNotCountedTwice()
    {
        const Attribution found = Training({.kernels = TrainingPlan::Kernels::InOps}).attribution();
        QVERIFY(found.kernelsAreInOps);
        QCOMPARE(secondsOf(found, "kernel"), 0.0);
        QVERIFY(isNear(consumptionOf(found, "last").regression.value_or(Estimate{}).value, 6 * secondsOf(found, "last"),
                       0.01));
    }

    void concurrentKernelsHaveTheirOwnEnergy()
    {
        const Attribution found = Training({.kernels = TrainingPlan::Kernels::Beside}).attribution();
        QVERIFY(!found.kernelsAreInOps);
        QVERIFY(isNear(consumptionOf(found, "kernel").regression.value_or(Estimate{}).value,
                       3 * secondsOf(found, "kernel"), 0.01));
        QVERIFY(isNear(consumptionOf(found, "last").regression.value_or(Estimate{}).value, 6 * secondsOf(found, "last"),
                       0.01));
    }

    void missingFiguresHaveAReason()
    {
        QVERIFY(QString::fromStdString(Training({.hasSensor = false}).attribution().reason.english())
                    .contains("no channel of power"));
        const ChannelAccount one = Training({.samples = 1}).attribution().channels.at(0);
        QVERIFY(QString::fromStdString(one.reason.english()).contains("too few samples"));
        QVERIFY(!one.ops.at(0).regression);
        const ChannelAccount none = Training({.samples = 0}).attribution().channels.at(0);
        QVERIFY(!none.reason.empty());
        QVERIFY(!Training({.tracedFrom = 1000}).attribution().reason.empty());
        QVERIFY(!attributeToOps(trace::TraceView(), {}).reason.empty());
    }

    void opTableRowsHaveEnergies()
    {
        const Training training({});
        const trace::TimeRange all = training.view().extent();
        const Attribution found = training.attribution();
        const std::map<std::string, double> watts{{"outer", 4}, {"inner", 8}, {"last", 6}};
        for (const OpGrouping grouping : {OpGrouping::Op, OpGrouping::Name}) {
            const auto rows = opTable(training.view(), all, {.grouping = grouping});
            const OpGroupEnergies energies = opEnergies(training.view(), all, rows, grouping, "VDD_IN");
            QCOMPARE(energies.reason.english(), std::string());
            QCOMPARE(energies.rows.size(), rows.size());
            QVERIFY(energies.joints.empty());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                QVERIFY2(energies.rows[i].has_value(), rows[i].name.c_str());
                const double truth = watts.at(rows[i].name) * secondsOf(found, rows[i].name);
                QVERIFY2(isNear(energies.rows[i]->value, truth, 0.002), rows[i].name.c_str());
                QVERIFY(energies.rows[i]->low <= energies.rows[i]->value);
            }
        }
        const Training waiting({.kernels = TrainingPlan::Kernels::InOps});
        const auto waited = opTable(waiting.view(), waiting.view().extent(), {});
        const OpGroupEnergies inOps =
            opEnergies(waiting.view(), waiting.view().extent(), waited, OpGrouping::Op, "VDD_IN");
        for (std::size_t i = 0; i < waited.size(); ++i) {
            QCOMPARE(inOps.rows[i].has_value(), waited[i].name != "kernel");
            QCOMPARE(bool(inOps.isCountedElsewhere[i]), waited[i].name == "kernel");
        }
        QVERIFY(inOps.elsewhereReason.english().find("kernel") != std::string::npos);
        const auto modules = opTable(training.view(), all, {.grouping = OpGrouping::Module});
        QCOMPARE(opEnergies(training.view(), all, modules, OpGrouping::Module, "VDD_IN").rows.size(), modules.size());
        const auto rows = opTable(training.view(), all, {});
        QVERIFY(!opEnergies(training.view(), all, rows, OpGrouping::Step, "VDD_IN").reason.empty());
        QVERIFY(!opEnergies(training.view(), all, rows, OpGrouping::Op, "no such rail").reason.empty());
        QVERIFY(!opEnergies(training.view(), {0, 1}, rows, OpGrouping::Op, "VDD_IN").reason.empty());
    }

    void reportContainsAttribution()
    {
        const Training training({});
        const Report report = makeReport(training.view());
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        for (const QJsonValue& op : json["ops"].toArray()) {
            const QJsonObject energy = op["energy_joules"].toObject()["VDD_IN"].toObject();
            QVERIFY(energy["separable"].toBool());
            QVERIFY(energy["low"].toDouble() < energy["value"].toDouble());
            QVERIFY(op["timing_association_joules"].toObject()["VDD_IN"].toDouble() > energy["value"].toDouble());
        }
        const QJsonObject closure = json["closure"].toObject()["VDD_IN"].toObject();
        QVERIFY(isNear(closure["ops_joules"].toDouble() + closure["idle_joules"].toDouble() +
                           closure["unattributed_joules"].toDouble(),
                       closure["integral_joules"].toDouble(), 1e-9));
        QVERIFY(QString::fromStdString(toText(report)).contains("Energy of ops"));
    }
};

QTEST_GUILESS_MAIN(TestAttribution)
#include "tst_attribution.moc"
