#include "analysis/import/decimal.h"
#include "analysis/import/importer.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/decodedrecording.h"
#include "tests/support/totals/importtotals.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <zlib.h>

using namespace stepscope;

namespace {

/// Spans by name, and counters, of the lines of totals.
QStringList byName(const QStringList& totals)
{
    std::map<QString, std::pair<quint64, qint64>> spans;
    QStringList lines;
    for (const QString& line : totals) {
        const QStringList fields = line.split('\t');
        if (fields.front() == "span") {
            auto& entry = spans[fields[2]];
            entry.first += fields[3].toULongLong();
            entry.second += fields[4].toLongLong();
        } else if (fields.front() == "counter") {
            lines += line;
        }
    }
    for (const auto& [name, entry] : spans)
        lines += QString("span\t%1\t%2\t%3").arg(name).arg(entry.first).arg(entry.second);
    return lines;
}

/// Kernels of each stream of PyTorch.
QStringList kernelsOf(const testing::DecodedRecording& recording)
{
    std::map<std::pair<quint64, quint64>, int> kernels;
    for (const format::SpanBlock& block : recording.spans) {
        const auto lane = std::find_if(recording.lanes.begin(), recording.lanes.end(),
                                       [&](const format::Lane& other) { return other.id == block.lane; });
        for (const std::uint32_t op : block.ops) {
            if (recording.category(op) == "kernel")
                ++kernels[{lane->process, lane->thread}];
        }
    }
    QStringList lines;
    for (const auto& [place, count] : kernels)
        lines += QString("kernels\t%1\t%2\t%3").arg(place.first).arg(place.second).arg(count);
    return lines;
}

std::uint64_t lost(const trace::TraceView& view, std::string_view what)
{
    std::uint64_t count = 0;
    for (const trace::Loss& loss : view.losses())
        count += loss.what == what ? loss.count : 0;
    return count;
}

/// Instants by name, and arrows: the links and those that are counted as losses.
QStringList othersOf(const trace::TraceView& view)
{
    std::map<std::string, int> instants;
    for (std::size_t i = 0; i < view.eventCount(); ++i) {
        if (view.event(i).kind == "mark")
            ++instants[std::string(view.event(i).text)];
    }
    QStringList lines;
    for (const auto& [name, count] : instants)
        lines += QString("instant\t%1\t%2").arg(QString::fromStdString(name)).arg(count);
    lines += QString("arrows\t%1").arg(view.linkCount() + lost(view, "links"));
    return lines;
}

const trace::LaneView& laneOf(const trace::TraceView& view, std::string_view name)
{
    const auto& lanes = view.lanes();
    return *std::find_if(lanes.begin(), lanes.end(), [&](const auto& lane) { return lane.info().name == name; });
}

bool hasLane(const trace::TraceView& view, std::string_view name)
{
    const auto& lanes = view.lanes();
    return std::any_of(lanes.begin(), lanes.end(), [&](const auto& lane) { return lane.info().name == name; });
}

} // namespace

/// A recording imported from a trace contains its data, exact to the nanosecond, and reports unsupported data.
class TestChromeTraceImport : public QObject
{
    Q_OBJECT

private slots:
    void timesAreExact_data();
    void timesAreExact();
    void spansOfPyTorch();
    void timelinesOfTensorFlow();
    void beginsAndEnds();
    void beginsAndEndsInAnyOrder();
    void arrowsOfSpans();
    void countersWithManySeries();
    void countersOfSeveralProcesses();
    void seriesThatAreNoNumbers();
    void countersBecomeChannels();
    void memoryOfPyTorch();
    void arraysWithoutAnEnd();
    void packedFiles();
    void filesWithoutLimit();
    void countsUnsupportedEvents();
    void asynchronousSpans();
    void stepsOfOtherPrograms();
    void overlapsGoDeeper();
    void othersAreRefused();
    void realTraces();

private:
    format::Result<analysis::ImportSummary> import(const std::string& text);
    trace::TraceView viewOf(const std::string& text);

    QTemporaryDir m_folder;
    int m_number = 0;
    std::filesystem::path m_output;
};

format::Result<analysis::ImportSummary> TestChromeTraceImport::import(const std::string& text)
{
    const std::string name = m_folder.filePath(QStringLiteral("trace%1").arg(++m_number)).toStdString();
    std::ofstream(name + ".json", std::ios::binary) << text;
    m_output = name + ".stepscope";
    return analysis::importFiles({{name + ".json"}, {}}, m_output);
}

trace::TraceView TestChromeTraceImport::viewOf(const std::string& text)
{
    const auto summary = import(text);
    if (!summary.ok())
        qWarning("%s", summary.error().text.c_str());
    const auto view = trace::loadRecording(m_output);
    const auto verdict = analysis::verifyRecording(m_output);
    return view.ok() && verdict.ok() && verdict->good ? *view : trace::TraceView();
}

void TestChromeTraceImport::timesAreExact_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("ns");
    const auto row = [](const char* text, qint64 ns) { QTest::newRow(text) << QString::fromLatin1(text) << ns; };
    row("0", 0);
    row("1672922071238143", 1672922071238143000);
    row("6018900123456.789", 6018900123456789);
    row("1672922071238143.001", 1672922071238143001); // not representable as a double
    row("102.95699890136719", 102957);
    row("-3.0004", -3000);
    row("-3.0005", -3001);
    row("1.5e3", 1'500'000);
    row("25E-1", 2500);
    row("0.0000000001", 0);
    row("9223372036854775", 9223372036854775000);
    row("0e400", 0);
    for (const char* const wrong : {"", "-", ".", "now", "1e30", "9223372036854776", "1.5x", "1e", "1e99999"})
        QTest::newRow(*wrong ? wrong : "nothing") << QString::fromLatin1(wrong) << qint64{INT64_MIN};
}

void TestChromeTraceImport::timesAreExact()
{
    QFETCH(QString, text);
    QFETCH(qint64, ns);
    const auto found = analysis::nanosecondsOf(text.toStdString());
    QCOMPARE(found.value_or(INT64_MIN), std::int64_t{ns});
}

void TestChromeTraceImport::spansOfPyTorch()
{
    const auto view = viewOf(R"json({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "a GPU"}],
        "baseTimeNanoseconds": 1700000000000000000, "traceEvents": [
        {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#7", "pid": 10, "tid": 10, "ts": 1000.0, "dur": 900.5},
        {"ph": "X", "cat": "cpu_op", "name": "aten::conv2d", "pid": 10, "tid": 10, "ts": 1010.123, "dur": 500.25,
         "args": {"External id": 5, "Input Dims": [[32, 3, 224, 224], [64, 3, 7, 7], [], []], "Input type": ["float"]}},
        {"ph": "X", "cat": "cpu_op", "name": "aten::mkldnn", "pid": 10, "tid": 10, "ts": 1020, "dur": 400},
        {"ph": "X", "cat": "kernel", "name": "sgemm", "pid": 0, "tid": 7, "ts": 1500, "dur": 300, "args": {"stream": 7}},
        {"ph": "X", "cat": "gpu_user_annotation", "name": "ProfilerStep#7", "pid": 0, "tid": 7, "ts": 1400, "dur": 450},
        {"ph": "s", "id": 1, "pid": 10, "tid": 10, "ts": 1010.5, "cat": "ac2g", "name": "ac2g"},
        {"ph": "f", "id": 1, "pid": 0, "tid": 7, "ts": 1500, "cat": "ac2g", "name": "ac2g", "bp": "e"},
        {"ph": "i", "s": "g", "name": "Iteration Start: PyTorch Profiler", "pid": "Traces", "tid": "Trace", "ts": 1001},
        {"ph": "M", "name": "process_name", "pid": 10, "tid": 0, "ts": 0, "args": {"name": "python"}},
        {"ph": "M", "name": "process_labels", "pid": 0, "tid": 0, "ts": 0, "args": {"labels": "GPU 0"}},
        {"ph": "M", "name": "thread_name", "pid": 10, "tid": 10, "ts": 0, "args": {"name": "thread 10 (python)"
}
},
        {"ph": "M", "name": "thread_name", "pid": 0, "tid": 7, "ts": 0, "args": {"name": "stream 7 "}},
        {"ph": "M", "name": "process_sort_index", "pid": 10, "tid": 0, "ts": 0, "args": {"sort_index": 99}}
        ]
})json");
    QCOMPARE(view.spanCount(), std::uint64_t{5});
    QCOMPARE(view.lanes().size(), std::size_t{2});
    QCOMPARE(view.lanes()[0].info().name, std::string("GPU 0 stream 7")); // sorted before index 99
    QCOMPARE(view.lanes()[0].info().kind, format::Lane::Kind::GpuStream);
    QCOMPARE(view.lanes()[0].info().thread, std::uint64_t{7});
    const trace::LaneView& lane = laneOf(view, "thread 10 (python)");
    QCOMPARE(lane.size(), std::size_t{3});
    const trace::SpanRecord conv = lane.span(1);
    QCOMPARE(conv.start, std::int64_t{10'123});
    QCOMPARE(conv.duration, std::int64_t{500'250});
    QCOMPARE(conv.depth, std::uint8_t{1});
    QCOMPARE(view.opName(conv.op), std::string_view("aten::conv2d"));
    QCOMPARE(view.opShapes(conv.op), std::string_view("[32,3,224,224],[64,3,7,7]"));
    const testing::DecodedRecording recording = testing::decodeRecording(m_output.string());
    QCOMPARE(recording.category(conv.op), std::string("op"));
    QCOMPARE(lane.span(2).depth, std::uint8_t{2});
    QCOMPARE(recording.category(view.lanes()[0].span(1).op), std::string("kernel"));
    QCOMPARE(view.stepCount(), std::size_t{1});
    QCOMPARE(view.step(0).index, std::uint64_t{7});
    QCOMPARE(view.step(0).end, std::int64_t{900'500});
    QCOMPARE(view.header().startRealtime - view.header().startMonotonic, std::int64_t{1700000000001000000});
    QVERIFY(view.losses().empty());
    QCOMPARE(view.eventCount(), std::size_t{1});
    // The arrow links the innermost span around its start to the kernel.
    QCOMPARE(view.linkCount(), std::uint64_t{1});
    const auto links = view.linksTo(0, {0, 1'000'000}, 10);
    QCOMPARE(links.size(), std::size_t{1});
    QCOMPARE(links.front().from, std::int64_t{10'123});
    QCOMPARE(links.front().to, std::int64_t{500'000});
}

void TestChromeTraceImport::timelinesOfTensorFlow()
{
    const auto view = viewOf(R"({"traceEvents": [
        {"name": "process_name", "ph": "M", "pid": 1, "args": {"name": "/device:GPU:0/stream:15 Compute"}},
        {"name": "process_name", "ph": "M", "pid": 2, "args": {"name": "/job:localhost/device:CPU:0 Compute"}},
        {"cat": "Op", "ph": "X", "name": "MatMul", "pid": 1, "tid": 0, "ts": 1509476025626632, "dur": 8,
         "args": {"name": "layer1/MatMul", "op": "MatMul", "input0": "x"}},
        {"cat": "Op", "ph": "X", "name": "Relu", "pid": 2, "tid": 1, "ts": 1509476025626650, "dur": 2,
         "args": {"name": "layer1/Relu", "op": "Relu"}}]})");
    const trace::LaneView& gpu = laneOf(view, "/device:GPU:0/stream:15 Compute 0");
    QCOMPARE(gpu.info().kind, format::Lane::Kind::GpuStream);
    QCOMPARE(gpu.span(0).duration, std::int64_t{8000});
    QCOMPARE(view.opName(gpu.span(0).op), std::string_view("MatMul"));
    QCOMPARE(view.opModule(gpu.span(0).op), std::string_view("layer1/MatMul"));
    QCOMPARE(testing::decodeRecording(m_output.string()).category(gpu.span(0).op), std::string("kernel"));
    const trace::LaneView& cpu = laneOf(view, "/job:localhost/device:CPU:0 Compute 1");
    QCOMPARE(cpu.info().kind, format::Lane::Kind::Thread);
    QCOMPARE(cpu.span(0).start, std::int64_t{18'000});
    QCOMPARE(view.header().startRealtime, std::int64_t{1509476025626632000});
}

void TestChromeTraceImport::beginsAndEnds()
{
    const auto view =
        viewOf(R"([{"ph":"B","name":"a","pid":1,"tid":1,"ts":0},{"ph":"B","name":"b","pid":1,"tid":1,"ts":2},
        {"ph":"E","name":"z","pid":1,"tid":1,"ts":5},{"ph":"E","name":"a","pid":1,"tid":1,"ts":9},
        {"ph":"E","pid":1,"tid":1,"ts":10},
        {"ph":"B","name":"c","pid":1,"tid":1,"ts":12},{"ph":"X","name":"d","pid":1,"tid":1,"ts":13,"dur":4}])");
    const trace::LaneView& lane = view.lanes().front();
    QCOMPARE(lane.size(), std::size_t{4});
    QCOMPARE(lane.span(0).duration, std::int64_t{9000});
    QCOMPARE(lane.span(1).duration, std::int64_t{3000});
    QCOMPARE(lane.span(1).depth, std::uint8_t{1});
    QCOMPARE(lane.span(2).duration, std::int64_t{5000}); // until the last event of the thread
    QCOMPARE(lost(view, "ends"), std::uint64_t{1});
    QCOMPARE(lost(view, "names"), std::uint64_t{1});
    QCOMPARE(lost(view, "spans"), std::uint64_t{1});
    // Where one begins when another ends, the names say which one that is.
    const auto named =
        viewOf(R"([{"ph":"B","name":"a","pid":1,"tid":1,"ts":0},{"ph":"B","name":"b","pid":1,"tid":1,"ts":5},
        {"ph":"E","name":"a","pid":1,"tid":1,"ts":5},{"ph":"E","name":"b","pid":1,"tid":1,"ts":8}])");
    QCOMPARE(named.lanes().front().span(0).duration, std::int64_t{5000});
    QCOMPARE(named.lanes().front().span(1).duration, std::int64_t{3000});
    QCOMPARE(lost(named, "names"), std::uint64_t{0});
}

/// The format permits events in any order; those of one time are in the order of the file.
void TestChromeTraceImport::beginsAndEndsInAnyOrder()
{
    const auto view = viewOf(R"([{"ph":"E","pid":1,"tid":1,"ts":7},{"ph":"B","name":"in","pid":1,"tid":1,"ts":5},
        {"ph":"E","pid":1,"tid":1,"ts":10},{"ph":"B","name":"out","pid":1,"tid":1,"ts":0},
        {"ph":"B","name":"next","pid":1,"tid":1,"ts":10},{"ph":"E","pid":1,"tid":1,"ts":12}])");
    const trace::LaneView& lane = view.lanes().front();
    QCOMPARE(lane.size(), std::size_t{3});
    QCOMPARE(view.opName(lane.span(0).op), std::string_view("out"));
    QCOMPARE(lane.span(0).duration, std::int64_t{10'000});
    QCOMPARE(view.opName(lane.span(1).op), std::string_view("in"));
    QCOMPARE(lane.span(1).duration, std::int64_t{2000});
    QCOMPARE(lane.span(1).depth, std::uint8_t{1});
    QCOMPARE(lane.span(2).depth, std::uint8_t{0});
    QVERIFY(view.losses().empty());
}

/// Chrome's arrows between spans of phase X, without events for their ends.
void TestChromeTraceImport::arrowsOfSpans()
{
    const auto view = viewOf(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":9,"bind_id":"0x5","flow_out":true},
        {"ph":"X","name":"b","pid":1,"tid":2,"ts":20,"dur":9,"bind_id":"0x5","flow_in":true,"flow_out":true},
        {"ph":"X","name":"c","pid":1,"tid":3,"ts":30,"dur":9,"bind_id":"0x5","flow_in":true},
        {"ph":"X","name":"d","pid":1,"tid":3,"ts":50,"dur":9,"bind_id":"0x6","flow_in":true}])");
    QCOMPARE(view.linkCount(), std::uint64_t{2});
    QCOMPARE(lost(view, "links"), std::uint64_t{1});
}

void TestChromeTraceImport::countersWithManySeries()
{
    std::string args;
    for (int i = 0; i < 100; ++i)
        args += (i > 0 ? ",\"s" : "\"s") + std::to_string(i) + "\":1";
    const auto view = viewOf(R"([{"ph":"C","name":"c","pid":1,"ts":1,"args":{)" + args + "}}]");
    QCOMPARE(view.channels().size(), std::size_t{64});
    QCOMPARE(lost(view, "samples"), std::uint64_t{36});
}

void TestChromeTraceImport::countersOfSeveralProcesses()
{
    const auto view = viewOf(R"([{"ph":"C","name":"mem","pid":1,"ts":0,"args":{"v":1000}},
        {"ph":"C","name":"mem","pid":2,"ts":0,"args":{"v":2000}},{"ph":"C","name":"mem","pid":1,"ts":1,"args":{"v":3}}])");
    QCOMPARE(view.channels().size(), std::size_t{2});
    QCOMPARE(view.channels()[0].size(), std::size_t{2});
    QCOMPARE(view.channels()[1].info().name, std::string("mem v (process 2)"));
    QCOMPARE(view.channels()[1].value(0), 2000.0);
}

void TestChromeTraceImport::seriesThatAreNoNumbers()
{
    const std::string event =
        R"({"ph":"C","name":"c","pid":1,"ts":1,"args":{"a":1,"b":"x","c":null,"d":[2,3],"e":true,"f":{"g":4}}})";
    for (const char* const end : {"]", ""}) { // by both readers
        const auto view = viewOf("[" + event + "," + event + end);
        QCOMPARE(view.channels().size(), std::size_t{1});
        QCOMPARE(lost(view, "samples"), std::uint64_t{10});
    }
}

void TestChromeTraceImport::countersBecomeChannels()
{
    const auto view = viewOf(R"([{"ph":"C","name":"memory","pid":1,"ts":10,"args":{"cpu":1000000,"gpu":5}},
        {"ph":"C","name":"memory","pid":1,"ts":30,"args":{"cpu":3000000,"gpu":7}},
        {"ph":"C","name":"memory","pid":1,"ts":20,"args":{"cpu":2000000}},
        {"ph":"C","name":"load","pid":1,"ts":20,"args":{"load":0.125}},{"ph":"C","name":"none","pid":1,"ts":20}])");
    QCOMPARE(view.channels().size(), std::size_t{3});
    const trace::ChannelView& cpu = view.channels()[0];
    QCOMPARE(cpu.info().name, std::string("memory cpu"));
    QCOMPARE(cpu.size(), std::size_t{3});
    QCOMPARE(cpu.time(2), std::int64_t{20'000});
    QCOMPARE(cpu.value(1), 2e6);
    QCOMPARE(view.channels()[2].info().name, std::string("load"));
    QVERIFY(std::abs(view.channels()[2].value(0) - 0.125) < 1e-15);
    QCOMPARE(lost(view, "samples"), std::uint64_t{1});
}

void TestChromeTraceImport::memoryOfPyTorch()
{
    const auto view = viewOf(R"([{"ph":"i","name":"[memory]","pid":1,"tid":1,"ts":1,
        "args":{"Total Reserved":300,"Total Allocated":200,"Bytes":4,"Device Id":0,"Device Type":1}},
        {"ph":"i","name":"[memory]","pid":1,"tid":1,"ts":2,"args":{"Bytes":4,"Device Id":-1,"Device Type":0}}])");
    QCOMPARE(view.channels().size(), std::size_t{2});
    QCOMPARE(view.channels()[0].info().name, std::string("allocated GPU 0"));
    QCOMPARE(view.channels()[0].value(0), 200.0);
    QCOMPARE(view.channels()[1].info().unit, std::string("B"));
    QCOMPARE(lost(view, "events"), std::uint64_t{1});
}

void TestChromeTraceImport::arraysWithoutAnEnd()
{
    const std::string two = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":5},
        {"ph":"X","name":"b","pid":1,"tid":1,"ts":10,"dur":5})";
    for (const char* const end : {"]", "", ",", ",\n"}) {
        const auto view = viewOf(two + end);
        QCOMPARE(view.spanCount(), std::uint64_t{2});
        QVERIFY2(view.losses().empty(), end);
    }
    const auto view = viewOf(two + R"(,{"ph":"X","na)");
    QCOMPARE(view.spanCount(), std::uint64_t{2});
    QCOMPARE(lost(view, "tail"), std::uint64_t{1});
    // After invalid JSON, the events before it are kept, and one line contains the position.
    const std::string broken = two + R"(,{"ph":"X", name: "c"},{"ph":"X","name":"d","pid":1,"tid":1,"ts":20}])";
    const auto damaged = viewOf(broken);
    QCOMPARE(damaged.spanCount(), std::uint64_t{2});
    QCOMPARE(lost(damaged, "tail"), std::uint64_t{1});
    const auto summary = import(broken);
    QVERIFY(summary.ok());
    const QString line = QString::fromStdString(summary->text);
    QVERIFY2(line.contains("2 spans") && line.contains("the events before it are kept"), qPrintable(line));
    const auto at = QRegularExpression("byte ([0-9]+) is not valid JSON").match(line).captured(1).toLongLong();
    QVERIFY2(std::abs(at - static_cast<qint64>(two.size() + 11)) <= 3, qPrintable(line));
    QVERIFY(!line.contains(QLatin1Char('\n')));
    // Without a valid event there is no recording but an error.
    const auto none = import(R"([{"ph" "X"}])");
    QVERIFY(!none.ok());
    QVERIFY2(none.error().text.find("no trace event") != std::string::npos, none.error().text.c_str());
}

void TestChromeTraceImport::packedFiles()
{
    std::string text = "[";
    for (int i = 0; i < 20'000; ++i)
        text += R"({"ph":"X","name":"op)" + std::to_string(i % 50) + R"(","pid":1,"tid":1,"ts":)" +
                std::to_string(i * 10) + R"(,"dur":7},)";
    text.back() = ']';
    const std::string name = m_folder.filePath(QStringLiteral("packed.json.gz")).toStdString();
    gzFile packed = gzopen(name.c_str(), "wb");
    gzwrite(packed, text.data(), static_cast<unsigned>(text.size()));
    gzclose(packed);
    const std::string output = name + ".stepscope";
    double share = 0;
    QVERIFY(analysis::importFiles({{name}, {}}, output, [&](double done) {
                share = done;
                return true;
            }).ok());
    QVERIFY(share > 0);
    QCOMPARE(trace::loadRecording(output)->spanCount(), std::uint64_t{20'000});
    QVERIFY(!analysis::importFiles({{name}, {}}, output + "2", [](double) { return false; }).ok());
    QVERIFY(!std::filesystem::exists(output + "2"));

    // A truncated file: data that can be decompressed is kept, the rest is reported.
    std::filesystem::resize_file(name, std::filesystem::file_size(name) * 2 / 3);
    const auto summary = analysis::importFiles({{name}, {}}, output + "3");
    QVERIFY(summary.ok());
    const auto view = trace::loadRecording(output + "3");
    QVERIFY(view->spanCount() > 5000 && view->spanCount() < 20'000);
    QCOMPARE(lost(*view, "tail"), std::uint64_t{1});
}

/// Neither a file that expands without limit nor one with a hole fills the memory.
void TestChromeTraceImport::filesWithoutLimit()
{
    const std::string bomb = m_folder.filePath(QStringLiteral("bomb.json.gz")).toStdString();
    const std::string begin = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":5})";
    const std::string event = R"(,{"ph":"X","ts":1})";
    std::string events;
    while (events.size() < std::size_t{1} << 20U)
        events += event;
    gzFile packed = gzopen(bomb.c_str(), "wb9");
    gzwrite(packed, begin.data(), static_cast<unsigned>(begin.size()));
    for (int i = 0; i < 300; ++i)
        gzwrite(packed, events.data(), static_cast<unsigned>(events.size()));
    gzclose(packed);
    const auto summary = analysis::importFiles({{bomb}, {}}, bomb + ".stepscope");
    QVERIFY(summary.ok());
    QVERIFY2(summary->text.find("250 times its size") != std::string::npos, summary->text.c_str());
    const auto view = trace::loadRecording(bomb + ".stepscope");
    QCOMPARE(lost(*view, "tail"), std::uint64_t{1});
    QVERIFY(view->spanCount() < (std::uint64_t{70} << 20U) / event.size());

    const std::string sparse = m_folder.filePath(QStringLiteral("sparse.json")).toStdString();
    std::ofstream(sparse, std::ios::binary) << begin << event;
    std::filesystem::resize_file(sparse, std::uintmax_t{5} << 30U);
    const auto ofSparse = analysis::importFiles({{sparse}, {}}, sparse + ".stepscope");
    QVERIFY(ofSparse.ok());
    QVERIFY2(ofSparse->text.find("byte " + std::to_string(begin.size() + event.size() + 1) + " is not valid JSON") !=
                 std::string::npos,
             ofSparse->text.c_str());
}

void TestChromeTraceImport::countsUnsupportedEvents()
{
    const auto view = viewOf(R"([5,"text",{"name":"no phase"},{"ph":"X","name":"no time","pid":1,"tid":1},
        {"ph":"X","name":"text","pid":1,"tid":1,"ts":"soon","dur":1},{"ph":"X","name":"neg","pid":1,"tid":1,"ts":5,"dur":-1},
        {"ph":"X","name":"none","pid":1,"tid":1,"ts":6},
        {"ph":"X","name":"far","pid":1,"tid":1,"ts":9e15,"dur":1},{"ph":"b","name":"async","pid":1,"tid":1,"ts":5,"id":"0x1"},
        {"ph":"X","name":"good","pid":"CPU functions","tid":"main","ts":"7.5","dur":1,"args":[1,[2]]},
        {"ph":"X","name":{"nested":[1,{"x":2}]},"pid":null,"tid":true,"ts":9,"dur":1}])");
    QCOMPARE(view.spanCount(), std::uint64_t{5});
    QVERIFY(hasLane(view, "CPU functions main"));
    QCOMPARE(lost(view, "events"), std::uint64_t{3}); // two that are not objects, one without a phase
    QCOMPARE(lost(view, "ends"), std::uint64_t{1});   // the asynchronous one
    QCOMPARE(lost(view, "spans"), std::uint64_t{3});
    QCOMPARE(lost(view, "durations"), std::uint64_t{2}); // one is negative, one is missing
}

void TestChromeTraceImport::asynchronousSpans()
{
    const auto view = viewOf(R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"server"}},
        {"ph":"b","cat":"net","name":"request","pid":1,"tid":1,"id":"0x1","ts":0},
        {"ph":"b","cat":"net","name":"parse","pid":1,"tid":2,"id":"0x1","ts":2},
        {"ph":"n","cat":"net","name":"first byte","pid":1,"tid":2,"id":"0x1","ts":3},
        {"ph":"e","cat":"net","name":"parse","pid":1,"tid":3,"id":"0x1","ts":4},
        {"ph":"b","cat":"net","name":"request","pid":1,"tid":1,"id2":{"local":"0x1"},"ts":3},
        {"ph":"e","cat":"net","name":"request","pid":1,"tid":1,"id":"0x1","ts":9},
        {"ph":"e","cat":"net","name":"request","pid":1,"tid":1,"id2":{"local":"0x1"},"ts":12},
        {"ph":"S","cat":"old","name":"job","pid":1,"tid":1,"id":7,"ts":1},{"ph":"F","cat":"old","name":"job","pid":1,"tid":1,"id":7,"ts":6},
        {"ph":"e","cat":"net","name":"request","pid":1,"tid":1,"id":"0x9","ts":9}])");
    QCOMPARE(view.spanCount(), std::uint64_t{4});
    QCOMPARE(view.lanes().size(), std::size_t{3}); // ids that overlap have lanes of their own
    const trace::LaneView& lane = laneOf(view, "server net (asynchronous)");
    QCOMPARE(lane.span(0).duration, std::int64_t{9000});
    QCOMPARE(lane.span(1).duration, std::int64_t{2000});
    QCOMPARE(lane.span(1).depth, std::uint8_t{1});
    QCOMPARE(laneOf(view, "server net 2 (asynchronous)").span(0).duration, std::int64_t{9000});
    QCOMPARE(laneOf(view, "server old (asynchronous)").span(0).duration, std::int64_t{5000});
    QCOMPARE(view.eventCount(), std::size_t{2}); // the mark, and the loss
    QCOMPARE(lost(view, "spans"), std::uint64_t{1});
    QCOMPARE(lost(view, "places"), std::uint64_t{0});
}

void TestChromeTraceImport::stepsOfOtherPrograms()
{
    const auto numbered = viewOf(R"([{"ph":"X","name":"iteration 4","pid":1,"tid":1,"ts":0,"dur":9},
        {"ph":"X","name":"Optimizer.step#SGD.step","pid":1,"tid":1,"ts":5,"dur":2},
        {"ph":"B","name":"iteration 5","pid":1,"tid":1,"ts":10},{"ph":"E","pid":1,"tid":1,"ts":19}])");
    QCOMPARE(numbered.stepCount(), std::size_t{2});
    QCOMPARE(numbered.step(1).index, std::uint64_t{5});
    QCOMPARE(numbered.step(1).end, std::int64_t{19'000});
    const auto named = viewOf(R"([{"ph":"X","name":"Session.run","pid":1,"tid":1,"ts":0,"dur":9},
        {"ph":"X","name":"Optimizer.step#SGD.step","pid":1,"tid":1,"ts":5,"dur":2},
        {"ph":"X","name":"Session.run","pid":1,"tid":1,"ts":20,"dur":5}])");
    QCOMPARE(named.stepCount(), std::size_t{2});
    QCOMPARE(named.step(1).index, std::uint64_t{1});
    // A schedule of PyTorch's profiler skips steps, which is no damage.
    const auto scheduled = viewOf(R"([{"ph":"X","name":"ProfilerStep#3","pid":1,"tid":1,"ts":0,"dur":9},
        {"ph":"X","name":"ProfilerStep#8","pid":1,"tid":1,"ts":50,"dur":9}])");
    QCOMPARE(scheduled.stepCount(), std::size_t{2});
}

void TestChromeTraceImport::overlapsGoDeeper()
{
    const std::string longName(10'000, 'n');
    std::string deep = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"X","name":"b","pid":1,"tid":1,"ts":5,"dur":10},{"ph":"X","name":"c","pid":1,"tid":1,"ts":12,"dur":1},
        {"ph":"X","name":")" +
                       longName + R"(","pid":1,"tid":1,"ts":20,"dur":1})";
    for (int i = 0; i < 200; ++i)
        deep += R"(,{"ph":"X","name":"d","pid":1,"tid":2,"ts":)" + std::to_string(i) + R"(,"dur":)" +
                std::to_string(1000 - 2 * i) + "}";
    const auto view = viewOf(deep + "]");
    const trace::LaneView& lane = view.lanes()[0];
    QCOMPARE(lane.span(1).depth, std::uint8_t{1});
    QCOMPARE(lane.span(2).depth, std::uint8_t{2});
    QCOMPARE(lane.span(3).depth, std::uint8_t{0});
    QCOMPARE(view.opName(lane.span(3).op).size(), longName.size());
    QCOMPARE(view.lanes()[1].maxDepth(), std::uint8_t{199});
    QCOMPARE(lost(view, "places"), std::uint64_t{1});
}

void TestChromeTraceImport::othersAreRefused()
{
    for (const char* const text :
         {"{}", "[]", "[1,2]", "{\"name\": 5}", "some text", "{\"traceEvents\": []}", "{\"traceEvents\": 7}",
          "{\"traceEvents\": [", "[{\"ph\"", "\x1f\x8b", "\x1f\x8b\x08 this is not packed"}) {
        const auto summary = import(text);
        QVERIFY2(!summary.ok(), text);
        QVERIFY(summary.error().text.find('\n') == std::string::npos);
        QVERIFY(!std::filesystem::exists(m_output));
    }
}

void TestChromeTraceImport::realTraces()
{
    const std::filesystem::path corpus = testing::corpusFolder();
    if (!std::filesystem::is_directory(corpus / "pytorch_trace"))
        QSKIP("the folder of real traces is not there: set STEPSCOPE_CORPUS to read it");
    std::size_t files = 0;
    for (const char* const folder : {"pytorch_trace", "tf_timeline"}) {
        for (const auto& entry : std::filesystem::directory_iterator(corpus / folder)) {
            const std::string name = entry.path().filename().string();
            const std::string output = m_folder.filePath(QString::fromStdString(name)).toStdString() + ".stepscope";
            const auto summary = analysis::importFiles({{entry.path()}, {}}, output);
            QVERIFY2(summary.ok(), summary.ok() ? "" : summary.error().text.c_str());
            const auto verdict = analysis::verifyRecording(output);
            QVERIFY2(verdict.ok() && verdict->good, name.c_str());
            const auto view = trace::loadRecording(output);
            QVERIFY2(view.ok() && view->spanCount() > 0, name.c_str());
            QVERIFY(lost(*view, "steps") == 0);
            QStringList found = byName(testing::recordedTotals(output));
            QStringList expected = testing::independentTotals(entry.path(), QStringLiteral("chrome/tracetotals.py"));
            if (std::string_view(folder) == "pytorch_trace")
                found += kernelsOf(testing::decodeRecording(output));
            else
                expected.removeIf([](const QString& line) { return line.startsWith("kernels"); });
            found += othersOf(*view);
            QVERIFY2(testing::firstDifference(expected, found).isEmpty(),
                     qPrintable(entry.path().filename().c_str() + testing::firstDifference(expected, found)));
            qInfo("%s: %s", name.c_str(), summary->text.c_str());
            for (const trace::Loss& loss : view->losses())
                qInfo("    %llu %s %s", static_cast<unsigned long long>(loss.count), loss.what.c_str(),
                      loss.reason.c_str());
            ++files;
        }
    }
    QVERIFY(files > 20);
}

QTEST_GUILESS_MAIN(TestChromeTraceImport)
#include "tst_chrometraceimport.moc"
