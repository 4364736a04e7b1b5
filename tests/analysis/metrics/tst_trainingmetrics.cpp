#include "analysis/export/csvexport.h"
#include "analysis/report/report.h"
#include "tests/support/recordingbuilder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A loss that falls from 2.5 to 0.125 with a gap, one accuracy, a metric without a value, and a huge one.
trace::TraceView training()
{
    RecordingBuilder builder;
    builder.channel({.name = "cpu0", .quantity = "cpu.utilization", .unit = "1", .scale = 0.01, .core = 0});
    builder.metric("loss", {{kSecond, 2.5}, {2 * kSecond, kNan}});
    builder.metric("val accuracy", {{2 * kSecond, 0.5}});
    builder.metric("loss", {{3 * kSecond, 3.0}, {4 * kSecond, 0.125}, {4 * kSecond - 1, 7}});
    builder.metric("nothing", {{kSecond, kNan}});
    builder.metric("huge", {{kSecond, 1e300}, {2 * kSecond, -std::numeric_limits<double>::infinity()}});
    return viewOf(builder.footer().bytes());
}

} // namespace

/// Metrics that the training reports: channels, report, CSV.
class TestTrainingMetrics : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreSummarized()
    {
        const auto metrics = trainingMetrics(training());
        QCOMPARE(metrics.size(), std::size_t{3});
        QCOMPARE(metrics[0].name, std::string("loss"));
        QCOMPARE(metrics[0].values, std::size_t{3});
        QCOMPARE(metrics[0].notFinite, std::size_t{1});
        QCOMPARE(metrics[0].first, 2.5);
        QCOMPARE(metrics[0].last, 0.125);
        QCOMPARE(metrics[0].min, 0.125);
        QCOMPARE(metrics[0].max, 3.0);
        QCOMPARE(metrics[1].name, std::string("val accuracy"));
        QCOMPARE(metrics[1].last, 0.5);
        QCOMPARE(metrics[2].max, 9e9); // the largest value that a channel holds
    }

    void valuesOutOfOrderAreLost()
    {
        std::uint64_t lost = 0;
        const trace::TraceView view = training();
        for (const trace::Loss& loss : view.losses())
            lost += loss.what == "metrics" ? loss.count : 0;
        QCOMPARE(lost, std::uint64_t{1});
    }

    void namesBeyondTheLimitAreLost()
    {
        RecordingBuilder builder;
        for (int i = 0; i < 70; ++i)
            builder.metric("m" + std::to_string(i), {{kSecond, 1.0}});
        const trace::TraceView view = viewOf(builder.footer().bytes());
        QCOMPARE(view.channels().size(), std::size_t{64});
        QCOMPARE(view.losses().size(), std::size_t{1});
        QCOMPARE(view.losses()[0].count, std::uint64_t{6});
    }

    void reportContainsThem()
    {
        const Report report = makeReport(training());
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        const QJsonArray metrics = json["training"]["metrics"].toArray();
        QCOMPARE(metrics.size(), 3);
        QCOMPARE(metrics[0]["name"].toString(), QString("loss"));
        QCOMPARE(metrics[0]["last"].toDouble(), 0.125);
        QCOMPARE(metrics[0]["not_finite"].toInt(), 1);
        const std::string text = toText(report);
        QVERIFY2(text.find("2.5 at first, 0.125 at last") != std::string::npos, text.c_str());
    }

    void tablesContainThem()
    {
        QTemporaryDir folder;
        QVERIFY(exportCsv(training(), folder.path().toStdString(), {}).ok());
        QFile table(folder.filePath("samples/metric-loss.csv"));
        QVERIFY2(table.open(QIODevice::ReadOnly), qPrintable(QDir(folder.filePath("samples")).entryList().join(' ')));
        const QByteArray text = table.readAll();
        QVERIFY2(text.contains("2.5") && text.contains("0.125"), text);
    }
};

QTEST_GUILESS_MAIN(TestTrainingMetrics)
#include "tst_trainingmetrics.moc"
