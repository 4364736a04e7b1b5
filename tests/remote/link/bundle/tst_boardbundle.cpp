// The agent's snapshot of a board, and its replay: bundles of described boards, and hostile ones.

#include "remote/link/bundle/boardbundle.h"
#include "tests/support/agentcommand.h"
#include "tests/support/boards/layouts.h"

#include <QFile>
#include <QTest>

#include <cstdlib>
#include <sys/stat.h>

using namespace stepscope;
using namespace stepscope::testing;
using link::readBundle;

Q_DECLARE_METATYPE(const stepscope::testing::BoardLayout*)

namespace {

/// Facts that a replay must not change: all but the duration of reads, the host's name and the tree's folder.
QJsonObject factsOf(QJsonObject probe, const std::string& root)
{
    const QByteArray text = QJsonDocument(probe).toJson().replace(QByteArray::fromStdString(root), QByteArray());
    probe = QJsonDocument::fromJson(text).object();
    for (const char* key : {"agent", "python", "gpu_profilers", "advice"})
        probe.remove(QLatin1String(key));
    QJsonObject device = probe["device"].toObject();
    device.remove("hostname");
    probe["device"] = device;
    QJsonArray channels;
    for (const QJsonValue& value : probe["channels"].toArray()) {
        QJsonObject channel = value.toObject();
        channel.remove("read_ns");
        channels.append(channel);
    }
    probe["channels"] = channels;
    return probe;
}

QByteArray snapshotOf(const BoardTree& tree)
{
    return askAgent({"snapshot", "--sysroot", QString::fromStdString(tree.root())}).output;
}

QJsonObject probeOf(const std::string& root)
{
    const Answer answer = askAgent({"probe", "--sysroot", QString::fromStdString(root)});
    return factsOf(answer.object(), root);
}

std::string bundleWith(const std::string& entries)
{
    return R"({"board_bundle": 1, "entries": [)" + entries + "]}";
}

std::string file(const std::string& path, const std::string& more = R"("text": "1\n")")
{
    return R"({"path": ")" + path + R"(", "kind": "file", "mode": "0444", )" + more + "}";
}

} // namespace

class BoardBundleTest : public QObject
{
    Q_OBJECT

private slots:
    void everyBoardReplaysWithTheSameFacts_data()
    {
        QTest::addColumn<const BoardLayout*>("layout");
        for (const BoardLayout& layout : boardLayouts())
            QTest::newRow(layout.row) << &layout;
    }

    void everyBoardReplaysWithTheSameFacts()
    {
        QFETCH(const BoardLayout*, layout);
        BoardTree tree;
        describeBoard(tree, *layout);
        tree.write("/proc/self/stat", "1\n");
        const QByteArray text = snapshotOf(tree);
        const auto bundle = readBundle(text.toStdString());
        QVERIFY2(bundle.ok(), bundle.ok() ? "" : bundle.error().text.c_str());
        const TemporaryFolder folder;
        const std::string root = folder.path() + "/board";
        QVERIFY(link::unpackBundle(*bundle, root).ok());

        const QJsonObject before = probeOf(tree.root());
        QVERIFY(!before["channels"].toArray().isEmpty());
        const QJsonObject after = probeOf(root);
        QCOMPARE(QJsonDocument(after).toJson(), QJsonDocument(before).toJson());
        QCOMPARE(factsOf(QJsonDocument::fromJson(text)["probe"].toObject(), {}), before);
    }

    void isWithoutNamesAndAddresses()
    {
        BoardTree tree;
        tree.makeTx2();
        tree.write("/proc/self/stat", "1\n");
        tree.write("/proc/sys/kernel/hostname", "wheelhouse\n");
        tree.write("/proc/sys/kernel/osrelease", "4.9.253-wheelhouse-marguerite\n");
        tree.write("/proc/cpuinfo", "processor\t: 0\nHardware\t: quill\nSerial\t\t: 0420317041289\n");
        tree.write("/proc/device-tree/serial-number", "0420317041289");
        tree.write("/proc/mounts", "192.168.7.31:/home/marguerite /home/marguerite nfs rw 0 0\n"
                                   "cgroup /sys/fs/cgroup/cpuacct cgroup rw,cpuacct 0 0\n");
        tree.write("/proc/net/dev",
                   "Inter-| Receive\n face |bytes\n enx00044b8a12cd: 1 2 0 0 0 0 0 0 3 4 0 0 0 0 0 0\n");
        tree.write("/sys/class/net/enx00044b8a12cd/device/uevent", "HWADDR=00:04:4b:8a:12:cd\n");
        tree.write("/sys/class/thermal/thermal_zone0/type", "fe80::204:4bff:fe8a:12cd\n");
        tree.write("/sys/kernel/debug/nvmap/iovmm/clients",
                   "CLIENT PROCESS PID SIZE\nuser marguerite 77 4468K\ntotal 4468K\n");
        setenv("USER", "marguerite", 1);
        const QByteArray text = snapshotOf(tree);
        unsetenv("USER");
        QVERIFY(readBundle(text.toStdString()).ok());
        for (const char* name : {"wheelhouse", "marguerite", "420317041289", "8a12cd", "8a:12", "192.168", "12cd"})
            QVERIFY2(!text.contains(name), name);
        QVERIFY(!text.contains(QByteArray::fromStdString(tree.root())));
        QVERIFY(text.contains("enx000000000000"));
        QVERIFY(text.contains("/sys/fs/cgroup/cpuacct"));
        QVERIFY(text.contains("nvidia,tegra186"));
    }

    void storesNoLinksAndPrograms()
    {
        BoardTree tree;
        tree.makeTx2();
        tree.write("/usr/bin/tegrastats", "#!/bin/sh\necho secret\n");
        chmod((tree.root() + "/usr/bin/tegrastats").c_str(), 0755);
        const QByteArray text = snapshotOf(tree);
        QVERIFY(!text.contains("secret"));
        const auto bundle = readBundle(text.toStdString());
        QVERIFY(bundle.ok());
        const TemporaryFolder folder;
        QVERIFY(link::unpackBundle(*bundle, folder.path() + "/board").ok());
        QFile program(QString::fromStdString(folder.path() + "/board/usr/bin/tegrastats"));
        QVERIFY(program.open(QIODevice::ReadOnly));
        QCOMPARE(program.readAll(), QByteArray("#!/bin/sh\nexit 1\n"));
    }

    void restoresBytesAndPermissions()
    {
        const auto bundle = readBundle(bundleWith(
            R"({"path": "/sys/a", "kind": "folder", "mode": "0555"},)" + file("/sys/a/text", R"("text": "5\u0000\n")") +
            R"(, {"path": "/sys/a/cell", "kind": "file", "mode": "7777", "hex": "00ff"})"));
        QVERIFY(!bundle.ok()); // permissions begin with 0
        const auto good =
            readBundle(bundleWith(file("/sys/a/text", R"("text": "5\u0000\n")") + ", " +
                                  R"({"path": "/sys/a/cell", "kind": "file", "mode": "0740", "hex": "00ff"})"));
        QVERIFY(good.ok());
        const TemporaryFolder folder;
        const std::string root = folder.path() + "/board";
        QVERIFY(link::unpackBundle(*good, root).ok());
        QVERIFY(!link::unpackBundle(*good, root).ok()); // never over an existing folder
        QFile text(QString::fromStdString(root + "/sys/a/text"));
        QVERIFY(text.open(QIODevice::ReadOnly));
        QCOMPARE(text.readAll(), QByteArray("5\0\n", 3));
        struct stat status
        {};
        QCOMPARE(stat((root + "/sys/a/cell").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 07777U, 0440U);
        QCOMPARE(status.st_size, 2);
    }

    void hostileBundlesAreRefusedInOneLine_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("word");
        const auto row = [](const char* name, const std::string& text, const char* word) {
            QTest::newRow(name) << text << std::string(word);
        };
        row("empty", "", "JSON");
        row("no JSON", "PK\x03\x04", "JSON");
        row("another JSON", "{}", "board_bundle");
        row("newer", R"({"board_bundle": 2, "entries": []})", "newer");
        row("no entries", R"({"board_bundle": 1})", "no entries");
        row("entry of another type", bundleWith("7"), "not an object");
        row("other folder", bundleWith(file("/etc/passwd")), "/etc/passwd");
        row("other program", bundleWith(R"({"path": "/usr/bin/ls", "kind": "program", "mode": "0755"})"),
            "/usr/bin/ls");
        row("relative", bundleWith(file("sys/a")), "sys/a");
        row("upwards", bundleWith(file("/sys/../../root/.bashrc")), "..");
        row("doubled slash", bundleWith(file("/sys//a")), "/sys//a");
        row("zero in a name", bundleWith(file("/sys/a\\u0000b")), "not below");
        row("line feed in a name", bundleWith(file("/sys/a\\nb")), "not below");
        row("long name", bundleWith(file("/sys/" + std::string(300, 'a'))), "not below");
        row("long path", bundleWith(file([] {
                std::string path = "/sys";
                for (int i = 0; i < 2000; ++i)
                    path += "/a";
                return path;
            }())),
            "not below");
        row("link", bundleWith(R"({"path": "/sys/a", "kind": "link", "mode": "0777", "target": "/"})"),
            "links and devices");
        row("device", bundleWith(R"({"path": "/sys/a", "kind": "device", "mode": "0666"})"), "links and devices");
        row("no permissions", bundleWith(R"({"path": "/sys/a", "kind": "file"})"), "octal");
        row("twice", bundleWith(file("/sys/a") + "," + file("/sys/a")), "twice");
        row("below a file", bundleWith(file("/sys/a/b") + "," + file("/sys/a-b") + "," + file("/sys/a")),
            "below a file");
        row("half a byte", bundleWith(file("/sys/a", R"("hex": "0ff")")), "hexadecimal");
        row("large file", bundleWith(file("/sys/a", "\"text\": \"" + std::string(70'000, 'x') + "\"")), "64 KiB");
        row("large bundle", std::string((16U << 20U) + 1, ' '), "16 MiB");
        std::string many = file("/sys/a0");
        for (int i = 1; i < 9000; ++i)
            many += "," + file("/sys/a" + std::to_string(i));
        row("many entries", bundleWith(many), "entries");
        row("deep", bundleWith(std::string(100'000, '[') + std::string(100'000, ']')), "not an object");
    }

    void hostileBundlesAreRefusedInOneLine()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, word);
        const auto bundle = readBundle(text);
        QVERIFY(!bundle.ok());
        const QString line = QString::fromStdString(bundle.error().text);
        QVERIFY2(!line.contains('\n') && line.size() < 400, qPrintable(line));
        QVERIFY2(line.contains(QString::fromStdString(word)), qPrintable(line));
    }
};

QTEST_GUILESS_MAIN(BoardBundleTest)
#include "tst_boardbundle.moc"
