#include "analysis/energy/opgroupenergy.h"
#include "analysis/metrics/optable.h"
#include "analysis/report/analysis.h"
#include "analysis/report/report.h"
#include "tests/analysis/report/knownrecording.h"

#include <QByteArray>
#include <QFile>
#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

QJsonObject jsonOf(const Report& report)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
}

QStringList missingKeys(const QJsonObject& object, const QStringList& keys)
{
    QStringList missing;
    for (const QString& key : keys) {
        if (!object.contains(key))
            missing += key;
    }
    return missing;
}

bool close(double actual, double expected)
{
    return std::abs(actual - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT

private:
    const Report m_report = makeReport(viewOf(knownRecording().bytes()));

private slots:
    void window()
    {
        QCOMPARE(m_report.skippedSteps, std::size_t{3});
        QCOMPARE(m_report.summary.range, (trace::TimeRange{knownTime(300), knownTime(600)}));
        QCOMPARE(m_report.steps.marked, std::size_t{5});
        QVERIFY(!m_report.wholeRecording);
    }

    void throughputAndSteps()
    {
        QVERIFY(close(*m_report.steps.samplesPerSecond, 16 / 0.3));
        QVERIFY(close(*m_report.steps.stepsPerSecond, 2 / 0.3));
        QVERIFY(close(m_report.steps.meanSeconds, 0.15));
        QVERIFY(close(m_report.steps.cv, std::sqrt(0.005) / 0.15)); // of 100 and 200 ms
        QVERIFY(close(m_report.tracing.slowdown, 2));
        QVERIFY(close(*m_report.tracing.untracedSamplesPerSecond, 80));
        QVERIFY(close(*m_report.agent.cpuFraction, 0.006));
        QCOMPARE(m_report.cpu.source, std::string("cpuacct"));
        QVERIFY(close(m_report.cpu.resolutionSeconds, 1e-9));
    }

    /// Keys that other programs use. Further keys may be added.
    void jsonShape()
    {
        const QJsonObject json = jsonOf(m_report);
        QCOMPARE(missingKeys(json, {"device", "run", "window", "cpu", "gpu", "memory", "energy", "throughput", "steps",
                                    "ops", "agent", "losses"}),
                 QStringList());
        const std::map<QString, QStringList> inside = {
            {"run", {"command", "exit_status"}},
            {"window", {"start_ns", "end_ns", "skipped_steps"}},
            {"cpu", {"utilization", "source", "resolution_seconds", "cores"}},
            {"gpu", {"utilization"}},
            {"memory", {"peak_bytes"}},
            {"energy", {"system_joules", "rails"}},
            {"throughput", {"samples_per_second", "steps_per_second"}},
            {"steps", {"marked", "mean_seconds", "cv"}},
            {"agent", {"cpu_fraction", "rss_bytes"}}};
        for (const auto& [key, keys] : inside)
            QCOMPARE(missingKeys(json[key].toObject(), keys), QStringList());
        const std::map<QString, std::pair<QJsonArray, QStringList>> lists = {
            {"cores", {json["cpu"]["cores"].toArray(), {"core", "cluster", "utilization", "idle_ratio"}}},
            {"rails", {json["energy"]["rails"].toArray(), {"name", "joules", "mean_watts"}}},
            {"ops", {json["ops"].toArray(), {"name", "shapes", "count", "total_seconds", "mean_seconds"}}},
            {"losses", {json["losses"].toArray(), {"what", "count", "from_ns", "to_ns", "reason"}}}};
        for (const auto& [name, list] : lists) {
            QVERIFY2(!list.first.isEmpty(), qPrintable(name));
            QCOMPARE(missingKeys(list.first.first().toObject(), list.second), QStringList());
        }
    }

    void jsonValues()
    {
        const QJsonObject json = jsonOf(m_report);
        QVERIFY(close(json["cpu"]["cores"][0]["utilization"].toDouble(), 0.25));
        QVERIFY(close(json["cpu"]["cores"][0]["idle_ratio"].toDouble(), 0.5));
        QVERIFY(json["cpu"]["cores"][3]["utilization"].isNull()); // offline is not 0
        QVERIFY(close(json["energy"]["system_joules"].toDouble(), 2.275));
        QVERIFY(close(json["memory"]["peak_bytes"].toDouble(), 3'072'000'000));
        QVERIFY(json["agent"]["rss_bytes"].isNull());
        QCOMPARE(json["run"]["exit_status"].toInt(-1), 0);
        QCOMPARE(json["run"]["command"].toArray().size(), 4);
        QCOMPARE(json["losses"][0]["count"].toInt(), 12);
        QCOMPARE(json["warnings"].toArray().size(), 1);
        QCOMPARE(json["window"]["start_ns"].toInteger(), qint64(knownTime(300)));
    }

    /// Samples of the rail end in the middle of the run.
    void coverageIsBesideTheEnergy()
    {
        RecordingBuilder builder;
        const auto rail = builder.channel(knownRail("VDD_IN", "", "system"));
        std::vector<std::int64_t> times;
        for (std::int64_t ms = 0; ms <= 1000; ms += 10)
            times.push_back(knownTime(ms));
        builder.samples(rail, times, std::vector<std::int64_t>(times.size(), 5000));
        std::vector<format::Step> steps;
        for (std::uint64_t i = 0; i < 20; ++i)
            steps.push_back({i, knownTime(static_cast<std::int64_t>(i) * 100),
                             knownTime(static_cast<std::int64_t>(i) * 100 + 100), 8, 0, 0});
        builder.steps(steps).footer();
        const Report report = makeReport(viewOf(builder.bytes()), {.skippedSteps = 0, .range = {}});
        const QJsonObject energy = jsonOf(report)["energy"].toObject();
        QVERIFY(close(energy["joules_per_step"].toDouble(), 0.5));
        QVERIFY(close(energy["samples_per_joule"].toDouble(), 16));
        QVERIFY(close(energy["energy_delay_joule_seconds"].toDouble(), 0.05));
        QVERIFY(close(energy["coverage_ratio"].toDouble(), 0.5));
        QVERIFY(close(energy["system_mean_watts"].toDouble(), 5));
        QCOMPARE(energy["covered_steps"].toInt(), 10);
        const QString text = QString::fromStdString(toText(report));
        QVERIFY2(text.contains("5.000 J in the 50.0 % of the time with samples, mean 5.000 W"), qPrintable(text));
        QVERIFY2(text.contains("0.5000 J, over 10 of 20 steps"), qPrintable(text));
    }

    /// The table of a range, the report's JSON and its energies state the same of an op.
    void placesOfOpsAgree()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording());
        const Report report = makeReport(view);
        const trace::TimeRange range = report.summary.range;
        std::vector<OpTotals> rows = opTable(view, range, {.percentiles = true}); // as the window's inspector and table
        addTimingAssociation(view, range, OpGrouping::Op, "VDD_IN", rows);
        const QJsonArray ops = jsonOf(report)["ops"].toArray();
        QCOMPARE(static_cast<std::size_t>(ops.size()), rows.size());
        int withEnergy = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const QJsonObject op = ops[static_cast<qsizetype>(i)].toObject();
            QCOMPARE(op["name"].toString().toStdString(), rows[i].name);
            QCOMPARE(op["count"].toInteger(), static_cast<qint64>(rows[i].count));
            QCOMPARE(op["self_seconds"].toDouble(), rows[i].selfSeconds);
            QCOMPARE(static_cast<std::size_t>(op["count"].toInteger()),
                     opInstances(view, range, OpGrouping::Op, rows[i].op).size());
            const QJsonValue joules = op["timing_association_joules"]["VDD_IN"];
            if (joules.isNull())
                continue;
            ++withEnergy;
            QVERIFY2(std::abs(joules.toDouble() / *rows[i].joules - 1) < 1e-6, rows[i].name.c_str());
        }
        QVERIFY(withEnergy > 3);
        for (std::size_t i = 0; i < report.attribution.groups.size(); ++i) {
            const OpGroup& group = report.attribution.groups[i];
            const auto totals = std::find_if(rows.begin(), rows.end(), [&](const OpTotals& row) {
                return row.name == group.name && row.shapes == group.shapes;
            });
            if (group.isRest || totals == rows.end())
                continue;
            QCOMPARE(group.count, totals->count);
            QVERIFY(close(group.seconds, totals->selfSeconds));
        }
    }

    /// Most steps have no number of samples: neither the batch nor a throughput by it is stated.
    void anUncertainBatchIsNotStated()
    {
        RecordingBuilder builder;
        builder.facts(R"({"framework":"torch","batch_size":32})");
        for (std::uint64_t i = 0; i < 20; ++i) {
            const std::int64_t start = knownTime(10 * static_cast<int>(i));
            builder.steps({{i, start, start + 10'000'000, i < 5 ? 32U : 0U, 0, 0}});
        }
        const Report report = makeReport(viewOf(builder.bytes()));
        QCOMPARE(report.facts.batchSize, std::uint64_t{0});
        QVERIFY(report.steps.stepsPerSecond && !report.steps.samplesPerSecond);
        QVERIFY(!report.tracing.untracedSamplesPerSecond);
    }

    void withoutRails()
    {
        const Report report = makeReport(viewOf(knownRecording({.rails = false}).bytes()));
        QVERIFY(jsonOf(report)["energy"].isNull());
        QVERIFY(toText(report).find("no readable power sensor") != std::string::npos);
    }

    void withoutSteps()
    {
        const Report report = makeReport(viewOf(knownRecording({.steps = false}).bytes()));
        QVERIFY(report.wholeRecording);
        QCOMPARE(report.summary.range, (trace::TimeRange{knownTime(0), knownTime(600)}));
        const QJsonObject json = jsonOf(report);
        QVERIFY(json["throughput"]["samples_per_second"].isNull());
        QVERIFY(json["steps"]["mean_seconds"].isNull());
        QVERIFY(json["tracing"].isNull());
        QVERIFY(toText(report).find("the whole recording") != std::string::npos);
    }

    void fewerStepsThanSkipped()
    {
        const auto view = viewOf(knownRecording().bytes());
        const Report report = makeReport(view, {.skippedSteps = 100, .range = {}});
        QCOMPARE(report.skippedSteps, std::size_t{4});
        QCOMPARE(report.summary.steps, std::size_t{1});
        QCOMPARE(report.steps.cv, 0.0);
        const Report all = makeReport(view, {.skippedSteps = 0, .range = {}});
        QCOMPARE(all.summary.steps, std::size_t{5});
    }

    void runInProgress()
    {
        const Report report = makeReport(viewOf(knownRecording({.ended = false}).bytes()));
        const QJsonObject json = jsonOf(report);
        QVERIFY(json["run"]["exit_status"].isNull());
        QVERIFY(toText(report).find("still in progress") != std::string::npos);
    }

    /// Each analysis runs after those that it needs.
    void runOrderFollowsTheNeeds()
    {
        const auto order = runOrder(analyses());
        QVERIFY2(order.ok(), order.ok() ? "" : order.error().text.c_str());
        QCOMPARE(order->size(), analyses().size());
        std::set<std::string_view> done;
        for (const Analysis* analysis : *order) {
            for (const std::string_view need : analysis->needs)
                QVERIFY2(done.contains(need), std::string(analysis->name).c_str());
            QVERIFY(done.insert(analysis->name).second);
        }
        const auto compute = computeObservations;
        const std::vector<Analysis> reversed{{"c", {"b", "a"}, compute}, {"b", {"a"}, compute}, {"a", {}, compute}};
        const auto sorted = runOrder(reversed);
        QVERIFY(sorted.ok());
        QCOMPARE(sorted->front()->name, std::string_view("a"));
        QCOMPARE(sorted->back()->name, std::string_view("c"));
    }

    /// A selection runs with all that it reads, and nothing else.
    void aSelectionRunsWithWhatItReads()
    {
        const auto view = viewOf(knownRecording().bytes());
        const Report all = makeReport(view);
        const Report some = makeReport(view, {.skippedSteps = 3, .range = {}, .only = {"observations"}});
        QVERIFY(all.energy.joulesPerStep && some.energy.joulesPerStep);
        QCOMPARE(*some.energy.joulesPerStep, *all.energy.joulesPerStep);
        QCOMPARE(some.predictability.channels.size(), all.predictability.channels.size());
        QCOMPARE(some.observations.size(), all.observations.size());
        QVERIFY(some.ops.empty() && !all.ops.empty());
        const Report without =
            makeReport(view, {.skippedSteps = 3, .range = {}, .only = {"observations"}, .without = {kPeriodAnalysis}});
        QVERIFY(without.period.channels.empty() && !some.period.channels.empty());
        QCOMPARE(without.observations.size(), all.observations.size());
    }

    void missingAndCircularNeedsAreErrors()
    {
        const auto compute = computeObservations;
        const std::vector<Analysis> missing{{"a", {"b"}, compute}};
        QVERIFY(!runOrder(missing).ok());
        QVERIFY(runOrder(missing).error().text.find("does not exist") != std::string::npos);
        const std::vector<Analysis> circular{
            {"a", {}, compute}, {"b", {"a", "d"}, compute}, {"c", {"b"}, compute}, {"d", {"c"}, compute}};
        QVERIFY(!runOrder(circular).ok());
        QVERIFY(runOrder(circular).error().text.find("needs itself") != std::string::npos);
    }

    void emptyTrace()
    {
        const Report report = makeReport(trace::TraceView());
        QVERIFY(!jsonOf(report).isEmpty());
        QVERIFY(!toText(report).empty());
    }

    /// After an intended change, update the file with STEPSCOPE_UPDATE_GOLDEN=1 and review the difference.
    void textMatchesTheGoldenFile()
    {
        const std::string text = toText(m_report);
        QFile golden(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/golden/report.txt"));
        if (qEnvironmentVariableIsSet("STEPSCOPE_UPDATE_GOLDEN")) {
            QVERIFY(golden.open(QIODevice::WriteOnly));
            golden.write(QByteArray::fromStdString(text));
            return;
        }
        QVERIFY(golden.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromStdString(text), QString::fromUtf8(golden.readAll()));
    }

    /// Runs of one board with different power modes are not comparable.
    void containsThePowerMode()
    {
        RecordingBuilder builder;
        trace::Device& device = builder.describe().device;
        device.hostname = "lab";
        device.board = "Jetson TX2";
        device.jetpack = "4.6.1";
        device.powerMode = "MAXN";
        device.clocksLocked = true;
        builder.footer();
        const Report report = makeReport(viewOf(builder.bytes()));
        QVERIFY(QString::fromStdString(toText(report)).contains("lab (Jetson TX2, power mode MAXN, clocks locked)"));
        const QJsonObject json = jsonOf(report)["device"].toObject();
        QCOMPARE(json["jetpack"].toString(), QStringLiteral("4.6.1"));
        QCOMPARE(json["power_mode"].toString(), QStringLiteral("MAXN"));
        QVERIFY(json["clocks_locked"].toBool(false));
    }

    /// Texts of a recording must not control the terminal or break the columns or the JSON.
    void hostileTexts()
    {
        RecordingBuilder builder;
        const std::string bad = "\x1b[2J\xc2\x9b" + std::string(500, 'x') + "\n\"\\";
        const std::string noUtf8 = "\xff\xfe" + bad;
        builder.describe().command = {bad, bad};
        builder.describe().device.hostname = bad;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = bad});
        builder.spans(1, {{knownTime(1), kKnownMs, builder.op(noUtf8, noUtf8), 0}});
        builder.event(knownTime(2), format::Event::Severity::Error, "hook", bad);
        builder.footer();
        const Report report = makeReport(viewOf(builder.bytes()));
        QVERIFY(!jsonOf(report).isEmpty());
        const QByteArray text = QByteArray::fromStdString(toText(report));
        QVERIFY(!text.contains('\x1b') && !text.contains("\xc2\x9b"));
        for (const QByteArray& line : text.split('\n'))
            QVERIFY2(QString::fromUtf8(line).size() <= 100, line.constData());
    }
};

QTEST_APPLESS_MAIN(TestReport)
#include "tst_report.moc"
