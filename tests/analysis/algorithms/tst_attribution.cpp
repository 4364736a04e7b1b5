#include "analysis/algorithms/attribution.h"
#include "analysis/algorithms/openergy.h"
#include "analysis/algorithms/report.h"
#include "tests/support/recordingbuilder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

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
    std::int64_t lag = 0; ///< of the sensor
    bool saysLag = true;  ///< the recording knows it
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
/// (6 W), then 30 ms of nothing; 2 W of idling under it all.
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
                                         .lagNs = plan.saysLag ? std::optional(plan.lag) : std::nullopt});
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

/// Eight steps, 9 ms apart: "work" (1 core) but for the last 5 ms, "end" (1.5 cores); 0.4 between steps. A counter of
/// the processor's time, read each 10 ms; a quarter of the readings is missing where asked for.
trace::TraceView stepsApart(std::int64_t stepMs, bool hasGap = false)
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

const OpTake& takeOf(const Attribution& attribution, const std::string& name)
{
    for (std::size_t i = 0; i < attribution.kinds.size(); ++i) {
        if (attribution.kinds[i].name == name)
            return attribution.channels.at(0).ops.at(i);
    }
    static const OpTake none;
    return none;
}

double secondsOf(const Attribution& attribution, const std::string& name)
{
    for (const WorkKind& kind : attribution.kinds) {
        if (kind.name == name)
            return kind.seconds;
    }
    return 0;
}

bool isNear(double actual, double expected, double share)
{
    return std::abs(actual - expected) <= share * std::abs(expected);
}

} // namespace

/// Energy by op of whole recordings.
class TestAttribution : public QObject
{
    Q_OBJECT

private slots:
    void eachOpHasTheEnergyOfItsOwnTime()
    {
        const Attribution found = Training({}).attribution();
        QCOMPARE(found.reason, std::string());
        QCOMPARE(found.channels.size(), std::size_t{1});
        // What runs inside another op is not the outer one's.
        QVERIFY(isNear(secondsOf(found, "outer"), 2 * secondsOf(found, "inner"), 1e-6));
        const std::map<std::string, double> watts{{"outer", 4}, {"inner", 8}, {"last", 6}};
        for (const auto& [name, truth] : watts) {
            const OpTake& take = takeOf(found, name);
            QVERIFY2(take.regression.has_value(), name.c_str());
            QVERIFY2(isNear(take.regression->value, truth * secondsOf(found, name), 0.002), name.c_str());
            QVERIFY2(take.regression->low <= take.regression->value && take.regression->value <= take.regression->high,
                     name.c_str());
        }
    }

    void theAccountCloses()
    {
        const ChannelAccount account = Training({}).attribution().channels.at(0);
        QVERIFY(account.idle && isNear(account.idle->value, 2 * Training({}).attribution().seconds, 0.01));
        QVERIFY(isNear(account.opsSum + account.idleSum + account.unattributed(), account.integral, 1e-12));
        QVERIFY(std::abs(account.unattributed()) < 0.02 * account.integral);
        QVERIFY(account.explained > 0.99);
    }

    void timingAssociationCountsTheIdlePowerToo()
    {
        const Attribution found = Training({}).attribution();
        const OpTake& last = takeOf(found, "last");
        QVERIFY(isNear(last.timing, 8 * secondsOf(found, "last"), 0.1));
    }

    void onlyStepsWithOpsAreAccounted()
    {
        const Attribution found = Training({.steps = 80, .tracedFrom = 40}).attribution();
        QCOMPARE(found.steps, std::size_t{40});
        QVERIFY(found.seconds < 45 * 0.1);
        QVERIFY(
            isNear(takeOf(found, "inner").regression.value_or(Estimate{}).value, 8 * secondsOf(found, "inner"), 0.01));
    }

    /// Steps that stand alone, as traced ones do: what runs at their ends only is in samples that begin or end outside.
    void workAtTheEndsOfStepsCounts()
    {
        const trace::TraceView view = stepsApart(243);
        const auto stretches = knownStretches(view, view.extent());
        QCOMPARE(stretches.size(), std::size_t{8});
        const Work work = workIn(view, stretches, WorkBy::Op, 96);
        const trace::ChannelView& channel = view.channels()[0];
        const OccupancyRows rows =
            rowsOf(view, channel, stretches, describedSensor(view, channel.info()), work.pieces, work.kinds.size());
        QCOMPARE(rows.kindCount, work.kinds.size() + 1); // and what is outside of the steps
        std::vector<double> seconds(rows.kindCount);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t k = rows.rowBegin[i]; k < rows.rowBegin[i + 1]; ++k)
                seconds[rows.kinds[k]] += rows.shares[k] * 0.01;
        }
        for (std::size_t kind = 0; kind < work.kinds.size(); ++kind)
            QVERIFY2(isNear(seconds[kind], work.kinds[kind].seconds, 1e-4), work.kinds[kind].name.c_str());
        const Attribution found = attributeToOps(view, view.extent());
        const ChannelAccount& account = found.channels.at(0);
        QVERIFY2(std::abs(account.unattributed()) < 0.02 * account.integral,
                 qPrintable(QString::number(account.unattributed() / account.integral)));
        QVERIFY2(account.doubt.empty(), account.doubt.c_str());
        QVERIFY(
            isNear(takeOf(found, "end").regression.value_or(Estimate{}).value, 1.5 * secondsOf(found, "end"), 0.15));
    }

    /// An account that does not close says why.
    void whatIsLeftOverIsExplained()
    {
        const trace::TraceView view = stepsApart(243, true);
        const ChannelAccount account = attributeToOps(view, view.extent()).channels.at(0);
        QVERIFY(account.unattributed() < -0.02 * account.integral);
        QVERIFY2(account.doubt.find("there are no samples") != std::string::npos, account.doubt.c_str());
        const ChannelAccount apart = attributeToOps(stepsApart(63), stepsApart(63).extent()).channels.at(0);
        QVERIFY(apart.unattributed() < -0.02 * apart.integral);
        QVERIFY2(apart.doubt.find("stand apart") != std::string::npos, apart.doubt.c_str());
        const Report report = makeReport(view, {.skippedSteps = 0, .range = {}});
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        QCOMPARE(json["closure"].toObject()["training CPU"].toObject()["doubt"].toString().toStdString(),
                 account.doubt);
    }

    void lagThatNobodyTellsIsFitted_data()
    {
        QTest::addColumn<int>("lagMs");
        QTest::newRow("none") << 0;
        QTest::newRow("20 ms") << 20;
        QTest::newRow("41 ms") << 41;
    }

    void lagThatNobodyTellsIsFitted()
    {
        QFETCH(int, lagMs);
        const Attribution found = Training({.lag = lagMs * kMs, .saysLag = false}).attribution();
        const ChannelAccount& account = found.channels.at(0);
        QVERIFY(account.isFitted);
        QVERIFY2(std::abs(account.lagSeconds - 1e-3 * lagMs) <= 0.75e-3,
                 qPrintable(QString::number(account.lagSeconds)));
        QVERIFY(
            isNear(takeOf(found, "inner").regression.value_or(Estimate{}).value, 8 * secondsOf(found, "inner"), 0.05));
    }

    void kernelsThatTheirOpsWaitForAreNotCountedTwice()
    {
        const Attribution found = Training({.kernels = TrainingPlan::Kernels::InOps}).attribution();
        QVERIFY(found.kernelsAreInOps);
        QCOMPARE(secondsOf(found, "kernel"), 0.0);
        QVERIFY(
            isNear(takeOf(found, "last").regression.value_or(Estimate{}).value, 6 * secondsOf(found, "last"), 0.01));
    }

    void kernelsThatRunOnHaveTheirOwn()
    {
        const Attribution found = Training({.kernels = TrainingPlan::Kernels::Beside}).attribution();
        QVERIFY(!found.kernelsAreInOps);
        QVERIFY(isNear(takeOf(found, "kernel").regression.value_or(Estimate{}).value, 3 * secondsOf(found, "kernel"),
                       0.01));
        QVERIFY(
            isNear(takeOf(found, "last").regression.value_or(Estimate{}).value, 6 * secondsOf(found, "last"), 0.01));
    }

    void whatCannotBeToldSaysWhy()
    {
        QVERIFY(QString::fromStdString(Training({.hasSensor = false}).attribution().reason).contains("no sensor"));
        const ChannelAccount one = Training({.samples = 1}).attribution().channels.at(0);
        QVERIFY(QString::fromStdString(one.reason).contains("too few samples"));
        QVERIFY(!one.ops.at(0).regression);
        const ChannelAccount none = Training({.samples = 0}).attribution().channels.at(0);
        QVERIFY(!none.reason.empty());
        QVERIFY(!Training({.tracedFrom = 1000}).attribution().reason.empty());
        QVERIFY(!attributeToOps(trace::TraceView(), {}).reason.empty());
    }

    void rowsOfTheTableOfOpsHaveIt()
    {
        const Training training({});
        const trace::TimeRange all = training.view().extent();
        const Attribution found = training.attribution();
        const std::map<std::string, double> watts{{"outer", 4}, {"inner", 8}, {"last", 6}};
        for (const OpGrouping grouping : {OpGrouping::Op, OpGrouping::Name}) {
            const auto rows = opTable(training.view(), all, {.grouping = grouping});
            const OpEnergies energies = opEnergies(training.view(), all, rows, grouping, "VDD_IN");
            QCOMPARE(energies.reason, std::string());
            QCOMPARE(energies.rows.size(), rows.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                QVERIFY2(energies.rows[i].has_value(), rows[i].name.c_str());
                const double truth = watts.at(rows[i].name) * secondsOf(found, rows[i].name);
                QVERIFY2(isNear(energies.rows[i]->value, truth, 0.002), rows[i].name.c_str());
                QVERIFY(energies.rows[i]->low <= energies.rows[i]->value);
            }
        }
        const Training waiting({.kernels = TrainingPlan::Kernels::InOps});
        const auto waited = opTable(waiting.view(), waiting.view().extent(), {});
        const OpEnergies inOps = opEnergies(waiting.view(), waiting.view().extent(), waited, OpGrouping::Op, "VDD_IN");
        for (std::size_t i = 0; i < waited.size(); ++i) {
            QCOMPARE(inOps.rows[i].has_value(), waited[i].name != "kernel");
            QCOMPARE(bool(inOps.isElsewhere[i]), waited[i].name == "kernel");
        }
        QVERIFY(inOps.elsewhere.find("kernel") != std::string::npos);
        const auto modules = opTable(training.view(), all, {.grouping = OpGrouping::Module});
        QCOMPARE(opEnergies(training.view(), all, modules, OpGrouping::Module, "VDD_IN").rows.size(), modules.size());
        const auto rows = opTable(training.view(), all, {});
        QVERIFY(!opEnergies(training.view(), all, rows, OpGrouping::Step, "VDD_IN").reason.empty());
        QVERIFY(!opEnergies(training.view(), all, rows, OpGrouping::Op, "no such rail").reason.empty());
        QVERIFY(!opEnergies(training.view(), {0, 1}, rows, OpGrouping::Op, "VDD_IN").reason.empty());
    }

    void reportHasIt()
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
        QVERIFY(isNear(closure["ops"].toDouble() + closure["idle"].toDouble() + closure["unattributed"].toDouble(),
                       closure["integral"].toDouble(), 1e-9));
        QVERIFY(QString::fromStdString(toText(report)).contains("Energy of ops"));
    }
};

QTEST_GUILESS_MAIN(TestAttribution)
#include "tst_attribution.moc"
