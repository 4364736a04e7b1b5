#include "remote/link/local/virtualtransport.h"
#include "remote/simulator/board/mountedtree.h"
#include "tests/support/boardtree.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

using namespace stepscope;
using namespace stepscope::link;

namespace {

constexpr const char* kProgram = STEPSCOPE_BOARD_FILE;

} // namespace

/// The differences between virtual and local targets; tst_transport tests what they share.
class TestVirtualTransport : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<testing::TemporaryFolder> m_home;

    [[nodiscard]] std::unique_ptr<VirtualTransport> transport(const char* text,
                                                              const std::string& boardProgram = kProgram) const
    {
        return std::make_unique<VirtualTransport>(parseTarget(text).value(), boardProgram, m_home->path());
    }
    static bool serves(const Transport& transport)
    {
        return QFileInfo::exists(QString::fromStdString(transport.sysroot() + "/proc/stat"));
    }

private slots:
    void init() { m_home = std::make_unique<testing::TemporaryFolder>(); }

    void parsesDetails()
    {
        const auto plain = readVirtualDetails("");
        QCOMPARE(plain->options, (std::vector<std::string>{"--variant", "tx2-l4t32"}));
        QCOMPARE(plain->folder, std::string("tx2-l4t32"));
        const auto board = readVirtualDetails("nano,window=37ms,lag=12");
        QCOMPARE(board->options,
                 (std::vector<std::string>{"--variant", "nano", "--sensor-window", "37ms", "--sensor-lag", "12"}));
        QVERIFY(board->folder.starts_with("nano-"));
        QVERIFY(board->folder != readVirtualDetails("nano,window=38ms,lag=12")->folder);
        for (const char* wrong : {"colour=red", "../../x", ",", "Nano"})
            QVERIFY2(!readVirtualDetails(wrong).ok(), wrong);
    }

    void reportsAMissingProgram()
    {
        const auto connected = transport("virtual-tx2", "/nowhere/program")->connect();
        QVERIFY(!connected.ok());
        QVERIFY(connected.error().text.find("/nowhere/program") != std::string::npos);
        QVERIFY(connected.error().text.find('\n') == std::string::npos);
    }

    void boardRunsWhileATransportIsConnected()
    {
        if (const std::string reason = simulator::MountedTree::unavailableReason(); !reason.empty())
            QSKIP(reason.c_str());
        auto first = transport("virtual-tx2:tx2-l4t28");
        QVERIFY(!serves(*first));
        const auto connected = first->connect();
        QVERIFY2(connected.ok(), connected.ok() ? "" : connected.error().text.c_str());
        QVERIFY(serves(*first));
        auto second = transport("virtual-tx2:tx2-l4t28");
        QVERIFY(second->connect().ok());
        QVERIFY(first->connect().ok()); // a second call has no effect
        first.reset();
        QTest::qWait(3000); // longer than an unused board runs
        QVERIFY(serves(*second));
        const auto models = second->run(second->played({"models"})[0] + " models", std::chrono::seconds(10));
        QVERIFY(models.ok());
        QVERIFY(models->standardOutput.find("resnet50\n") != std::string::npos);
        const std::string tree = second->sysroot();
        second.reset();
        QTRY_VERIFY_WITH_TIMEOUT(!QFileInfo::exists(QString::fromStdString(tree + "/proc")), 20'000);
    }

    void reportsWhyABoardDoesNotStart()
    {
        if (const std::string reason = simulator::MountedTree::unavailableReason(); !reason.empty())
            QSKIP(reason.c_str());
        const auto connected = transport("virtual-tx2:tx3")->connect();
        QVERIFY(!connected.ok());
        QVERIFY(connected.error().text.find("choose one of tx2-l4t32") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestVirtualTransport)
#include "tst_virtualtransport.moc"
