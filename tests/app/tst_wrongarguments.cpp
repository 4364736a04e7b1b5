#include "tests/support/programrun.h"

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

    void anEmptyFileNameOpensNoWindow()
    {
        QCOMPARE(lineFault(stepscope({""}), 2, {"file name is empty"}), QString());
        QCOMPARE(lineFault(stepscope({"--fresh", ""}), 2, {"file name is empty"}), QString());
    }
};

QTEST_GUILESS_MAIN(WrongArgumentsTest)
#include "tst_wrongarguments.moc"
