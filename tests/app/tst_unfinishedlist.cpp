// The list of unfinished captures: survives crashes and several writers, and is read as foreign input.

#include "app/capture/unfinishedlist.h"
#include "tests/support/hostiletexts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <thread>

using namespace stepscope;
using namespace stepscope::app;

namespace {

UnfinishedCapture captureNumber(int number)
{
    return unfinishedCapture(QStringLiteral("nvidia@tx2:22"), QStringLiteral("run-%1").arg(number),
                             QStringLiteral("/home/ada/r%1.stepscope").arg(number), {});
}

void writeList(const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(unfinishedPath()).path());
    QFile file(unfinishedPath());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QJsonObject entry(const QString& target, const QString& run, const QString& recording)
{
    return {{"target", target}, {"run", run}, {"recording", recording}};
}

void writeEntries(const QJsonArray& entries)
{
    writeList(QJsonDocument(QJsonObject{{"format", 1}, {"captures", entries}}).toJson());
}

} // namespace

class UnfinishedListTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder->path()));
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder->path()));
    }

    void notesAndForgets()
    {
        QVERIFY(readUnfinished().isEmpty());
        QVERIFY(forgetUnfinished("/none").ok());
        QVERIFY(!QFileInfo::exists(unfinishedPath()));
        for (const int number : {1, 2, 1})
            QVERIFY(noteUnfinished(captureNumber(number)).ok());
        QCOMPARE(readUnfinished(), (QList{captureNumber(1), captureNumber(2)}));
        QVERIFY(forgetUnfinished(captureNumber(1).recording).ok());
        QCOMPARE(readUnfinished(), QList{captureNumber(2)});
        // It names targets and paths of the user.
        QCOMPARE(QFile::permissions(unfinishedPath()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    /// Earlier versions stored the list with the data.
    void isMovedToTheFolderOfStates()
    {
        const QString state = m_folder->filePath("state");
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder->filePath("old")));
        QVERIFY(noteUnfinished(captureNumber(1)).ok());
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder->filePath("old")));
        qputenv("XDG_STATE_HOME", QFile::encodeName(state));
        QCOMPARE(readUnfinished(), QList{captureNumber(1)});
        QCOMPARE(unfinishedPath(), state + "/stepscope/unfinished.json");
        QVERIFY(!QFileInfo::exists(m_folder->filePath("old/stepscope/unfinished.json")));
    }

    void isBounded()
    {
        for (int number = 0; number < kMostUnfinished + 5; ++number)
            QVERIFY(noteUnfinished(captureNumber(number)).ok());
        QCOMPARE(readUnfinished().size(), kMostUnfinished);
        QCOMPARE(readUnfinished().first(), captureNumber(kMostUnfinished + 4));
    }

    void writersDoNotLoseEntries()
    {
        std::vector<std::thread> writers;
        for (int writer = 0; writer < 4; ++writer)
            writers.emplace_back([writer] {
                for (int i = 0; i < 8; ++i)
                    (void)noteUnfinished(captureNumber(8 * writer + i));
            });
        for (std::thread& writer : writers)
            writer.join();
        QCOMPARE(readUnfinished().size(), 32);
    }

    void keepsTheFilesOfTheConnection()
    {
        link::SshOptions ssh;
        ssh.identityFile = "/home/ada/keys/board";
        ssh.knownHostsFile = "hosts";
        const UnfinishedCapture capture = unfinishedCapture("tx2", "run-1", "/home/ada/a.stepscope", ssh);
        QCOMPARE(capture.knownHostsFile, QDir::currentPath() + "/hosts");
        QVERIFY(noteUnfinished(capture).ok());
        QCOMPARE(readUnfinished(), QList{capture});

        link::SshOptions program;
        program.configFile = "/etc/board.config";
        program.identityFile = "/home/ada/keys/other";
        const link::SshOptions used = sshOptions(capture, program);
        QCOMPARE(used.identityFile, ssh.identityFile);
        QCOMPARE(used.configFile, program.configFile);
        QCOMPARE(used.knownHostsFile, capture.knownHostsFile.toStdString());
    }

    void skipsWhatIsNoCapture()
    {
        const QString run = "run-1";
        const QString path = "/home/ada/a.stepscope";
        QJsonArray entries{1,
                           QJsonArray{},
                           QJsonValue::Null,
                           QJsonObject{{"target", 7}},
                           entry("-oProxyCommand=x", run, path),
                           entry("tx2", "../run", path),
                           entry("tx2", run, "relative.stepscope"),
                           entry("tx2", run, "/a\nb"),
                           entry("", run, path),
                           entry("tx2", run, "/" + QString(5000, 'x'))};
        for (const std::string& text : testing::hostileTexts()) {
            const QString hostile = QString::fromStdString(text);
            entries.append(entry("tx2", hostile + "/", path));
            entries.append(entry(hostile + " ", run, path));
        }
        for (const QJsonValue& file : {QJsonValue("relative"), QJsonValue(7), QJsonValue("/a\nb")}) {
            QJsonObject named = entry("tx2", run, path);
            named.insert("identity", file);
            entries.append(named);
        }
        entries.append(entry("tx2", run, path));
        writeEntries(entries);
        UnfinishedCapture whole;
        whole.target = "tx2";
        whole.run = run;
        whole.recording = path;
        QCOMPARE(readUnfinished(), QList{whole});
    }

    void readsNoMoreThanItWrites()
    {
        QJsonArray entries;
        for (int number = 0; number < 1000; ++number)
            entries.append(entry("tx2", "run-1", QStringLiteral("/r%1").arg(number)));
        writeEntries(entries);
        QCOMPARE(readUnfinished().size(), kMostUnfinished);
        writeList(QByteArray(4 << 20, '['));
        QVERIFY(readUnfinished().isEmpty());
    }

    void damageIsNotFatal_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray("{\"format\":1,\"captures\":[{\"target\":\"tx2\",\"ru");
        QTest::newRow("nested") << QByteArray(100'000, '[');
        QTest::newRow("zeros") << QByteArray(1000, '\0');
        QTest::newRow("other types") << QByteArray("{\"captures\":{\"a\":1}}");
    }
    void damageIsNotFatal()
    {
        QFETCH(QByteArray, bytes);
        writeList(bytes);
        QVERIFY(readUnfinished().isEmpty());
        QVERIFY(noteUnfinished(captureNumber(1)).ok());
        QCOMPARE(readUnfinished(), QList{captureNumber(1)});
    }

    /// A FIFO in its place must not block the program.
    void aFifoDoesNotBlock()
    {
        QDir().mkpath(QFileInfo(unfinishedPath()).path());
        QCOMPARE(mkfifo(QFile::encodeName(unfinishedPath()).constData(), 0600), 0);
        QVERIFY(readUnfinished().isEmpty());
    }

    void aFolderWithoutPermissionIsReported()
    {
        writeList("x");
        if (QFile::setPermissions(m_folder->path() + "/stepscope", QFile::ReadOwner | QFile::ExeOwner) &&
            QFile(m_folder->path() + "/stepscope/probe").open(QIODevice::WriteOnly))
            QSKIP("This user may write everywhere.");
        const auto noted = noteUnfinished(captureNumber(1));
        QFile::setPermissions(m_folder->path() + "/stepscope", QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(!noted.ok());
        QVERIFY2(noted.error().text.find("stepscope attach") != std::string::npos, noted.error().text.c_str());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(UnfinishedListTest)
#include "tst_unfinishedlist.moc"
