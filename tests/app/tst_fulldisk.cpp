#include "tests/support/programrun.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;

using testing::Outcome;

/// Where there is no room or no folder for what the program writes, it says so and fails; nothing is left that looks
/// complete.
class TestFullDisk : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    Outcome shell(const QString& script) const
    {
        return testing::runScript(m_folder.path(), script, path("short.stepscope"));
    }

private slots:
    void initTestCase()
    {
        const Outcome outcome = testing::runProgram(
            m_folder.path(), {"profile", "local", "-o", path("short.stepscope"), "--", "/bin/sleep", "0.3"});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
    }

    /// The exit status is the training's, so the loss is named beside it.
    void lossesAreNamedAtTheEndOfACapture()
    {
        const Outcome outcome = testing::runProgram(
            m_folder.path(), {"profile", "local", "--spool-limit", "64kb", "-o", path("cut.stepscope"), "--", "/bin/sh",
                              "-c", "sleep 0.3; yes aaaaaaaaaaaaaaaaaaaaaa | head -c 2000000; sleep 0.2; exit 3"});
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains("LOST DATA: ") && outcome.err.contains(" bytes of the log: ") &&
                     outcome.err.contains("stepscope verify"),
                 outcome.err.constData());
    }

    void outputThatIsNotWrittenFails_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* const command :
             {"report $1", "report --json $1", "verify $1", "compare $1 $1", "runs local", "help", "--version",
              "query $1 'select * from channels' --csv", "doctor local --json"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void outputThatIsNotWrittenFails()
    {
        QFETCH(QString, command);
        const Outcome outcome = shell("$0 " + command + " > /dev/full");
        QCOMPARE(testing::lineFault(outcome, 1, {"output is incomplete", "No space left"}), QString());
    }

    /// A closed stream keeps its number: no file that the program opens gets it, so no output goes into one.
    void aClosedStreamIsNotReused()
    {
        for (const char* const command : {"report $1", "doctor local", "runs local"}) {
            const Outcome outcome = shell(QStringLiteral("$0 %1 >&-").arg(command));
            QCOMPARE(testing::lineFault(outcome, 1, {"output is incomplete", "Bad file descriptor"}), QString());
        }
        const Outcome none = shell("$0 profile local -o none.stepscope -- /bin/sh -c 'exit 5' <&- >&- 2>&-");
        QCOMPARE(none.status, 5);
        QVERIFY(shell("$0 verify none.stepscope").out.contains(": intact"));
    }

    /// As in `stepscope report FILE | head`.
    void aClosedPipeIsNoFailure()
    {
        const Outcome outcome = shell("mkfifo pipe; true < pipe & exec 3> pipe; wait; $0 report $1 >&3");
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.err.constData());
    }

    void aRemovedWorkingFolderIsReported()
    {
        for (const char* const command :
             {"profile local -o $1.new -- true", "sweep local --batches 1 -o $1.study -- true", "demo --no-window"}) {
            const Outcome outcome = shell(QStringLiteral("mkdir gone; cd gone; rmdir ../gone; $0 %1").arg(command));
            QVERIFY2(outcome.status == 1 && outcome.err.contains("not there any more"), outcome.err.constData());
        }
    }

    void filesBeyondTheLimitOfTheShellFail_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("file");
        QTest::newRow("report") << "export $1 --html big.html"
                                << "big.html";
        QTest::newRow("figure, SVG") << "export $1 --figure timeline -o big.svg"
                                     << "big.svg";
        QTest::newRow("figure, PNG") << "export $1 --figure timeline -o big.png"
                                     << "big.png";
        QTest::newRow("trace") << "export $1 --trace big.json"
                               << "big.json";
        QTest::newRow("board") << "doctor local --bundle big.board"
                               << "big.board";
    }
    void filesBeyondTheLimitOfTheShellFail()
    {
        QFETCH(QString, command);
        QFETCH(QString, file);
        const Outcome outcome = shell("ulimit -f 1; $0 " + command);
        QCOMPARE(testing::lineFault(outcome, 1, {file, "File too large"}), QString());
        QCOMPARE(QDir(m_folder.path()).entryList({"big*"}), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestFullDisk)
#include "tst_fulldisk.moc"
