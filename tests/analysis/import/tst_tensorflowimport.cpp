// Profiles of TensorFlow: the recording contains what an independent walk over the bytes finds in the file.

#include "analysis/import/importer.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/totals/importtotals.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>
#include <string>

using namespace stepscope;

namespace {

/// Encodes protobuf messages by hand.
std::string varint(std::uint64_t value)
{
    std::string bytes;
    for (; value > 127; value >>= 7U)
        bytes += static_cast<char>((value & 127U) | 128U);
    return bytes + static_cast<char>(value);
}
std::string number(int field, std::uint64_t value)
{
    return varint(static_cast<std::uint64_t>(field) << 3U) + varint(value);
}
std::string text(int field, const std::string& value)
{
    return varint(static_cast<std::uint64_t>(field) << 3U | 2U) + varint(value.size()) + value;
}

constexpr std::uint64_t kStart = 1'509'480'075'818'961; // us since 1970

std::string node(const std::string& name, const std::string& label, std::uint64_t start, std::uint64_t duration,
                 std::uint64_t thread)
{
    return text(2, text(1, name) + number(2, kStart + start) + number(3, 1) + number(5, duration) + text(8, label) +
                       number(10, thread) + text(99, "a field of a later version"));
}

std::string stepStats()
{
    return text(1, text(1, "/job:localhost/replica:0/task:0/device:CPU:0") +
                       node("a/MatMul", "a/MatMul = MatMul(x, w)", 0, 50, 7) +
                       node("a/Relu", "a/Relu = Relu(a/MatMul)", 10, 20, 7) +
                       node("b/Add", "b/Add = Add(y)", 5, 30, 8) + text(3, number(1, 7) + text(2, "worker"))) +
           text(1, text(1, "/device:GPU:0/stream:15") + node("a/MatMul:MatMul", "", 20, 25, 0) +
                       node("b/Add:Add", "", 46, 20, 0));
}

std::string event(std::uint64_t metadata, std::uint64_t offsetPs, std::uint64_t durationPs,
                  const std::string& more = {})
{
    return text(4, number(1, metadata) + number(2, offsetPs) + number(3, durationPs) + more);
}
std::string name(int field, std::uint64_t id, const std::string& value)
{
    return text(field, number(1, id) + text(2, number(1, id) + text(2, value)));
}

std::string hostPlane()
{
    return text(1, number(1, 1) + text(2, "/host:CPU") +
                       text(3, number(1, 33) + text(2, "python") + number(3, 5000) +
                                   event(1, 1'000'000, 90'000'000, text(4, number(1, 9) + number(4, 12))) +
                                   event(2, 2'000'600, 3'000'500) + text(4, number(1, 2) + number(5, 10))) +
                       name(4, 1, "train") + name(4, 2, "MatMul") + name(5, 9, "step_num"));
}

std::string xspace()
{
    const std::string gpu = text(1, text(2, "/device:GPU:0") +
                                        text(3, number(1, 14) + text(2, "Stream #14(compute)") + number(3, 5000) +
                                                    event(5, 4'000'000, 7'000'000)) +
                                        text(3, number(1, 15) + text(2, "Stream #15(MemcpyH2D)") + number(3, 5000) +
                                                    event(6, 3'000'000, 1'000'000)) +
                                        name(4, 5, "volta_sgemm") + name(4, 6, "MemcpyH2D"));
    return hostPlane() + gpu + text(2, "an error of the profiler");
}

} // namespace

class TestTensorFlowImport : public QObject
{
    Q_OBJECT

private:
    std::filesystem::path write(const char* file, const std::string& bytes)
    {
        const std::string path = m_folder.filePath(QString::fromLatin1(file)).toStdString();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    format::Result<analysis::ImportSummary> import(const std::vector<std::filesystem::path>& files)
    {
        m_output = m_folder.filePath(QStringLiteral("out%1.stepscope").arg(++m_number)).toStdString();
        return analysis::importFiles({.files = files}, m_output);
    }
    trace::TraceView imported(const std::vector<std::filesystem::path>& files)
    {
        const auto summary = import(files);
        if (!summary.ok())
            qFatal("%s", summary.error().text.c_str());
        const auto verdict = analysis::verifyRecording(m_output);
        const auto view = trace::loadRecording(m_output);
        if (!view.ok() || !verdict.ok() || !verdict->good)
            qFatal("the recording is damaged");
        return *view;
    }

    QTemporaryDir m_folder;
    int m_number = 0;
    std::string m_output;

private slots:
    void realFiles()
    {
        const auto folder = testing::corpusFolder() / "tf_runmetadata";
        if (!std::filesystem::is_directory(folder))
            QSKIP("the folder of real files is not there: set STEPSCOPE_CORPUS to read it");
        const auto view = imported({folder / "simple_stepstats.pbtxt"});
        QCOMPARE(testing::firstDifference(testing::independentTotals(folder / "simple_stepstats.pbtxt"),
                                          testing::recordedTotals(m_output)),
                 QString());
        QCOMPARE(view.stepCount(), std::size_t{1});
        const auto graph = import({folder / "simple_timeline_graph.pbtxt"});
        QVERIFY(!graph.ok());
        QVERIFY2(graph.error().text.find("contains no times") != std::string::npos, graph.error().text.c_str());
    }

    void runMetadata()
    {
        const auto path = write("run.pb", text(1, stepStats()) + text(3, "a graph"));
        const auto view = imported({path});
        QCOMPARE(testing::firstDifference(testing::independentTotals(path), testing::recordedTotals(m_output)),
                 QString());
        QCOMPARE(view.header().startRealtime, static_cast<std::int64_t>(kStart) * 1000);
        QCOMPARE(view.stepCount(), std::size_t{1});
        QCOMPARE(view.step(0).end - view.step(0).start, std::int64_t{66'000});
        QCOMPARE(view.lanes().size(), std::size_t{3});
        QVERIFY(view.lanes()[0].info().name.ends_with("worker"));
        QCOMPARE(view.lanes()[0].span(1).depth, std::uint8_t{1});
        QCOMPARE(view.opName(view.lanes()[0].span(0).op), std::string_view("MatMul"));
        QCOMPARE(view.opModule(view.lanes()[0].span(0).op), std::string_view("a/MatMul"));
        QCOMPARE(view.lanes()[2].info().kind, format::Lane::Kind::GpuStream);
        QVERIFY(view.losses().empty());
        // Without threads, ops that overlap get lanes of their own.
        const std::string old =
            text(1, text(1, "/cpu:0") + node("a", "", 0, 50, 0) + node("b", "", 10, 20, 0) + node("c", "", 40, 30, 0));
        const auto apart = imported({write("old.pb", text(1, old))});
        QCOMPARE(apart.lanes().size(), std::size_t{2});
        QCOMPARE(apart.lanes()[1].size(), std::size_t{2});
        // StepStats alone; and each file of several is a step.
        QCOMPARE(imported({write("stats.pb", stepStats())}).spanCount(), view.spanCount());
        QCOMPARE(imported({path, path}).stepCount(), std::size_t{2});
    }

    /// The names of the files of a run may be in another order than its steps.
    void runsInAnyOrder()
    {
        std::vector<std::filesystem::path> files;
        for (const int run : {10, 2, 7}) {
            const std::string device =
                text(1, text(1, "/cpu:0") + node("a", "", static_cast<std::uint64_t>(run) * 1000, 50, 3));
            files.push_back(write(("run" + std::to_string(run) + ".pb").c_str(), text(1, device)));
        }
        const auto view = imported(files);
        QCOMPARE(view.stepCount(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(view.step(i).index, std::uint64_t{i});
            QCOMPARE(view.step(i).start, view.lanes()[0].span(i).start);
        }
        QVERIFY(view.losses().empty());
    }

    /// Only the op or event whose bytes are wrong is lost.
    void damagedOps()
    {
        const std::string wrong = text(2, text(1, "b") + varint(2U << 3U | 2U) + varint(1000));
        const auto ops = imported({write("ops.pb", text(1, text(1, text(1, "/cpu:0") + node("a", "", 0, 50, 3) + wrong +
                                                                       node("c", "", 60, 50, 3))))});
        QCOMPARE(ops.spanCount(), std::uint64_t{2});
        QCOMPARE(ops.losses().size(), std::size_t{1});
        QCOMPARE(ops.losses()[0].what, std::string("spans"));
        const std::string line = text(3, text(2, "python") + number(3, 5000) + ::event(1, 1000, 9000) +
                                             text(4, varint(4U << 3U | 2U) + varint(77)) + ::event(1, 20'000, 9000));
        const auto events = imported({write("events.pb", text(1, text(2, "/host:CPU") + line + name(4, 1, "a")))});
        QCOMPARE(events.spanCount(), std::uint64_t{2});
        QCOMPARE(events.losses().size(), std::size_t{1});
        QCOMPARE(events.losses()[0].what, std::string("spans"));
    }

    void xSpace()
    {
        const auto path = write("host.xplane.pb", xspace());
        const auto view = imported({path});
        // The independent script counts the event without a time, too.
        QStringList expected = testing::independentTotals(path);
        expected.replaceInStrings("span\top\tMatMul\t2\t3001", "span\top\tMatMul\t1\t3001");
        QCOMPARE(testing::firstDifference(expected, testing::recordedTotals(m_output)), QString());
        QCOMPARE(view.lanes()[0].info().name, std::string("/host:CPU python"));
        QCOMPARE(view.lanes()[0].span(1).start, std::int64_t{1001});
        QCOMPARE(view.stepCount(), std::size_t{1});
        QCOMPARE(view.step(0).index, std::uint64_t{12});
        QCOMPARE(view.losses().size(), std::size_t{1});
    }

    /// Within one line of one plane, which may be a file of gigabytes.
    void cancellation()
    {
        std::string events;
        for (std::uint64_t i = 0; i < 100'000; ++i)
            events += ::event(1, i * 2000, 1000);
        const auto path = write("long.xplane.pb",
                                text(1, text(2, "/host:CPU") + text(3, text(2, "python") + events) + name(4, 1, "op")));
        m_output = m_folder.filePath(QStringLiteral("cancelled.stepscope")).toStdString();
        double reached = 0;
        const auto summary = analysis::importFiles({.files = {path}}, m_output, [&](double share) {
            reached = share;
            return share < 0.2;
        });
        QVERIFY(!summary.ok());
        QCOMPARE(summary.error().code, format::Error::Code::Cancelled);
        QVERIFY2(reached < 0.3, qPrintable(QString::number(reached)));
        QVERIFY(!std::filesystem::exists(m_output));
    }

    /// Lines begin at the time since 1970, or since the begin of the profile.
    void timesSince1970()
    {
        constexpr std::uint64_t kReal = 1'700'000'000'000'000'000;
        const auto lineAt = [](std::uint64_t start) {
            return text(3, text(2, "python") + number(3, start) + ::event(1, 1000, 9000));
        };
        const auto view =
            imported({write("real.xplane.pb", text(1, text(2, "/host:CPU") + lineAt(kReal) + lineAt(1ULL << 62U) +
                                                          lineAt(0ULL - (1ULL << 63U)) + name(4, 1, "a")))});
        QCOMPARE(view.spanCount(), std::uint64_t{1});
        QCOMPARE(view.header().startRealtime, static_cast<std::int64_t>(kReal + 1));
        QCOMPARE(view.losses().size(), std::size_t{1});
        QCOMPARE(view.losses()[0].count, std::uint64_t{2});
    }

    void damagedFiles()
    {
        const std::string error = text(2, "an error of the profiler");
        const std::set<std::size_t> ends{hostPlane().size(), xspace().size() - error.size()};
        int imports = 0;
        for (const std::string& whole : {text(1, stepStats()), xspace()}) {
            for (std::size_t size = 1; size < whole.size(); ++size) {
                const auto summary = import({write("cut.pb", whole.substr(0, size))});
                // At the end of a plane, the rest is not missed.
                if (summary.ok() && !ends.contains(size))
                    QVERIFY2(!trace::loadRecording(m_output)->losses().empty(), qPrintable(QString::number(size)));
                else if (!summary.ok())
                    QVERIFY(summary.error().text.find('\n') == std::string::npos);
                imports += summary.ok() ? 1 : 0;
            }
        }
        QVERIFY(imports > 100);
        const auto bad =
            import({write("bad.pbtxt", "dev_stats {\n  device: \"/cpu:0\"\n  node_stats { node_name: \"a\" all_st")});
        QVERIFY(!bad.ok() && bad.error().text.find('\n') == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestTensorFlowImport)
#include "tst_tensorflowimport.moc"
