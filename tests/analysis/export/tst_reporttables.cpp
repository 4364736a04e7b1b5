#include "analysis/export/reporttables.h"
#include "tests/analysis/report/knownrecording.h"
#include "tests/support/csvrows.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

namespace fs = std::filesystem;

/// Cell by the name of its column and the value of the first column.
std::string cell(const std::vector<CsvRow>& rows, const std::string& first, const std::string& column)
{
    if (rows.empty())
        return "no rows";
    const auto place = std::find(rows[0].begin(), rows[0].end(), column) - rows[0].begin();
    for (const CsvRow& row : rows) {
        if (row.at(0) == first && place < std::ssize(row))
            return row.at(static_cast<std::size_t>(place));
    }
    return "not there";
}

} // namespace

/// The tables of a report.
class TestReportTables : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    int m_number = 0;
    fs::path newFolder() { return m_dir.filePath(QString::number(++m_number)).toStdString(); }
    static std::vector<CsvRow> table(const fs::path& path) { return csvRows(fileContents(path)); }

private slots:
    void valuesMatchTheJson()
    {
        const Report report = makeReport(viewOf(makeTrainingRecording({.steps = 60, .tracedFrom = 4, .tracedTo = 40})));
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        const fs::path folder = newFolder();
        const auto done = exportReport(report, folder);
        QVERIFY2(done.ok(), done.ok() ? "" : done.error().text.c_str());

        const auto metrics = table(folder / "report-metrics.csv");
        QCOMPARE(metrics.at(0), (CsvRow{"figure", "value"}));
        QCOMPARE(std::stod(cell(metrics, "energy.joules_per_step", "value")),
                 json["energy"].toObject()["joules_per_step"].toDouble());
        const auto ops = table(folder / "report-ops.csv");
        QCOMPARE(static_cast<qsizetype>(ops.size()), json["ops"].toArray().size() + 1);
        const auto low = std::find(ops[0].begin(), ops[0].end(), "energy_joules.VDD_IN.low") - ops[0].begin();
        QVERIFY(low < std::ssize(ops[0]));
        for (std::size_t i = 1; i < ops.size(); ++i) {
            const QJsonObject op = json["ops"].toArray().at(static_cast<qsizetype>(i) - 1).toObject();
            QCOMPARE(ops[i].at(0), op["name"].toString().toStdString());
            const QJsonValue known = op["energy_joules"].toObject()["VDD_IN"].toObject()["low"];
            const std::string& found = ops[i].at(static_cast<std::size_t>(low));
            QCOMPARE(found.empty(), !known.isDouble());
            if (known.isDouble())
                QCOMPARE(std::stod(found), known.toDouble());
        }
        const auto closure = table(folder / "report-closure.csv");
        const QJsonObject account = json["closure"].toObject()["VDD_IN"].toObject();
        QCOMPARE(std::stod(cell(closure, "VDD_IN", "integral_joules")), account["integral_joules"].toDouble());
        QCOMPARE(std::stod(cell(closure, "VDD_IN", "unattributed_joules")), account["unattributed_joules"].toDouble());
        const auto observations = table(folder / "report-observations.csv");
        QCOMPARE(observations.size(), std::size_t{13});
        QCOMPARE(cell(observations, "9", "verdict"), std::string("undecided"));
        // Rows of nested lists contain the name of their op.
        const auto positions = table(folder / "report-ops-positions.csv");
        QVERIFY(positions.size() > 1);
        QCOMPARE(positions.at(0).at(0), std::string("of_name"));
    }

    void unknownValuesAreEmpty()
    {
        const Report report = makeReport(viewOf(makeTrainingRecording({.steps = 0})));
        const fs::path folder = newFolder();
        QVERIFY(exportReport(report, folder).ok());
        QCOMPARE(cell(table(folder / "report-metrics.csv"), "period.seconds", "value"), std::string());
        QVERIFY(exportReport(makeReport(trace::TraceView()), newFolder()).ok());
    }

    void severalReportsAreInSeparateFolders()
    {
        const Report report = makeReport(viewOf(makeTrainingRecording({.steps = 12})));
        const fs::path folder = newFolder();
        QVERIFY(
            exportReports({report, report}, {"a/run.stepscope", "b/run.stepscope"}, report.observations, folder).ok());
        for (const char* name : {"run", "run-2"})
            QVERIFY(fs::exists(folder / name / "report-ops.csv"));
        QCOMPARE(table(folder / "report-observations.csv").size(), std::size_t{13});
    }

    void replacesOnlyAnEarlierReport()
    {
        const Report report = makeReport(viewOf(makeTrainingRecording({.steps = 12})));
        const fs::path folder = newFolder();
        QVERIFY(exportReport(report, folder).ok());
        std::ofstream(folder / "report-mine.csv") << "x";
        QCOMPARE(table(folder / "report-files.csv").front().at(0), std::string("file"));
        fs::remove(folder / "report-metrics.csv");
        QVERIFY(exportReport(makeReport(trace::TraceView()), folder).ok());
        QVERIFY(fs::exists(folder / "report-metrics.csv") && fs::exists(folder / "report-mine.csv"));
        QVERIFY(!fs::exists(folder / "report-ops.csv")); // of the earlier report
        fs::remove(folder / "report-files.csv");         // as of a version that wrote none
        QVERIFY(exportReport(report, folder).ok());
        const fs::path other = newFolder();
        fs::create_directories(other);
        std::ofstream(other / "report-ops.csv") << "another file";
        const auto done = exportReport(report, other);
        QVERIFY(!done.ok() && QString::fromStdString(done.error().text).contains("empty folder"));
        QCOMPARE(fileContents(other / "report-ops.csv"), std::string("another file"));
        QVERIFY(!fs::exists(other / "report-metrics.csv"));
        QVERIFY(!exportReport(report, "/proc/none").ok());
    }
};

QTEST_GUILESS_MAIN(TestReportTables)
#include "tst_reporttables.moc"
