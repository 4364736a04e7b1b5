// `stepscope import` that a signal ends leaves no file.

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

class ImportCommandTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    /// Takes more than a second to import.
    void writeTrace()
    {
        constexpr int kEvents = 2'000'000;
        QFile file(m_folder.filePath("big.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[");
        for (int i = 0; i < kEvents; ++i)
            file.write(QByteArray(i > 0 ? "," : "") + R"({"ph":"X","name":"op","pid":1,"tid":)" +
                       QByteArray::number(i % 7) + ",\"ts\":" + QByteArray::number(i * 10) + ",\"dur\":5}");
        file.write("]");
    }

    /// The handler is installed before the file is read; until then, a signal ends the program at once.
    static bool catches(int signal, qint64 process)
    {
        QFile file(QStringLiteral("/proc/%1/status").arg(process));
        if (!file.open(QIODevice::ReadOnly))
            return false;
        for (const QByteArray& line : file.readAll().split('\n')) {
            if (line.startsWith("SigCgt:"))
                return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1U) != 0;
        }
        return false;
    }

private slots:
    void initTestCase() { writeTrace(); }

    void endSignalLeavesNoFile_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("end of a service or of the system") << SIGTERM;
        QTest::newRow("closed terminal") << SIGHUP;
    }

    void endSignalLeavesNoFile()
    {
        QFETCH(const int, signal);
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(STEPSCOPE_APP_FILE, {"import", "big.json", "-o", "out.stepscope"});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY(catches(signal, process.processId()));
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        QVERIFY2(process.readAllStandardError().contains("was cancelled"), "the line does not say why");
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"big.json"});
    }
};

QTEST_GUILESS_MAIN(ImportCommandTest)
#include "tst_importcommand.moc"
