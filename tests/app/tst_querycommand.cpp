// `stepscope query` as a table, CSV and JSON.

#include "tests/support/csvrows.h"
#include "tests/support/programrun.h"
#include "tests/support/recordingbuilder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <map>
#include <span>
#include <string>
#include <vector>

using namespace stepscope;
using testing::lineFault;
using testing::Outcome;

class QueryCommandTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    Outcome query(const QStringList& arguments) const
    {
        return testing::runProgram(m_folder.path(), QStringList{"query"} + arguments);
    }
    QByteArray contents(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

private slots:
    void initTestCase()
    {
        testing::writeFile(path("a.stepscope").toStdString(), testing::makeTrainingRecording());
        testing::RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        builder.spans(1, {{10, 5, builder.op("evil\x1b[31m\nop"), 0}});
        testing::writeFile(path("evil.stepscope").toStdString(), builder.bytes());
    }

    void printsATable()
    {
        const Outcome outcome =
            query({"a.stepscope", "SELECT step, duration_ns / 1e6 AS ms FROM steps ORDER BY step LIMIT 2"});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QList<QByteArray> lines = outcome.out.split('\n');
        QCOMPARE(lines[0].simplified(), "step ms");
        QVERIFY(lines[1].startsWith("     0  "));
        QVERIFY(outcome.err.contains("2 rows"));
    }

    void saysThatTheRecordingIsCut()
    {
        const auto bytes = testing::makeTrainingRecording();
        testing::writeFile(path("cut.stepscope").toStdString(), std::span(bytes).first(bytes.size() - 100));
        const Outcome outcome = query({"cut.stepscope", "SELECT 1", "--csv"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("cut.stepscope is damaged or cut"), outcome.err.constData());
        QVERIFY(!query({"a.stepscope", "SELECT 1", "--csv"}).err.contains("cut"));
    }

    void listsTablesAndQueriesWithoutAStatement()
    {
        const Outcome outcome = query({"a.stepscope"});
        QCOMPARE(outcome.status, 0);
        for (const char* const words : {"spans: instances of ops", "duration_ns", "energy(rail, start_ns, end_ns)",
                                        "-- Joules per step of each rail", "FROM steps, rails"})
            QVERIFY2(outcome.out.contains(words), words);
    }

    /// The tables of `export --csv`, which other code writes, summed here.
    void sumsAreThoseOfTheExportedTables()
    {
        QCOMPARE(testing::runProgram(m_folder.path(), {"export", "a.stepscope", "--csv", "tables"}).status, 0);
        std::map<std::string, std::pair<std::int64_t, std::int64_t>> sums;
        const auto spans = testing::csvRows(testing::fileContents(path("tables/spans.csv").toStdString()));
        QVERIFY(spans.size() > 300);
        for (std::size_t i = 1; i < spans.size(); ++i) {
            auto& [count, total] = sums[spans[i][7]];
            ++count;
            total += std::stoll(spans[i][5]);
        }
        std::vector<testing::CsvRow> expected{{"op", "count", "total"}};
        for (const auto& [op, own] : sums)
            expected.push_back({op, std::to_string(own.first), std::to_string(own.second)});
        const Outcome outcome = query(
            {"a.stepscope", "--csv", "SELECT op, count(*) AS count, sum(duration_ns) AS total FROM spans GROUP BY op"});
        QVERIFY(testing::csvRows(outcome.out.toStdString()) == expected);
    }

    void printsJson()
    {
        const Outcome outcome =
            query({"a.stepscope", "--json", "--limit", "3", "SELECT step, NULL AS absent FROM steps"});
        const QJsonObject json = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(json["columns"].toArray(), (QJsonArray{"step", "absent"}));
        QCOMPARE(json["rows"].toArray().size(), 3);
        QVERIFY(json["rows"].toArray()[2].toArray()[1].isNull());
        QCOMPARE(json["complete"], QJsonValue(false));
        QCOMPARE(QJsonDocument::fromJson(query({"a.stepscope", "--json", "SELECT 1 WHERE 0"}).out).object()["rows"],
                 QJsonValue(QJsonArray()));
    }

    void readsTheStatementFromAFileAndWritesTheResult()
    {
        write("statement.sql", "-- all steps\nSELECT step\nFROM steps;\n");
        QCOMPARE(query({"a.stepscope", "-f", "statement.sql", "-o", "steps.csv"}).status, 0);
        QCOMPARE(contents("steps.csv").split('\n').size(), 42);
        QVERIFY(contents("steps.csv").startsWith("step\r\n0\r\n"));
        QCOMPARE(lineFault(query({"a.stepscope", "SELECT 1", "-o", "steps.csv"}), 1, {"exists already", "--force"}),
                 "");
        QCOMPARE(contents("steps.csv").split('\n').size(), 42);
        QCOMPARE(query({"a.stepscope", "SELECT 1", "-o", "steps.csv", "--force"}).status, 0);
        QCOMPARE(lineFault(query({"a.stepscope", "SELECT 1", "-o", "./a.stepscope", "--force"}), 1,
                           {"is the recording itself", "another name"}),
                 "");
        QCOMPARE(contents("steps.csv"), "1\r\n1\r\n");
        // A statement that cannot be run leaves the file.
        QCOMPARE(query({"a.stepscope", "SELECT x", "-o", "steps.csv", "--force"}).status, 1);
        QCOMPARE(contents("steps.csv"), "1\r\n1\r\n");
        // So does one that fails while it runs.
        QCOMPARE(query({"a.stepscope", "SELECT abs(-9223372036854775807 - 1)", "-o", "steps.csv", "--force"}).status,
                 1);
        QCOMPARE(contents("steps.csv"), "1\r\n1\r\n");
        QCOMPARE(query({"a.stepscope", "SELECT abs(-9223372036854775807 - 1)", "--csv"}).out, "");
        QCOMPARE(query({"a.stepscope", "SELECT step FROM steps WHERE step < 0", "--csv"}).out, "step\n");
        QCOMPARE(QDir(m_folder.path()).entryList({"*.part"}), QStringList());
    }

    void theTableIsCutAndSaysSo()
    {
        const Outcome outcome = query({"a.stepscope", "SELECT time_ns FROM samples"});
        QCOMPARE(outcome.out.count('\n'), 1001);
        QVERIFY(outcome.err.contains("--limit 0 prints all"));
        QVERIFY(query({"a.stepscope", "--csv", "SELECT time_ns FROM samples"}).out.count('\n') > 1001);
    }

    void errorsAreOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const QStringList& arguments, int status, const QStringList& words) {
            QTest::newRow(name) << arguments << status << words;
        };
        row("column", {"a.stepscope", "SELECT duratoin_ns FROM spans"}, 1, {"did you mean duration_ns?"});
        row("syntax", {"a.stepscope", "SELEC 1"}, 1, {"at character 1", "SELEC"});
        row("write", {"a.stepscope", "DELETE FROM spans"}, 1, {"never changed"});
        row("attach", {"a.stepscope", "ATTACH 'x.db' AS x"}, 1, {"Only statements that read"});
        row("no recording", {"missing.stepscope", "SELECT 1"}, 1, {"missing.stepscope"});
        row("no statement file", {"a.stepscope", "-f", "missing.sql"}, 1, {"missing.sql"});
        row("two statements", {"a.stepscope", "SELECT 1", "-f", "x"}, 2, {});
        row("two formats", {"a.stepscope", "SELECT 1", "--csv", "--json"}, 2, {});
        row("no file", {}, 2, {"FILE"});
    }
    void errorsAreOneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QStringList, words);
        QCOMPARE(lineFault(query(arguments), status, words), "");
        QVERIFY(!QFile::exists(path("x.db")));
    }

    void textsDoNotControlTheTerminal()
    {
        for (const QString& format : {QString(), QString("--csv"), QString("--json")}) {
            QStringList arguments{"evil.stepscope", "SELECT op FROM spans"};
            if (!format.isEmpty())
                arguments << format;
            const Outcome outcome = query(arguments);
            QCOMPARE(outcome.status, 0);
            QVERIFY(!outcome.out.contains('\x1b'));
        }
    }

    void interruptEndsTheStatement()
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(STEPSCOPE_APP_FILE,
                      {"query", "a.stepscope", "SELECT count(*) FROM samples a, samples b, samples c, samples d"});
        QVERIFY(process.waitForStarted());
        // The handler is installed before the recording is read; until then, a signal ends the program at once.
        const QString status = QString("/proc/%1/status").arg(process.processId());
        QTRY_VERIFY([&] {
            QFile file(status);
            if (!file.open(QIODevice::ReadOnly))
                return false;
            for (const QByteArray& line : file.readAll().split('\n')) {
                if (line.startsWith("SigCgt:"))
                    return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (SIGINT - 1) & 1U) != 0;
            }
            return false;
        }());
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitCode(), 130);
    }
};

QTEST_GUILESS_MAIN(QueryCommandTest)
#include "tst_querycommand.moc"
