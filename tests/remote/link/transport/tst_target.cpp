#include "remote/link/transport/target.h"
#include "remote/link/transporttable.h"

#include <QTest>

using namespace stepscope::link;
using stepscope::format::Error;

/// The syntax of targets.
class TestTarget : public QObject
{
    Q_OBJECT

private slots:
    void parses_data();
    void parses();
    void rejects_data();
    void rejects();
    void createsTransports();
    void reportsABuildWithoutVirtualBoards();
};

void TestTarget::parses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");

    const int local = static_cast<int>(Target::Kind::Local);
    const int board = static_cast<int>(Target::Kind::Virtual);
    const int ssh = static_cast<int>(Target::Kind::Ssh);
    QTest::newRow("this computer") << "local" << local << ""
                                   << "" << 0;
    QTest::newRow("simulated") << "virtual-tx2" << board << ""
                               << "virtual-tx2" << 0;
    QTest::newRow("simulated, with details") << "virtual-tx2:fast" << board << ""
                                             << "virtual-tx2" << 0;
    QTest::newRow("host") << "tx2" << ssh << ""
                          << "tx2" << 0;
    QTest::newRow("host name beginning with local") << "local.lan" << ssh << ""
                                                    << "local.lan" << 0;
    QTest::newRow("host name beginning with virtual-tx2") << "virtual-tx2b" << ssh << ""
                                                          << "virtual-tx2b" << 0;
    QTest::newRow("user") << "nvidia@tx2.lan" << ssh << "nvidia"
                          << "tx2.lan" << 0;
    QTest::newRow("port") << "tx2:2222" << ssh << ""
                          << "tx2" << 2222;
    QTest::newRow("all") << "nvidia@192.168.1.4:22" << ssh << "nvidia"
                         << "192.168.1.4" << 22;
    QTest::newRow("IPv6") << "[fe80::1%eth0]" << ssh << ""
                          << "fe80::1%eth0" << 0;
    QTest::newRow("IPv6 all") << "nvidia@[::1]:2222" << ssh << "nvidia"
                              << "::1" << 2222;
    QTest::newRow("IPv6 bare") << "fe80::1" << ssh << ""
                               << "fe80::1" << 0;
    QTest::newRow("user with @") << "me@corp@tx2" << ssh << "me@corp"
                                 << "tx2" << 0;
}

void TestTarget::parses()
{
    QFETCH(QString, text);
    const auto target = parseTarget(text.toStdString());
    QVERIFY2(target.ok(), target.ok() ? "" : target.error().text.c_str());
    QTEST(static_cast<int>(target.value().kind), "kind");
    QTEST(QString::fromStdString(target.value().user), "user");
    QTEST(QString::fromStdString(target.value().host), "host");
    QTEST(target.value().port, "port");
    QCOMPARE(QString::fromStdString(target.value().text), text);
}

void TestTarget::rejects_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"",
                             "@tx2",
                             "tx2:",
                             "tx2:0",
                             "tx2:65536",
                             "tx2:22x",
                             "tx2:-1",
                             "[::1",
                             "[::1]22",
                             "[]:22",
                             "-oProxyCommand=x",
                             "tx2;reboot",
                             "a b",
                             "$(id)@tx2",
                             "-l@tx2",
                             "user@",
                             "tx2\n",
                             "tx2/x",
                             "tx2:1:2",
                             "a@b@c:1:2",
                             "fe80::1:2:3::4"})
        QTest::newRow(text) << text;
}

void TestTarget::rejects()
{
    QFETCH(QString, text);
    const auto target = parseTarget(text.toStdString());
    QVERIFY(!target.ok());
    QCOMPARE(target.error().code, Error::Code::Usage);
    QVERIFY(target.error().text.find("write local, virtual-tx2 or [user@]host[:port]") != std::string::npos);
}

void TestTarget::createsTransports()
{
    TransportContext context;
    context.virtualBoard = "/usr/libexec/stepscope-virtual-tx2";
    for (const char* text : {"local", "virtual-tx2:nano", "nvidia@tx2"}) {
        const auto transport = makeTransport(parseTarget(text).value(), context);
        QVERIFY(transport.ok());
        QCOMPARE(transport.value()->name(), std::string(text));
    }
}

void TestTarget::reportsABuildWithoutVirtualBoards()
{
    const auto transport = makeTransport(parseTarget("virtual-tx2").value(), {});
    QVERIFY(!transport.ok());
    QCOMPARE(transport.error().code, Error::Code::Usage);
    QVERIFY(transport.error().text.find("not part of this build") != std::string::npos);
    QVERIFY(transport.error().text.find('\n') == std::string::npos);
}

QTEST_GUILESS_MAIN(TestTarget)
#include "tst_target.moc"
