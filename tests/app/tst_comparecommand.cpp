// `stepscope compare` as text and as JSON.

#include "tests/support/programrun.h"
#include "tests/support/recordingbuilder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using testing::lineFault;
using testing::Outcome;

class CompareCommandTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    Outcome compare(const QStringList& arguments) const
    {
        return testing::runProgram(m_folder.path(), QStringList{"compare"} + arguments);
    }
    QJsonObject compared(const QStringList& arguments) const
    {
        return QJsonDocument::fromJson(compare(arguments + QStringList{"--json"}).out).object();
    }
    static QJsonObject channel(const QJsonObject& comparison, const QString& what)
    {
        for (const QJsonValue& entry : comparison["channels"].toArray()) {
            if (entry["what"].toString() == what)
                return entry.toObject();
        }
        return {};
    }

private slots:
    void initTestCase()
    {
        using testing::makeTrainingRecording;
        using testing::writeFile;
        writeFile(path("a.stepscope").toStdString(),
                  makeTrainingRecording({.steps = 30, .tracedFrom = 4, .tracedTo = 16}));
        // Steps and ops take 30 % longer.
        writeFile(
            path("b.stepscope").toStdString(),
            makeTrainingRecording({.steps = 25, .stepNs = 260'000'000, .tracedFrom = 4, .tracedTo = 16, .seed = 2}));
        QFile text(path("text.stepscope"));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("These are words, not frames.");
    }

    void printsATable()
    {
        const Outcome outcome = compare({"a.stepscope", "b.stepscope"});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        for (const char* const words :
             {"Comparison", "a.stepscope", "b.stepscope", "Steps and channels", "95 % of B - A",
              "Ops, in order of the difference per step", "aten::conv2d", "VDD_IN"})
            QVERIFY2(outcome.out.contains(words), words);
        for (const QByteArray& line : outcome.out.split('\n'))
            QVERIFY2(QString::fromUtf8(line).size() <= 120, line.constData());
    }

    void printsJson()
    {
        const QJsonObject comparison = compared({"a.stepscope", "b.stepscope"});
        QCOMPARE(comparison["a"]["name"].toString(), QString("a.stepscope"));
        QCOMPARE(comparison["a"]["steps"]["whole"].toInt(), 27); // without the first three
        const QJsonObject duration = channel(comparison, "step_duration");
        QCOMPARE(duration["unit"].toString(), QString("s"));
        QVERIFY(std::abs(duration["b"].toDouble() / duration["a"].toDouble() - 1.3) < 0.05);
        QVERIFY(duration["significant"].toBool());
        const QJsonArray ops = comparison["ops"].toArray();
        QVERIFY(ops.size() > 3);
        QVERIFY(ops[0]["seconds_per_step"]["difference"].toDouble() > 0);
    }

    void findsNoDifferenceInTheSameFile()
    {
        const QJsonObject comparison = compared({"a.stepscope", "a.stepscope"});
        QVERIFY(!comparison.isEmpty());
        for (const QJsonValue& entry : comparison["channels"].toArray()) {
            QCOMPARE(entry["difference"].toDouble(), 0.0);
            QVERIFY(!entry["significant"].toBool());
        }
        for (const QJsonValue& entry : comparison["ops"].toArray()) {
            QCOMPARE(entry["mean_seconds"]["difference"].toDouble(), 0.0);
            QVERIFY(!entry["mean_seconds"]["significant"].toBool());
            QCOMPARE(entry["count_a"].toInt(), entry["count_b"].toInt());
        }
    }

    void comparesStepsOfOneRun()
    {
        const QJsonObject comparison = compared({"a.stepscope", "a.stepscope", "--steps-a", "5:9", "--steps-b", "12"});
        QCOMPARE(comparison["a"]["steps"]["whole"].toInt(), 5);
        QCOMPARE(comparison["b"]["steps"]["whole"].toInt(), 1);
        QCOMPARE(comparison["a"]["name"].toString(), QString("a.stepscope, steps 5:9"));
    }

    void groupsByName()
    {
        const auto ops = [&](const char* by) {
            return compared({"a.stepscope", "b.stepscope", "--by", by})["ops"].toArray().size();
        };
        QVERIFY(ops("name") < ops("op"));
    }

    void reportsErrorsInOneLine()
    {
        QCOMPARE(lineFault(compare({"a.stepscope"}), 2, {"B"}), QString());
        QCOMPARE(lineFault(compare({"a.stepscope", "none.stepscope"}), 1, {"none.stepscope"}), QString());
        QCOMPARE(lineFault(compare({"text.stepscope", "a.stepscope"}), 1, {"not a Stepscope recording"}), QString());
        QCOMPARE(lineFault(compare({"a.stepscope", "b.stepscope", "--steps-a", "many"}), 2, {"many", "8:20"}),
                 QString());
        QCOMPARE(lineFault(compare({"a.stepscope", "b.stepscope", "--steps-b", "900:950"}), 2, {"no step 900:950"}),
                 QString());
        QCOMPARE(lineFault(compare({"a.stepscope", "b.stepscope", "--by", "colour"}), 2, {"colour"}), QString());
    }
};

QTEST_GUILESS_MAIN(CompareCommandTest)
#include "tst_comparecommand.moc"
