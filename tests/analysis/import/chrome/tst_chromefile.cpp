#include "analysis/import/chrome/chromefile.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace stepscope;
using analysis::ChromeEvent;

namespace {

/// All that is imported of an event.
std::string textOf(const ChromeEvent& event)
{
    std::string text(1, event.phase == 0 ? '-' : event.phase);
    for (const std::string& part : {event.name, event.category, event.process, event.thread, event.id, event.scope,
                                    event.shapes, event.argName, event.argLabels})
        text += "|" + part;
    text += "|" + (event.time ? std::to_string(*event.time) : "-");
    text += "|" + (event.duration ? std::to_string(*event.duration) : "-") + (event.hasWrongTime ? "|wrong" : "");
    for (const auto& [key, value] : event.numbers)
        text += "|" + key + "=" + std::to_string(value);
    return text;
}

/// The same as far as a block has it: spans with valid times have no numbers and labels.
std::string spanOf(ChromeEvent event)
{
    if (event.phase == 'X' && event.time && !event.hasWrongTime) {
        event.id.clear();
        event.scope.clear();
        event.argLabels.clear();
        event.numbers.clear();
        event.duration = event.duration.value_or(0);
    }
    return textOf(event);
}

struct Contents
{
    std::vector<std::string> events{};
    analysis::ChromeFile file{};
    std::size_t inBlocks = 0;
};

void addBlock(Contents& contents, const analysis::ChromeBlock& block)
{
    for (const analysis::ChromeBlock::Item& item : block.items) {
        ChromeEvent event;
        if (item.text == analysis::ChromeBlock::Item::kOther) {
            event = block.others[item.place];
        } else {
            const analysis::ChromeBlock::Text& text = block.texts[item.text];
            const analysis::ChromeBlock::Place& place = block.places[item.place];
            event.phase = 'X';
            event.name = text.name;
            event.category = text.category;
            event.shapes = text.shapes;
            event.argName = text.argName;
            event.process = place.process;
            event.thread = place.thread;
            event.time = item.time;
            event.duration = item.duration;
        }
        contents.events.push_back(spanOf(event));
        ++contents.inBlocks;
    }
}

} // namespace

/// The division into blocks changes nothing in what is read from a file: not the events, not the losses, not the
/// description of damage.
class TestChromeFile : public QObject
{
    Q_OBJECT

private slots:
    void blocksHaveTheSameEvents_data();
    void blocksHaveTheSameEvents();
    void cutAtEveryByte();
    void changedBytes();

private:
    Contents read(const std::string& text, std::size_t blockBytes);
    Contents readInSequence(const std::string& text);
    analysis::GzipFile fileOf(const std::string& text);

    QTemporaryDir m_folder;
    std::string m_written; ///< contents of the file
};

analysis::GzipFile TestChromeFile::fileOf(const std::string& text)
{
    const std::string name = m_folder.filePath(QStringLiteral("trace.json")).toStdString();
    if (text != m_written)
        std::ofstream(name, std::ios::binary | std::ios::trunc) << text;
    m_written = text;
    return std::move(*analysis::GzipFile::open(name));
}

Contents TestChromeFile::read(const std::string& text, std::size_t blockBytes)
{
    Contents contents;
    analysis::GzipFile file = fileOf(text);
    contents.file = analysis::readChromeEvents(file,
                                               {.event =
                                                    [&](const ChromeEvent& event) {
                                                        contents.events.push_back(spanOf(event));
                                                        return true;
                                                    },
                                                .block =
                                                    [&](const analysis::ChromeBlock& block) {
                                                        addBlock(contents, block);
                                                        return true;
                                                    }},
                                               blockBytes);
    return contents;
}

Contents TestChromeFile::readInSequence(const std::string& text)
{
    Contents contents;
    analysis::GzipFile file = fileOf(text);
    analysis::ChromeStream stream(file);
    analysis::ChromeSequence(stream, contents.file)
        .read(std::numeric_limits<std::uint64_t>::max(), [&](const ChromeEvent& event) {
            contents.events.push_back(spanOf(event));
            return true;
        });
    return contents;
}

namespace {

const char* const kEvents =
    R"json({"ph": "X", "cat": "cpu_op", "name": "aten::conv2d", "pid": 1, "tid": 2, "ts": 10.123, "dur": 5.25,
    "args": {"External id": 5, "Input Dims": [[32, 3, 224, 224], [64, 3, 7, 7], [], []], "Input type": ["float"]}},
    {"name": "a \"quoted\" }, {\"ph\": name \u00e4", "ph": "X", "pid": "text", "tid": null, "ts": "7.5", "dur": 1},
    {"ph": "X", "name": "nested", "pid": 1, "tid": 2, "ts": 20, "args": {"list": [{"x": 1}, {"name": 2}, {"ph": "X"}]}},
    {"ph": "C", "name": "power", "pid": 1, "ts": 30, "args": {"a": 1.5, "b": -2e3, "c": "text"}},
    5, "stray", [1, {"ph": "X"}], null,
    {"ph": "s", "id": 7, "pid": 1, "tid": 2, "ts": 31, "cat": "ac2g", "name": "ac2g"},
    {"ph": "f", "id2": {"local": "0x1"}, "pid": 1, "tid": 2, "ts": 32, "cat": "ac2g", "name": "ac2g", "bp": "e"},
    {"ph": "b", "id": "0x5", "scope": "s", "pid": 1, "tid": 2, "ts": 33, "cat": "c", "name": "n"},
    {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "python", "labels": "GPU 0", "sort_index": 4}},
    {"ph": "X", "name": "no time", "pid": 1, "tid": 2}, {}, {"name": {"x": 1}, "ph": "i", "ts": 1, "pid": true},
    {"ph": "X", "name": "twice", "name": "duplicate", "ts": 1, "ts": 2, "pid": 1, "pid": 3, "tid": 1, "dur": 1e2},
    {"ph": "X", "name": "wrong", "pid": 1, "tid": 2, "ts": "soon", "dur": 1}, {"n\u0061me": "escaped", "ph": "X", "ts": 5},
    {"ph": "X", "cat": "Op", "name": "MatMul", "pid": 1, "tid": 0, "ts": 1509476025626632.001, "dur": 8, "args": {"name": "layer/MatMul"}})json";

std::string objectWith(const std::string& events)
{
    return R"({"schemaVersion": 1, "deviceProperties": [{"id": 0}, {"name": "x"}], "traceEvents": [)" + events +
           R"(], "other": [{"ph": "X", "ts": 1}, {"ph": "X", "ts": 2}], "baseTimeNanoseconds": 1700000000000000000})";
}

} // namespace

void TestChromeFile::blocksHaveTheSameEvents_data()
{
    QTest::addColumn<QByteArray>("text");
    const std::string events = kEvents;
    QTest::newRow("object") << QByteArray::fromStdString(objectWith(events));
    QTest::newRow("array") << QByteArray::fromStdString("[" + events + "]");
    std::string packed = events;
    std::erase(packed, '\n');
    QTest::newRow("many") << QByteArray::fromStdString(objectWith(events + "," + packed + ",\n" + events));
    QTest::newRow("damaged") << QByteArray::fromStdString("[" + events + "," + events + ",{\"ph\" 5}," + events + "]");
    QTest::newRow("invalid UTF-8") << QByteArray::fromStdString("[" + events + R"(,{"ph":"X","name":")" + "\xC3(" +
                                                                R"("},)" + events + "]");
    QTest::newRow("deep") << QByteArray::fromStdString("[" + events + R"(,{"ph":"X","args":)" + std::string(2000, '[') +
                                                       std::string(2000, ']') + "}," + events + "]");
}

void TestChromeFile::blocksHaveTheSameEvents()
{
    QFETCH(QByteArray, text);
    const Contents expected = readInSequence(text.toStdString());
    QVERIFY(expected.events.size() > 10);
    std::size_t inBlocks = 0;
    for (const std::size_t blockBytes : {1U, 50U, 100U, 150U, 250U, 400U, 700U, 1500U, 3000U, 1000000U}) {
        const Contents found = read(text.toStdString(), blockBytes);
        QCOMPARE(found.events, expected.events);
        QCOMPARE(found.file.damage, expected.file.damage);
        QCOMPARE(found.file.strays, expected.file.strays);
        QCOMPARE(found.file.baseNs, expected.file.baseNs);
        QCOMPARE(found.file.isCutOff, expected.file.isCutOff);
        QCOMPARE(found.file.cutInEvent, expected.file.cutInEvent);
        inBlocks += found.inBlocks;
    }
    QVERIFY(inBlocks > 10); // not all by the sequence
}

void TestChromeFile::cutAtEveryByte()
{
    const std::string text = objectWith(kEvents);
    for (std::size_t size = 0; size < text.size(); ++size) {
        const Contents expected = readInSequence(text.substr(0, size));
        const Contents found = read(text.substr(0, size), 200);
        QCOMPARE(found.events, expected.events);
        QCOMPARE(found.file.damage, expected.file.damage);
        QCOMPARE(found.file.cutInEvent, expected.file.cutInEvent);
    }
}

/// With single bytes changed, blocks may accept values that nothing uses, but what the sequence accepts is the same.
void TestChromeFile::changedBytes()
{
    const std::string text = objectWith(kEvents);
    for (const char with : {'"', '{', ']', '\xFF'}) {
        for (std::size_t at = 0; at < text.size(); at += 3) {
            std::string changed = text;
            changed[at] = with;
            const Contents expected = readInSequence(changed);
            const Contents found = read(changed, 300);
            if (!expected.file.damage.empty())
                continue;
            QCOMPARE(found.events, expected.events);
            QVERIFY2(found.file.damage.empty(), found.file.damage.c_str());
        }
    }
}

QTEST_GUILESS_MAIN(TestChromeFile)
#include "tst_chromefile.moc"
