// `stepscope doctor --bundle` on every virtual board, and its replay by `doctor` and `profile`.

#include "remote/simulator/board/mountedtree.h"
#include "tests/support/programrun.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using testing::lineFault;
using testing::Outcome;

class BundleCommandTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    Outcome run(const QStringList& arguments) const
    {
        return testing::runProgram(m_folder.path(), arguments, {{"XDG_CACHE_HOME", m_folder.filePath("cache")}});
    }

    /// Sources and channels without the duration of reads; the folder of the tree, which reasons contain, is removed.
    static QJsonObject facts(const QByteArray& probe)
    {
        QString text = QString::fromUtf8(probe);
        text.replace(QRegularExpression("/[^\" ]*(?=/(sys|proc)/)"), QString());
        const QJsonObject whole = QJsonDocument::fromJson(text.toUtf8()).object();
        QJsonObject result{{"sources", whole["sources"]}};
        QJsonObject device = whole["device"].toObject();
        device.remove("hostname");
        result["device"] = device;
        QJsonArray channels;
        for (const QJsonValue& value : whole["channels"].toArray()) {
            QJsonObject channel = value.toObject();
            channel.remove("read_ns");
            channels.append(channel);
        }
        result["channels"] = channels;
        return result;
    }

private slots:
    void virtualBoardsReplay_data()
    {
        QTest::addColumn<QString>("board");
        for (const char* board : {"tx2-l4t32", "tx2-l4t28", "nano", "xavier", "orin"})
            QTest::newRow(board) << QString::fromLatin1(board);
    }

    void virtualBoardsReplay()
    {
        if (const std::string reason = simulator::MountedTree::unavailableReason(); !reason.empty())
            QSKIP(reason.c_str());
        QFETCH(QString, board);
        const QString target = "virtual-tx2:" + board;
        const QString file = board + ".json";
        const Outcome written = run({"doctor", target, "--bundle", file});
        QVERIFY2(written.status == 0, written.err);
        const Outcome before = run({"doctor", target, "--json"});
        QVERIFY2(before.status == 0, before.err);
        const Outcome after = run({"doctor", "local", "--sysroot", file, "--json"});
        QVERIFY2(after.status == 0, after.err);
        QVERIFY(facts(before.out)["channels"].toArray().size() > 20);
        QCOMPARE(QJsonDocument(facts(after.out)).toJson(), QJsonDocument(facts(before.out)).toJson());

        QFile bundle(m_folder.filePath(file));
        QVERIFY(bundle.open(QIODevice::ReadOnly));
        const QByteArray text = bundle.readAll();
        QVERIFY(!text.contains("virtual-") && !text.contains(m_folder.path().toUtf8()));
        QVERIFY2(text.size() < 1'000'000, QByteArray::number(text.size()));
    }

    void aBundleIsRecorded()
    {
        if (const std::string reason = simulator::MountedTree::unavailableReason(); !reason.empty())
            QSKIP(reason.c_str());
        QCOMPARE(run({"doctor", "virtual-tx2:nano", "--bundle", "recorded.json"}).status, 0);
        const Outcome recorded =
            run({"profile", "local", "--sysroot", "recorded.json", "-o", "nano.stepscope", "--", "sleep", "0.5"});
        QVERIFY2(recorded.status == 0, recorded.err);
        const Outcome report = run({"report", "nano.stepscope", "--json"});
        QVERIFY2(report.status == 0, report.err);
        QVERIFY2(report.out.contains("Jetson Nano"), report.out.left(2000));
        QVERIFY(report.out.contains("POM_5V_IN"));
    }

    /// This computer reads the files of the replay in far less time than the board its sensors.
    void aReplayShowsTheReadTimesOfTheBoard()
    {
        QCOMPARE(run({"doctor", "local", "--bundle", "times.json"}).status, 0);
        QFile file(m_folder.filePath("times.json"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QJsonObject bundle = QJsonDocument::fromJson(file.readAll()).object();
        QJsonObject probe = bundle["probe"].toObject();
        QJsonArray channels = probe["channels"].toArray();
        QVERIFY(channels.size() > 1);
        for (qsizetype i = 0; i < channels.size(); ++i) {
            QJsonObject channel = channels[i].toObject();
            channel["read_ns"] = i == 0 ? QJsonValue() : QJsonValue(937'000);
            channels[i] = channel;
        }
        probe["channels"] = channels;
        bundle["probe"] = probe;
        QVERIFY(file.resize(0) && file.seek(0) && file.write(QJsonDocument(bundle).toJson()) > 0);
        file.close();

        const Outcome replayed = run({"doctor", "local", "--sysroot", "times.json", "--json"});
        QVERIFY2(replayed.status == 0, replayed.err);
        const QJsonObject answer = QJsonDocument::fromJson(replayed.out).object();
        QCOMPARE(answer["read_times_from"].toString(), "board");
        const QJsonArray shown = answer["channels"].toArray();
        QCOMPARE(shown.size(), channels.size());
        for (qsizetype i = 0; i < shown.size(); ++i)
            QCOMPARE(shown[i].toObject()["read_ns"], channels[i].toObject()["read_ns"]);
        const Outcome text = run({"doctor", "local", "--sysroot", "times.json"});
        QVERIFY2(text.out.contains(" 937 ") && text.out.contains("measured on the board"), text.out);
    }

    void filesAreNotReplaced()
    {
        QFile file(m_folder.filePath("old.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("old");
        file.close();
        QCOMPARE(lineFault(run({"doctor", "local", "--bundle", "old.json"}), 1, {"exists already", "--force"}),
                 QString());
        QCOMPARE(run({"doctor", "local", "--bundle", "old.json", "--force"}).status, 0);
    }

    void hostileFilesAndOtherTargetsAreRefused()
    {
        QFile file(m_folder.filePath("bad.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"board_bundle": 1, "entries": [{"path": "/etc/../x", "kind": "file", "mode": "0644"}]})");
        file.close();
        QCOMPARE(lineFault(run({"doctor", "local", "--sysroot", "bad.json"}), 1, {"not a valid bundle"}), QString());
        QCOMPARE(lineFault(run({"profile", "local", "--sysroot", "bad.json", "--", "true"}), 1, {"not a valid bundle"}),
                 QString());
        QCOMPARE(lineFault(run({"doctor", "you@tx2", "--sysroot", "bad.json"}), 2, {"local"}), QString());
        QVERIFY(!QFile::exists(m_folder.filePath("cache/stepscope/boards/x")));
    }
};

QTEST_GUILESS_MAIN(BundleCommandTest)
#include "tst_bundlecommand.moc"
