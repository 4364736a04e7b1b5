#include "analysis/report/report.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QTest>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

/// Ten seconds at one sample per second: rising temperature, throttling from 2 to 5 s and from 7 s to the end, a
/// counter.
trace::TraceView warmRun()
{
    RecordingBuilder builder;
    const auto zone = builder.channel(
        {.name = "GPU-therm", .quantity = "temperature", .unit = "degC", .scale = 0.001, .periodNs = kSecond});
    const auto cooling = builder.channel(
        {.name = "cpu-balanced", .quantity = "throttle", .unit = "1", .scale = 0.25, .periodNs = kSecond});
    const auto counter =
        builder.channel({.name = "over-current oc3", .quantity = "throttle.count", .unit = "1", .periodNs = kSecond});
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> degrees;
    for (std::int64_t i = 0; i <= 10; ++i) {
        times.push_back(i * kSecond);
        degrees.push_back(40'000 + 1000 * i);
    }
    builder.samples(zone, times, degrees);
    builder.samples(cooling, times, std::vector<std::int64_t>{0, 0, 1, 3, 2, 0, 0, 1, 1, 1, 1});
    builder.samples(counter, times, std::vector<std::int64_t>{5, 5, 7, 7, 7, 7, 8, 8, 8, 8, 8});
    return viewOf(builder.footer().bytes());
}

} // namespace

/// Temperatures and throttling.
class TestThermal : public QObject
{
    Q_OBJECT

private slots:
    void zones()
    {
        const auto zones = zoneTemperatures(warmRun(), {2 * kSecond, 8 * kSecond});
        QCOMPARE(zones.size(), std::size_t{1});
        QCOMPARE(zones[0].first, 42.0);
        QCOMPARE(zones[0].last, 48.0);
        QCOMPARE(zones[0].max, 48.0);
        QVERIFY(std::abs(zones[0].mean - 45) < 1e-9); // of the straight line from 42 to 48
        QVERIFY(zoneTemperatures(warmRun(), {20 * kSecond, 30 * kSecond}).empty());
    }

    void spansOfThrottling()
    {
        const auto all = throttlings(warmRun(), {0, 10 * kSecond});
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].spans,
                 (std::vector<trace::TimeRange>{{2 * kSecond, 5 * kSecond}, {7 * kSecond, 10 * kSecond}}));
        QCOMPARE(all[0].seconds(), 6.0);
        QCOMPARE(all[0].strongest, 0.75);
        QCOMPARE(all[1].times, std::uint64_t{3});
    }

    /// The sample before the range gives the state at its begin; events counted before it are excluded.
    void cutToTheRange()
    {
        const auto all = throttlings(warmRun(), {7 * kSecond / 2, 4 * kSecond});
        QCOMPARE(all[0].spans, (std::vector<trace::TimeRange>{{7 * kSecond / 2, 4 * kSecond}}));
        QVERIFY(!all[1].happened());
    }

    void reportContainsThrottling()
    {
        const Report report = makeReport(warmRun());
        const QString text = QString::fromStdString(toText(report));
        QVERIFY2(text.contains("cpu-balanced for 6.00 s"), qPrintable(text));
        QVERIFY(text.contains("over-current oc3 3 times"));
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        QCOMPARE(json["temperatures"].toArray()[0].toObject()["max_celsius"].toDouble(), 50.0);
        QCOMPARE(json["throttling"].toArray()[0].toObject()["spans"].toArray().size(), 2);
    }

    /// A device without throttling channels is not reported as one that never throttles.
    void unknownThrottlingIsNotReportedAsNone()
    {
        RecordingBuilder builder;
        const auto zone = builder.channel({.name = "CPU", .quantity = "temperature", .unit = "degC", .scale = 1});
        builder.samples(zone, {0, kSecond}, {50, 51});
        const Report report = makeReport(viewOf(builder.footer().bytes()));
        QVERIFY(QString::fromStdString(toText(report)).contains("not known: the device does not report it"));
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        QVERIFY(json["throttling"].isNull());
    }
};

QTEST_GUILESS_MAIN(TestThermal)
#include "tst_thermal.moc"
