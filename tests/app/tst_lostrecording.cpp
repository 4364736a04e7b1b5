#include "tests/support/programrun.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;

using testing::Outcome;

/// A recording that is deleted or moved while it is written is not reported as recorded, and its data can be fetched.
class LostRecordingTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// Runs a training that executes `change` in the folder of the recording, which exists by then.
    Outcome record(const QString& run, const QString& change) const
    {
        const QString script = QStringLiteral("until [ -s %1.stepscope ]; do sleep 0.05; done; %2").arg(run, change);
        return testing::runProgram(m_folder.path(), {"profile", "local", "--run", run, "-o", run + ".stepscope", "--",
                                                     "/bin/sh", "-c", script});
    }

private slots:
    void isAnErrorAndCanBeFetched_data()
    {
        QTest::addColumn<QString>("change");
        QTest::newRow("deleted") << "rm lost-deleted.stepscope";
        QTest::newRow("moved") << "mv lost-moved.stepscope elsewhere";
        QTest::newRow("replaced") << "rm lost-replaced.stepscope; : > lost-replaced.stepscope";
    }
    void isAnErrorAndCanBeFetched()
    {
        QFETCH(QString, change);
        const QString run = QStringLiteral("lost-") + QTest::currentDataTag();
        const QString file = run + ".stepscope";
        const QString attach = QStringLiteral("stepscope attach local %1 -o %2").arg(run, file);
        QCOMPARE(testing::lineFault(record(run, change), 1, {file, "deleted, moved or replaced", attach}), QString());
        // The run is the only copy.
        const Outcome plan = testing::runProgram(m_folder.path(), {"clean", "local", "--dry-run"});
        QVERIFY2(plan.status == 0 && !plan.out.contains(run.toUtf8()), plan.out.constData());
        const Outcome fetched = testing::runProgram(m_folder.path(), {"attach", "local", run, "-o", file});
        QVERIFY2(fetched.status == 0, fetched.err.constData());
        QVERIFY(testing::runProgram(m_folder.path(), {"verify", file}).out.contains(": intact"));
        const Outcome cleaned = testing::runProgram(m_folder.path(), {"clean", "local", "--dry-run"});
        QVERIFY2(cleaned.out.contains(run.toUtf8()), cleaned.out.constData());
    }
};

QTEST_GUILESS_MAIN(LostRecordingTest)
#include "tst_lostrecording.moc"
