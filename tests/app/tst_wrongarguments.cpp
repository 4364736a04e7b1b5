#include "tests/support/programrun.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;

using testing::lineFault;
using testing::Outcome;

/// Arguments that cannot be used are named in one line, with what is expected.
class WrongArgumentsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    Outcome stepscope(const QStringList& arguments) const { return testing::runProgram(m_folder.path(), arguments); }

private slots:
    /// The words after a mistyped command are not the fault.
    void aMistypedCommandIsNamed()
    {
        QCOMPARE(lineFault(stepscope({"reprt", "b.stepscope"}), 2, {"'reprt'", "did you mean report"}), QString());
        QCOMPARE(lineFault(stepscope({"reprt", "--json", "b.stepscope"}), 2, {"'reprt'", "did you mean report"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"profil", "local", "--", "true"}), 2, {"'profil'", "did you mean profile"}),
                 QString());
        QCOMPARE(lineFault(stepscope({"nonsense", "b"}), 2, {"'nonsense'", "stepscope help"}), QString());
    }

    void aWordAfterAFileIsNamed()
    {
        QCOMPARE(lineFault(stepscope({"report.stepscope", "b"}), 2, {"expected: b"}), QString());
        QCOMPARE(lineFault(stepscope({m_folder.path(), "b"}), 2, {"expected: b"}), QString());
        QCOMPARE(lineFault(stepscope({"report", "--nonsense", "b"}), 2, {"--nonsense"}), QString());
    }

    void aUnitThatIsMissingIsExplained_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const QStringList& arguments, const QStringList& words) {
            QTest::newRow(name) << arguments << words;
        };
        row("period", {"profile", "local", "--period", "0", "--", "true"}, {"--period", "'0'", "such as 10ms"});
        row("unit alone", {"profile", "local", "--period", "ms", "--", "true"}, {"--period", "'ms'", "such as 10ms"});
        row("other unit", {"profile", "local", "--period", "5h", "--", "true"}, {"'5h'", "us, ms or s"});
        row("timeout", {"sweep", "local", "--timeout", "60", "--", "true"}, {"--timeout", "'60'", "such as 10ms"});
        row("interval", {"import", "a.log", "--interval", "1"}, {"--interval", "'1'", "such as 10ms"});
        row("begin", {"export", "a.stepscope", "--figure", "timeline", "--from", "2"},
            {"--from", "'2'", "such as 10ms"});
        row("size", {"profile", "local", "--spool-limit", "2XB", "--", "true"},
            {"--spool-limit", "'2XB'", "such as 2GB"});
        row("fraction", {"profile", "local", "--spool-limit", "1.5GB", "--", "true"}, {"'1.5GB'", "such as 2GB"});
        row("bounds", {"profile", "local", "--period", "0ms", "--", "true"}, {"--period", "the time must be from"});
    }
    void aUnitThatIsMissingIsExplained()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, words);
        QCOMPARE(lineFault(stepscope(arguments), 2, words), QString());
    }

    /// Also where the target needs no login, which would not use it.
    void aFileForTheLoginMustExist()
    {
        for (const char* const target : {"local", "virtual-tx2", "nobody@localhost:1"}) {
            QCOMPARE(lineFault(stepscope({"profile", target, "--identity", "/nosuch", "--", "true"}), 2,
                               {"--identity", "no file '/nosuch'"}),
                     QString());
            QCOMPARE(lineFault(stepscope({"runs", target, "--ssh-config", "/nosuch"}), 2,
                               {"--ssh-config", "no file '/nosuch'"}),
                     QString());
        }
    }

    void aFileThatIsNoRecordingIsNamed()
    {
        QFile image(m_folder.filePath("jpeg.stepscope"));
        QVERIFY(image.open(QIODevice::WriteOnly) && image.write("\xff\xd8\xff\xe0 JFIF") > 0);
        image.close();
        const QList<QStringList> commands{{"verify", "jpeg.stepscope"},
                                          {"report", "jpeg.stepscope"},
                                          {"compare", "jpeg.stepscope", "jpeg.stepscope"},
                                          {"query", "jpeg.stepscope", "SELECT 1"},
                                          {"export", "jpeg.stepscope", "--csv", "tables"},
                                          {"attach", "local", "run", "-o", "jpeg.stepscope"}};
        for (const QStringList& command : commands)
            QCOMPARE(lineFault(stepscope(command), 1, {"jpeg.stepscope", "not a Stepscope recording"}), QString());
    }

    void aMissingHomeFolderIsNamed()
    {
        const Outcome outcome =
            testing::runProgram(m_folder.path(), {"profile", "local", "--", "true"}, {{"HOME", "/nosuchhome"}});
        QCOMPARE(lineFault(outcome, 1, {"home folder /nosuchhome", "set HOME"}), QString());
    }

    void anEmptyFileNameOpensNoWindow()
    {
        QCOMPARE(lineFault(stepscope({""}), 2, {"file name is empty"}), QString());
        QCOMPARE(lineFault(stepscope({"--fresh", ""}), 2, {"file name is empty"}), QString());
    }
};

QTEST_GUILESS_MAIN(WrongArgumentsTest)
#include "tst_wrongarguments.moc"
