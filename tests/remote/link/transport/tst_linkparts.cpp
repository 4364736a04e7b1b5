#include "remote/link/run/agentfailure.h"
#include "remote/link/run/deployer.h"
#include "remote/link/run/recordingstream.h"
#include "remote/link/ssh/sshsecrets.h"
#include "remote/link/transport/plainline.h"

#include <QCryptographicHash>
#include <QProcess>
#include <QTest>

using namespace stepscope::link;
using stepscope::format::Error;
using namespace std::chrono_literals;

namespace {

std::string hashOf(const QByteArray& bytes)
{
    return sha256(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))));
}

} // namespace

/// The parts of the link that need no target.
class TestLinkParts : public QObject
{
    Q_OBJECT

private slots:
    void hashesExamplesOfTheStandard();
    void hashesAllLengthsAroundABlock();
    void quotesForTheShell_data();
    void quotesForTheShell();
    void reducesTextToOneLine_data();
    void reducesTextToOneLine();
    void backoffStaysWithinBounds();
    void cachesSecrets();
    void parsesErrorsOfTheAgent_data();
    void parsesErrorsOfTheAgent();
};

void TestLinkParts::hashesExamplesOfTheStandard()
{
    QCOMPARE(hashOf(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(hashOf("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(hashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
             std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
    QCOMPARE(hashOf(QByteArray(1'000'000, 'a')),
             std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
}

void TestLinkParts::hashesAllLengthsAroundABlock()
{
    QByteArray bytes;
    for (int length = 0; length < 200; ++length) {
        QCOMPARE(QByteArray::fromStdString(hashOf(bytes)),
                 QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
        bytes += static_cast<char>(length * 37);
    }
}

void TestLinkParts::quotesForTheShell_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", "plain", "two words", "it's", "'", "''a''", "$HOME `id` \\ \" !", "a\nb", "*?[x]~", "-n"})
        QTest::newRow(text) << text;
}

void TestLinkParts::quotesForTheShell()
{
    QFETCH(QString, text);
    const QString word = QString::fromStdString(shellQuoted(text.toStdString()));
    const QString twice = QString::fromStdString(shellQuoted(("printf %s " + word).toStdString()));
    for (const QString& command : {"printf %s " + word, "exec /bin/sh -c " + twice}) {
        QProcess shell;
        shell.start("/bin/sh", {"-c", command});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), text);
    }
}

void TestLinkParts::reducesTextToOneLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("first") << QByteArray("one\ntwo\n") << QByteArray("one");
    QTest::newRow("empty lines first") << QByteArray("\n \r\n  one. \ntwo") << QByteArray("one");
    QTest::newRow("terminal commands") << QByteArray("\x1b[2Jgone\a\x7f") << QByteArray("[2Jgone");
    QTest::newRow("C1 controls") << QByteArray("a\xc2\x9b"
                                               "2Jb\xc2\x85")
                                 << QByteArray("a2Jb");
    QTest::newRow("reordered") << QByteArray("a\xe2\x80\xae"
                                             "b")
                               << QByteArray("ab");
    QTest::newRow("not UTF-8") << QByteArray("a\xff"
                                             "b")
                               << QByteArray("ab");
    QTest::newRow("long") << QByteArray(1000, 'x') << QByteArray(300, 'x');
}

void TestLinkParts::reducesTextToOneLine()
{
    QFETCH(QByteArray, text);
    QTEST(QByteArray::fromStdString(plainLine(text.toStdString())), "line");
}

void TestLinkParts::backoffStaysWithinBounds()
{
    Backoff backoff(250ms, 10s, 1);
    std::chrono::milliseconds whole = 250ms;
    for (int attempt = 1; attempt < 100; ++attempt) {
        const auto delay = backoff.next();
        QVERIFY(delay <= whole);
        QVERIFY(delay >= whole - whole / 4);
        QCOMPARE(backoff.attempt(), attempt);
        whole = std::min<std::chrono::milliseconds>(2 * whole, 10s);
    }
    backoff.reset();
    QVERIFY(backoff.next() <= 250ms);
}

void TestLinkParts::cachesSecrets()
{
    SecretCache cache;
    QVERIFY(!cache.find("a"));
    cache.insert("a", "1");
    cache.insert("a", "2");
    QCOMPARE(*cache.find("a"), std::string("2"));
    cache.remove("a");
    cache.remove("b");
    QVERIFY(!cache.find("a"));
}

void TestLinkParts::parsesErrorsOfTheAgent_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("errors");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("text");
    const auto code = [](Error::Code value) { return static_cast<int>(value); };
    QTest::newRow("JSON") << 1 << R"({"error":"no such run: x"})"
                          << "" << code(Error::Code::NotFound) << "no such run: x";
    QTest::newRow("line") << 1 << ""
                          << "spool: No space left on device\n"
                          << code(Error::Code::NoSpace) << "spool: No space left on device";
    QTest::newRow("usage") << 2 << ""
                           << "--period wants a time" << code(Error::Code::Usage) << "--period wants a time";
    QTest::newRow("error of a wrong kind") << 1 << R"({"error":7})"
                                           << "broken" << code(Error::Code::Failed) << "broken";
    QTest::newRow("nothing") << 3 << ""
                             << "" << code(Error::Code::Failed) << "exit status 3";
    QTest::newRow("no agent") << 127 << ""
                              << "sh: not found" << code(Error::Code::NotFound) << "connect again";
}

void TestLinkParts::parsesErrorsOfTheAgent()
{
    QFETCH(int, status);
    QFETCH(QString, output);
    QFETCH(QString, errors);
    QFETCH(QString, text);
    const Error error = agentFailure("tx2", CommandOutput{status, output.toStdString(), errors.toStdString()});
    QTEST(static_cast<int>(error.code), "code");
    QVERIFY2(error.text.starts_with("tx2: "), error.text.c_str());
    QVERIFY2(error.text.find(text.toStdString()) != std::string::npos, error.text.c_str());
    QVERIFY(error.text.find('\n') == std::string::npos);
}

QTEST_GUILESS_MAIN(TestLinkParts)
#include "tst_linkparts.moc"
