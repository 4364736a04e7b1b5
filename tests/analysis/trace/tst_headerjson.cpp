#include "analysis/trace/headerjson.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <QTest>

#include <string>

using namespace stepscope;
using namespace stepscope::testing;
using trace::Loss;
using trace::RunHeader;

namespace {

std::uint64_t lostChannels(const std::vector<Loss>& losses)
{
    std::uint64_t count = 0;
    for (const Loss& loss : losses)
        count += loss.what == "channels" ? loss.count : 0;
    return count;
}

} // namespace

/// Decoding of JSON from a hostile target, or from a target with a newer version.
class TestHeaderJson : public QObject
{
    Q_OBJECT

private slots:
    void roundTrip();
    void hostileHeaders_data();
    void hostileHeaders();
    void millionChannels();
    void impossibleChannels();
    void wrongTypesCountAsMissing();
    void deepNesting();
    void invalidUtf8();
    void longTexts();
    void endings();
    void events();
    void secondHeader();
};

void TestHeaderJson::roundTrip()
{
    RecordingBuilder builder = makeTraining({.steps = 1});
    const RunHeader& written = builder.describe();
    std::vector<Loss> losses;
    const auto header = trace::parseHeader(headerJson(written), losses);
    QVERIFY(header);
    QVERIFY(losses.empty());
    QCOMPARE(header->run, written.run);
    QCOMPARE(header->command, written.command);
    QCOMPARE(header->workingDirectory, written.workingDirectory);
    QCOMPARE(header->periodNs, written.periodNs);
    QCOMPARE(header->ops, written.ops);
    QCOMPARE(header->device.memoryBytes, written.device.memoryBytes);
    QCOMPARE(header->sources.size(), written.sources.size());
    QCOMPARE(header->sources.back().state, std::string("denied"));
    QCOMPARE(header->channels.size(), written.channels.size());
    for (std::size_t i = 0; i < header->channels.size(); ++i) {
        const trace::Channel& a = header->channels[i];
        const trace::Channel& b = written.channels[i];
        QCOMPARE(a.id, b.id);
        QCOMPARE(a.group, b.group);
        QCOMPARE(a.name, b.name);
        QCOMPARE(a.quantity, b.quantity);
        QCOMPARE(a.scale, b.scale);
        QVERIFY(a.covers == b.covers);
        QCOMPARE(a.core, b.core);
        QCOMPARE(a.parent, b.parent);
        QCOMPARE(a.role, b.role);
        QVERIFY(a.resolution == b.resolution && a.periodNs == b.periodNs && a.windowNs == b.windowNs &&
                a.lagNs == b.lagNs);
        QVERIFY(a.updateNs == b.updateNs && a.readNs == b.readNs && a.factsFrom == b.factsFrom);
    }
}

void TestHeaderJson::hostileHeaders_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{\"run\":");
    QTest::newRow("array") << QByteArray("[1,2,3]");
    QTest::newRow("number") << QByteArray("17");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("brackets") << QByteArray(1'000'000, '[');
    QTest::newRow("braces") << QByteArray("{\"a\":").repeated(100'000);
    QTest::newRow("zeros") << QByteArray(100, '\0');
}

void TestHeaderJson::hostileHeaders()
{
    QFETCH(const QByteArray, text);
    RecordingBuilder builder;
    builder.header({text.data(), static_cast<std::size_t>(text.size())});
    builder.samples(0, {1, 2}, {1, 2});
    const auto view = viewOf(builder.bytes());
    QVERIFY(!view.hasHeader());
    QVERIFY(view.losses().size() == 2);
    QCOMPARE(view.losses()[0].what, std::string("frames"));
    QCOMPARE(view.losses()[1].what, std::string("samples"));
    QCOMPARE(view.losses()[1].count, std::uint64_t{2});
}

void TestHeaderJson::millionChannels()
{
    std::string text = "{\"channels\":[";
    for (int i = 0; i < 400'000; ++i)
        text += "{\"id\":" + std::to_string(i % 300'000) + "},";
    text += "{}]}";
    std::vector<Loss> losses;
    const auto header = trace::parseHeader(text, losses);
    QVERIFY(header);
    QCOMPARE(header->channels.size(), trace::kMaxChannels);
    QCOMPARE(lostChannels(losses), std::uint64_t{400'001 - trace::kMaxChannels});
}

void TestHeaderJson::impossibleChannels()
{
    std::vector<Loss> losses;
    const auto header = trace::parseHeader(
        R"({"channels":[{"id":-1},{"id":4294967296},{"id":"x"},{"id":3.5},{"id":1e300},17,null,[],{},{"id":1,"scale":1e200},
            {"id":5,"name":"first"},{"id":5,"name":"second"},{"id":4294967295,"core":-3,"period_ns":-5,"resolution":"fine"}]})",
        losses);
    QVERIFY(header);
    QCOMPARE(header->channels.size(), std::size_t{2});
    QCOMPARE(header->channels[0].name, std::string("first"));
    QCOMPARE(header->channels[1].id, 4294967295U);
    QCOMPARE(header->channels[1].name, std::string("channel 4294967295"));
    QCOMPARE(header->channels[1].core, -1);
    QVERIFY(!header->channels[1].periodNs);
    QVERIFY(!header->channels[1].resolution);
    QCOMPARE(losses.size(), std::size_t{2});
    QCOMPARE(lostChannels(losses), std::uint64_t{11});
}

void TestHeaderJson::wrongTypesCountAsMissing()
{
    std::vector<Loss> losses;
    const auto header = trace::parseHeader(
        R"({"run":7,"virtual":"yes","agent":[],"start":{"monotonic_ns":1e30,"realtime_ns":-1},"options":"none",
            "command":{"0":"x"},"cwd":null,"device":{"cores":[{"core":-1},{"core":1e9},7,{"core":2,"cluster":[]}],
            "memory_bytes":-5},"sources":{"a":1},"channels":"many"})",
        losses);
    QVERIFY(header);
    QVERIFY(header->run.empty() && !header->isVirtual && header->agentVersion.empty() && header->command.empty());
    QCOMPARE(header->startMonotonic, std::int64_t{0});
    QCOMPARE(header->startRealtime, std::int64_t{0});
    QCOMPARE(header->device.memoryBytes, std::uint64_t{0});
    QCOMPARE(header->device.cores.size(), std::size_t{1});
    QCOMPARE(header->device.cores[0].core, 2);
    QVERIFY(header->sources.empty() && header->channels.empty());
}

void TestHeaderJson::deepNesting()
{
    const auto text = [](std::size_t depth) {
        return R"({"run":"a[[\"[[","newer":)" + std::string(depth, '[') + std::string(depth, ']') + R"(,"cwd":"/b"})";
    };
    std::vector<Loss> losses;
    const auto header = trace::parseHeader(text(60), losses);
    QVERIFY(header);
    QCOMPARE(header->run, std::string("a[[\"[["));
    QCOMPARE(header->workingDirectory, std::string("/b"));
    QVERIFY(!trace::parseHeader(text(100'000), losses));
}

void TestHeaderJson::invalidUtf8()
{
    std::vector<Loss> losses;
    const auto header = trace::parseHeader("{\"run\":\"caf\xC3\xA9 \xFF\xC0\xAF \xE2\x82\xAC \xED\xA0\x80.\"}", losses);
    QVERIFY(header);
    QCOMPARE(header->run, std::string("caf\xC3\xA9 ??? \xE2\x82\xAC ???."));
}

void TestHeaderJson::longTexts()
{
    std::string word;
    for (int i = 0; i < 100'000; ++i)
        word += "\xC3\xA9"; // two bytes, which must not be split
    std::vector<Loss> losses;
    const auto header = trace::parseHeader("{\"run\":\"a" + word + "\"}", losses);
    QVERIFY(header);
    QCOMPARE(header->run.size(), std::size_t{4095});
    QVERIFY(QString::fromStdString(header->run).endsWith(QChar(0xE9)));
}

void TestHeaderJson::endings()
{
    const auto ending =
        trace::parseEnding(R"({"end_ns":5,"exit_status":-9,"signal":1e12,"state":"failed","reason":"x"})");
    QVERIFY(ending);
    QCOMPARE(ending->end, std::int64_t{5});
    QCOMPARE(ending->exitStatus, -9);
    QCOMPARE(ending->signal, 0);
    QCOMPARE(ending->reason, std::string("x"));
    QVERIFY(ending->hasStatus);
    QVERIFY(!trace::parseEnding("no"));
    const auto left = trace::parseEnding(R"({"exit_status":null,"state":"stopped"})");
    QCOMPARE(left->state, std::string("left"));
    QVERIFY(!left->hasStatus);
    const auto silent = trace::parseEnding(R"({"exit_status":null,"state":"ended"})");
    QCOMPARE(silent->state, std::string("ended"));
    QVERIFY(!silent->hasStatus);
    const auto other = trace::parseEnding(R"({"exit_status":2,"state":"paused"})");
    QCOMPARE(other->state, std::string("unknown"));
    QVERIFY(other->hasStatus);
}

void TestHeaderJson::events()
{
    const auto loss = trace::parseEvent(
        R"({"kind":"loss","text":"t","what":"samples","count":18446744073709551615,"from_ns":9,"to_ns":3,"reason":"r"})");
    QVERIFY(loss.loss);
    QCOMPARE(loss.loss->count, std::uint64_t{0});
    QVERIFY((loss.loss->range == trace::TimeRange{9, 9}));
    QCOMPARE(trace::parseEvent("plain words").text, std::string("plain words"));
    QCOMPARE(trace::parseEvent(R"({"kind":"loss"})").loss->what, std::string("data"));
}

void TestHeaderJson::secondHeader()
{
    RecordingBuilder builder;
    const auto id = builder.channel({.name = "kept"});
    builder.samples(id, {1}, {5}).header(R"({"channels":[{"id":0,"name":"other"},{"id":1}]})").samples(id, {2}, {6});
    const auto view = viewOf(builder.bytes());
    QCOMPARE(view.channels().size(), std::size_t{1});
    QCOMPARE(view.channels()[0].info().name, std::string("kept"));
    QCOMPARE(view.channels()[0].size(), std::size_t{2});
    QCOMPARE(view.losses().size(), std::size_t{1});
}

QTEST_APPLESS_MAIN(TestHeaderJson)
#include "tst_headerjson.moc"
