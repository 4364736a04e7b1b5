// Several files of one run become one recording, aligned by their clocks or by the activity of the GPU.

#include "analysis/import/importer.h"
#include "analysis/import/recordingmerge.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"
#include "tests/analysis/import/burstyrun.h"
#include "tests/support/recordingbuilder.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace stepscope;

namespace {

constexpr double kSecond = 1e9;
using testing::Run;

/// A kernel, a range that looks like a step and a sample of a known name at this real time.
std::string kernelsAt(std::int64_t real)
{
    return "{\"baseTimeNanoseconds\":" + std::to_string(real) + R"(,"traceEvents":[
            {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":100},
            {"ph":"X","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":500},
            {"ph":"C","name":"VDD_IN","pid":1,"ts":2,"args":{"VDD_IN":1}}]})";
}

} // namespace

class TestImportMerge : public QObject
{
    Q_OBJECT

private:
    std::filesystem::path write(const char* name, const std::string& text)
    {
        const std::string path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

    trace::TraceView merged(const std::vector<std::filesystem::path>& files,
                            const std::map<std::filesystem::path, std::int64_t>& offsets = {})
    {
        const std::string output = m_folder.filePath(QStringLiteral("out%1.stepscope").arg(++m_number)).toStdString();
        const auto summary = analysis::importFiles({.files = files, .offsets = offsets}, output);
        if (!summary.ok())
            qFatal("%s", summary.error().text.c_str());
        m_summary = *summary;
        const auto verdict = analysis::verifyRecording(output);
        const auto view = trace::loadRecording(output);
        if (!view.ok() || !verdict.ok() || !verdict->good)
            qFatal("the recording is damaged");
        return *view;
    }

    /// Seconds by which the first kernel is late, against the samples of the log.
    static double lateness(const trace::TraceView& view, const Run& run, double begin)
    {
        const auto first =
            std::find_if(run.bursts.begin(), run.bursts.end(), [&](const auto& burst) { return burst.first >= begin; });
        for (const trace::ChannelView& channel : view.channels()) {
            if (channel.info().quantity == "gpu.utilization")
                return static_cast<double>(view.lanes().front().span(0).start - channel.time(0)) / kSecond -
                       (first->first - 1);
        }
        qFatal("no load");
    }

    std::string fault(const std::vector<std::filesystem::path>& files,
                      const std::map<std::filesystem::path, std::int64_t>& offsets = {})
    {
        const std::filesystem::path output = m_folder.filePath(QStringLiteral("fault.stepscope")).toStdString();
        const auto summary = analysis::importFiles({.files = files, .offsets = offsets}, output);
        if (std::filesystem::exists(output))
            return "the output was left";
        return summary.ok() ? std::string() : summary.error().text;
    }

    /// A run that began at `real`, with a marked step, an op, a sample and a monotonic clock that loses 1 ms in 10 s
    /// against the real time.
    std::filesystem::path recording(const char* name, std::int64_t real)
    {
        testing::RecordingBuilder builder;
        builder.describe().startMonotonic = 5'000'000'000;
        builder.describe().startRealtime = real;
        const auto power = builder.channel({.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 0.001});
        builder.clock({5'000'000'000, real, 100});
        builder.samples(power, {5'000'000'000, 6'000'000'000}, {5000, 5200});
        builder.lane({.id = 3, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "main"});
        builder.spans(3, {{5'100'000'000, 1000, builder.op("conv2d", "[1]"), 0}});
        builder.steps({{.index = 0, .start = 5'000'000'000, .end = 14'000'000'000}});
        builder.clock({14'999'000'000, real + 10'000'000'000, 100});
        builder.footer();
        const auto bytes = builder.bytes();
        return write(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    /// The load of the GPU every 100 ms, from 5 s of the monotonic clock on.
    std::filesystem::path recordingOf(const Run& run, const char* name, std::int64_t real)
    {
        constexpr std::int64_t kStart = 5'000'000'000;
        testing::RecordingBuilder builder;
        builder.describe().startMonotonic = kStart;
        builder.describe().startRealtime = real;
        const auto load = builder.channel({.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 0.001});
        builder.clock({kStart, real, 100});
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (int i = 1; i < 1500; ++i) {
            times.push_back(kStart + i * 100'000'000LL);
            values.push_back(std::llround(1000 * run.busy(i * 0.1 - 0.1, i * 0.1)));
        }
        builder.samples(load, times, values);
        builder.footer();
        const auto bytes = builder.bytes();
        return write(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    QTemporaryDir m_folder;
    int m_number = 0;
    analysis::ImportSummary m_summary;

private slots:
    void alignsByActivity()
    {
        for (const unsigned seed : {11U, 12U, 13U}) {
            const Run run(seed);
            const auto view = merged({write("a.log", run.log(-1)), write("a.json", run.trace(40, 110, 1234.5, 0))});
            const double late = lateness(view, run, 40);
            QVERIFY2(std::abs(late) < 1, qPrintable(QString::number(late)));
            QCOMPARE(m_summary.alignments.size(), std::size_t{1});
            const std::string& text = m_summary.alignments.front();
            QVERIFY2(text.find("a.json is aligned to a.log by the activity of the GPU") == 0, text.c_str());
            QVERIFY2(text.find("confidence 9") != std::string::npos, text.c_str());
            QCOMPARE(view.event(0).kind, std::string("alignment"));
            QCOMPARE(view.event(0).text, text);
            QCOMPARE(view.header().sources.size(), std::size_t{2});
            QVERIFY(view.header().sources[1].reason.find(text) != std::string::npos);
        }
    }

    /// The ranges that a script marks last while the processor waits.
    void alignsByWorkAndNotByAnnotations()
    {
        const Run run(16);
        for (const auto& [work, annotation, processor] :
             {std::array{"cpu_op", "user_annotation", "cpu"}, std::array{"cpu_op", "python_function", "cpu"},
              std::array{"kernel", "gpu_user_annotation", "gpu"}}) {
            std::string trace = run.trace(40, 110, 0, 0);
            for (std::size_t at = 0; (at = trace.find("\"kernel\"", at)) != std::string::npos; ++at)
                trace.replace(at, 8, '"' + std::string(work) + '"');
            trace.insert(trace.find('[') + 1, R"({"ph":"X","cat":")" + std::string(annotation) +
                                                  R"(","name":"all","pid":0,"tid":7,"ts":40e6,"dur":70e6},)");
            (void)merged({write("w.csv", run.table(processor)), write("w.json", trace)});
            const std::string& text = m_summary.alignments.front();
            QVERIFY2(text.find("activity of the " + QString(processor).toUpper().toStdString()) != std::string::npos,
                     text.c_str());
        }
    }

    /// The load of a TX2 is the mean of the last 284 ms, whatever the interval of the log.
    void alignsAveragedLoads()
    {
        const Run run(25);
        const auto view =
            merged({write("h.log", run.log(-1, 0, 0.284)), write("h.json", run.trace(40, 110, 1234.5, 0))});
        const double late = lateness(view, run, 40);
        QVERIFY2(std::abs(late) < 0.1, qPrintable(QString::number(late)));
        QVERIFY2(m_summary.alignments.front().find("correlation 1.00") != std::string::npos,
                 m_summary.alignments.front().c_str());
    }

    void alignsLocalToRealTime()
    {
        // 16:34:00 in a zone of UTC+2; the profiler began 40 s later.
        constexpr long long kStart = 1'715'006'040'000'000'000; // 2024-05-06 14:34:00 UTC
        const Run run(14);
        const auto view = merged({write("b.json", run.trace(40, 110, 40, kStart + 40'000'000'000)),
                                  write("b.log", run.log(16 * 3600 + 34 * 60))});
        QVERIFY2(std::abs(lateness(view, run, 40)) < 1, m_summary.alignments.front().c_str());
        QVERIFY2(m_summary.alignments.front().find("real time") != std::string::npos,
                 m_summary.alignments.front().c_str());
    }

    void realTimesAreAsAccurateAsTheyAreWritten()
    {
        const auto textWith = [this](const char* fraction) {
            std::string rows = "timestamp,power_W\n";
            for (int second = 40; second < 60; ++second)
                rows += "2024-05-06 14:34:" + std::to_string(second) + fraction + "Z,10\n";
            merged({write("e.json", kernelsAt(1'715'006'040'000'000'000)), write("e.csv", rows)});
            return m_summary.alignments.front();
        };
        QVERIFY2(textWith("").find("accurate to 1.00 s") != std::string::npos, textWith("").c_str());
        QVERIFY2(textWith(".5").find("accurate to 100.00 ms") != std::string::npos, textWith(".5").c_str());
        QVERIFY2(textWith(".254").find("accurate to 1.00 ms") != std::string::npos, textWith(".254").c_str());
    }

    /// Local times of a board in one zone, and of a host in another.
    void localTimesWithoutOverlap()
    {
        const Run run(17);
        std::string rows = "timestamp,power_W\n";
        for (int second = 10; second < 60; ++second)
            rows += "2024-05-06 14:34:" + std::to_string(second) + ",10\n";
        merged({write("f.csv", rows), write("f.log", run.log(16 * 3600 + 34 * 60))});
        QVERIFY2(m_summary.alignments.front().find("their local times do not overlap") != std::string::npos,
                 m_summary.alignments.front().c_str());
        // The clock of the board is wrong, so the activity decides.
        merged({write("g.log", run.log(4 * 3600)), write("g.json", run.trace(40, 110, 40, 1'715'100'000'000'000'000))});
        QVERIFY2(m_summary.alignments.front().find("by the activity of the GPU") != std::string::npos,
                 m_summary.alignments.front().c_str());
    }

    /// Two hours of a log, in which the trace of 10 minutes fits in three zones; and a zone of UTC+8:45, which is rare.
    void doesNotGuessTheZone()
    {
        constexpr long long kStart = 1'715'006'040'000'000'000; // 2024-05-06 14:34:00 UTC
        const auto textOf = [this](int begin, int minutes) {
            std::string rows = "timestamp,power_W\n";
            for (int minute = 0; minute < minutes; ++minute) {
                const int now = begin + minute;
                std::array<char, 48> row{};
                std::snprintf(row.data(), row.size(), "2024-05-06 %02d:%02d:00,%d\n", now / 60, now % 60, minute % 7);
                rows += row.data();
            }
            merged({write("z.csv", rows), write("z.json", Run(22).trace(0, 150, 0, kStart))});
            return m_summary.alignments.front();
        };
        const std::string one = textOf(16 * 60, 60);
        QVERIFY2(one.find("confidence 95 %") != std::string::npos, one.c_str());
        const std::string several = textOf(16 * 60, 180);
        QVERIFY2(several.find("confidence 31 %") != std::string::npos, several.c_str());
        const std::string rare = textOf(23 * 60 + 17, 10);
        QVERIFY2(rare.find("confidence 28 %") != std::string::npos, rare.c_str());
    }

    /// Several rivals fit equally well, to the last digit.
    void survivesEqualRivals()
    {
        for (const int phase : {0, 1, 2, 3}) {
            std::vector<std::pair<double, double>> bursts;
            for (double at = phase; at < 149; at += 4)
                bursts.emplace_back(at, at + 2);
            const Run run(std::move(bursts));
            merged({write("q.log", run.log(-1)), write("q.json", run.trace(0, 150, 0, 0))});
            QVERIFY(!m_summary.alignments.front().empty());
        }
    }

    /// A third source that fits the second one, whose own place is a guess.
    void doesNotTrustWhatRestsOnAGuess()
    {
        const Run run(24);
        std::string rows = "time_s,power_W\n";
        for (int second = 0; second < 60; ++second)
            rows += std::to_string(second) + ",10\n";
        merged({write("r.csv", rows), write("r.json", run.trace(20, 120, 20, 0)), write("r.log", run.log(-1))});
        QCOMPARE(m_summary.sources[2].alignment.confidence, 0.0);
        QVERIFY2(m_summary.sources[2].alignment.text.find("aligned to r.json") != std::string::npos,
                 m_summary.sources[2].alignment.text.c_str());
    }

    /// The GPU is busy for 60 % of each second; nothing tells one second from another.
    void doesNotAlignPeriodicActivity()
    {
        for (int phase = 0; phase < 10; ++phase) {
            std::vector<std::pair<double, double>> bursts;
            for (double at = 0.25; at < 149; at += 3.7)
                bursts.emplace_back(at, at + 2.2);
            const Run run(std::move(bursts));
            merged({write("p.log", run.log(-1)), write("p.json", run.trace(10 + 3.7 * phase, 110, 10 + phase, 0))});
            QVERIFY2(m_summary.alignments.front().find("not aligned") != std::string::npos,
                     m_summary.alignments.front().c_str());
        }
    }

    void saysThatNothingRelatesThem()
    {
        const Run run(15);
        const Run other(16);
        const auto view = merged({write("c.log", run.log(-1)), write("c.json", other.trace(0, 20, 0, 0))});
        QVERIFY2(m_summary.alignments.front().find("not aligned") != std::string::npos,
                 m_summary.alignments.front().c_str());
        QVERIFY(view.event(0).severity == trace::EventRecord::Severity::Warning);
        QCOMPARE(view.lanes().front().span(0).start, std::int64_t{0});
    }

    /// The log begins where the trace ends, but epochs of one length fit each other at any shift.
    void doesNotAlignOneEpochToAnother()
    {
        std::vector<std::pair<double, double>> bursts;
        for (int epoch = 0; epoch < 6; ++epoch) {
            for (int step = 0; step < 20; ++step)
                bursts.emplace_back(epoch * 25 + step, epoch * 25 + step + 0.8);
        }
        const Run run(std::move(bursts));
        merged({write("d.log", run.log(-1, 75)), write("d.json", run.trace(0, 75, 0, 0))});
        QVERIFY2(m_summary.alignments.front().find("not aligned") != std::string::npos,
                 m_summary.alignments.front().c_str());
    }

    void keepsTheContentsOfAll()
    {
        const std::string steps = R"([{"ph":"X","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":5},
            {"ph":"C","name":"load","pid":1,"ts":2,"args":{"load":1}},
            {"ph":"s","id":1,"pid":1,"tid":1,"ts":0.5,"cat":"f","name":"f"},{"ph":"X","name":"b","pid":1,"tid":2,"ts":3,"dur":1},
            {"ph":"f","id":1,"pid":1,"tid":2,"ts":3.5,"cat":"f","name":"f"}])";
        const auto view = merged({write("one.json", steps), write("two.json", steps), write("d.log", Run(17).log(-1))});
        QCOMPARE(view.spanCount(), std::uint64_t{4});
        QCOMPARE(view.lanes().size(), std::size_t{4});
        QCOMPARE(view.lanes()[0].info().name, std::string("one.json: 1 1"));
        QCOMPARE(view.lanes()[3].info().name, std::string("two.json: 1 2"));
        QCOMPARE(view.linkCount(), std::uint64_t{2});
        QCOMPARE(view.opName(view.lanes()[0].span(0).op), view.opName(view.lanes()[2].span(0).op));
        QCOMPARE(view.channels()[0].info().name, std::string("load"));
        QCOMPARE(view.channels()[1].info().name, std::string("load (two.json)"));
        QCOMPARE(view.channels()[1].info().source, std::string("trace 2"));
        QCOMPARE(view.channels()[1].value(0), 1.0);
        QCOMPARE(view.header().periodNs, std::int64_t{1'000'000'000});
        QCOMPARE(view.stepCount(), std::size_t{1});
        QVERIFY(std::any_of(view.losses().begin(), view.losses().end(), [](const auto& loss) {
            return loss.what == "steps" && loss.count == 1 &&
                   loss.reason.find("one.json has as many") != std::string::npos;
        }));
        QVERIFY(m_summary.text.find("one.json: ") != std::string::npos);
        QVERIFY(m_summary.text.find('\n') == std::string::npos);
    }

    void movesASourceByAnOffset()
    {
        const std::filesystem::path log = write("e.log", Run(18).log(-1));
        const std::filesystem::path json = write("e.json", Run(19).trace(0, 20, 0, 0));
        const std::int64_t before = merged({log, json}).lanes().front().span(0).start;
        const std::int64_t begin = m_summary.sources[1].beginNs;
        QCOMPARE(merged({log, json}, {{json, 12'500'000}}).lanes().front().span(0).start, before + 12'500'000);
        const std::string& text = m_summary.alignments.front();
        QVERIFY2(text.ends_with("; moved by +12.5 ms by the user"), text.c_str());
        QCOMPARE(m_summary.sources[1].alignment.correctionNs, std::int64_t{12'500'000});
        QCOMPARE(m_summary.sources[1].beginNs, begin + 12'500'000);
        QVERIFY(fault({log, json}, {{log, 1}}).find("the others are aligned to") != std::string::npos);
        QVERIFY(fault({log, json}, {{"other.json", 1}}).find("applies to no file") != std::string::npos);
    }

    void readsOffsets()
    {
        const auto offset = analysis::parseOffset("a=b.json=-12.5ms");
        QVERIFY(offset.ok());
        QCOMPARE(offset->first.string(), std::string("a=b.json"));
        QCOMPARE(offset->second, std::int64_t{-12'500'000});
        for (const char* wrong : {"a.json", "a.json=", "a.json=12", "=1ms", "a=1e99s", "a=nanms", "a=1 ms"})
            QVERIFY2(!analysis::parseOffset(wrong).ok(), wrong);
    }

    void recognisesKinds()
    {
        const auto kind = analysis::kindOfFile(recording("noextension", 1'715'006'040'000'000'000));
        QVERIFY(kind.ok() && kind->isRecording);
        const auto log = analysis::kindOfFile(write("some.stepscope", Run(20).log(-1)));
        QVERIFY(log.ok() && !log->isRecording && log->importer->usesInterval());
        const auto unknown = analysis::kindOfFile(write("unknown", "hello"));
        QVERIFY(!unknown.ok() && unknown.error().text.find("supported: logs of tegrastats") != std::string::npos);
    }

    void mergesIntoARecording()
    {
        constexpr std::int64_t kReal = 1'715'006'040'000'000'000;
        const std::filesystem::path run = recording("run.stepscope", kReal);
        // A kernel 5 s after the start, in real time: 4.9995 s in the recording, whose clock is slower.
        const std::filesystem::path kernels = write("kernels.json", kernelsAt(kReal + 5'000'000'000));
        const trace::TraceView before = *trace::loadRecording(run);
        const trace::TraceView view = merged({run, kernels});
        QCOMPARE(view.header().run, before.header().run);
        QCOMPARE(view.stepCount(), std::size_t{1}); // the range that looks like a step is left out
        QCOMPARE(view.sampleCount(), before.sampleCount() + 1);
        QCOMPARE(view.lanes().size(), std::size_t{3});
        QCOMPARE(view.opName(view.lanes()[0].span(0).op), std::string_view("conv2d"));
        QCOMPARE(view.lanes()[0].span(0).start, std::int64_t{5'100'000'000});
        const auto gpu = std::find_if(view.lanes().begin(), view.lanes().end(), [](const trace::LaneView& lane) {
            return lane.info().kind == format::Lane::Kind::GpuStream;
        });
        QVERIFY(gpu != view.lanes().end());
        QCOMPARE(view.opName(gpu->span(0).op), std::string_view("gemm"));
        QCOMPARE(gpu->span(0).start, std::int64_t{9'999'500'000});
        QCOMPARE(gpu->span(0).duration, std::int64_t{100'000});
        QCOMPARE(view.header().sources.size(), std::size_t{1});
        QVERIFY2(m_summary.alignments.front().find("kernels.json is aligned to run.stepscope by the real time") == 0,
                 m_summary.alignments.front().c_str());
        QVERIFY(view.ending().has_value());
        const trace::TraceView later = merged({run, kernels}, {{kernels, 1'000'000}});
        QCOMPARE(later.lanes()[static_cast<std::size_t>(gpu - view.lanes().begin())].span(0).start,
                 std::int64_t{10'000'500'000});
    }

    /// A trace without the real time, and a log of local times, belong where the load of the recording fits.
    void placesByActivityInARecording()
    {
        const Run run(31);
        constexpr std::int64_t kReal = 1'715'006'040'000'000'000; // 14:34:00 UTC
        const std::filesystem::path file = recordingOf(run, "load.stepscope", kReal);
        const auto firstOf = [](const trace::TraceView& view) {
            const auto lane = std::find_if(view.lanes().begin(), view.lanes().end(), [](const trace::LaneView& other) {
                return other.info().kind == format::Lane::Kind::GpuStream;
            });
            return lane == view.lanes().end() ? std::int64_t{0} : lane->span(0).start;
        };
        const auto first =
            std::find_if(run.bursts.begin(), run.bursts.end(), [](const auto& burst) { return burst.first >= 40; });
        const auto view = merged({file, write("bare.json", run.trace(40, 110, 1234.5, 0))});
        const double late = static_cast<double>(firstOf(view)) / kSecond - 5 - first->first;
        QVERIFY2(std::abs(late) < 0.2, qPrintable(QString::number(late)));
        const std::string& text = m_summary.alignments.front();
        QVERIFY2(text.find("bare.json is aligned to load.stepscope by the activity of the GPU") == 0, text.c_str());

        const auto local = merged({file, write("local.log", run.log(16 * 3600 + 34 * 60))}); // UTC+2
        QVERIFY2(m_summary.alignments.front().find("real time") != std::string::npos, text.c_str());
        const auto log = std::find_if(local.channels().rbegin(), local.channels().rend(),
                                      [](const auto& channel) { return channel.info().quantity == "gpu.utilization"; });
        const double moved = static_cast<double>(log->time(0)) / kSecond - 5 - 1;
        QVERIFY2(std::abs(moved) < 1, qPrintable(QString::number(moved)));
    }

    /// Nothing relates them, so the user states how much later the file begins.
    void placesByTheUserInARecording()
    {
        const std::filesystem::path run = recording("run4.stepscope", 1'715'006'040'000'000'000);
        const std::filesystem::path bare = write("user.json", kernelsAt(0));
        const trace::TraceView view = merged({run, bare}, {{bare, 2'000'000'000}});
        QCOMPARE(view.lanes().back().span(0).start, std::int64_t{7'000'000'000});
        QVERIFY(m_summary.alignments.front().find("moved by +2000 ms by the user") != std::string::npos);
    }

    void refusesWhatCannotBeMerged()
    {
        constexpr std::int64_t kReal = 1'715'006'040'000'000'000;
        const std::filesystem::path run = recording("run2.stepscope", kReal);
        const auto trace = [this](const char* name, std::int64_t base) {
            return write(name, Run(21).trace(0, 8, 0, base));
        };
        QVERIFY(fault({run}).find("is a recording already") != std::string::npos);
        QVERIFY(fault({run, run}).find("is a recording: name it first") != std::string::npos);
        QVERIFY(fault({run, trace("day.json", kReal + 86'400'000'000'000)}).find("another run") != std::string::npos);
        QVERIFY(fault({run, trace("none.json", 0)}).find("does not state the real time") != std::string::npos);
        std::filesystem::resize_file(run, std::filesystem::file_size(run) - 3);
        QVERIFY(fault({run, trace("ok.json", kReal)}).find("is damaged or its end is missing") != std::string::npos);
    }

    void survivesDamagedRecordings()
    {
        constexpr std::int64_t kReal = 1'715'006'040'000'000'000;
        const std::filesystem::path good = recording("good.stepscope", kReal);
        const std::filesystem::path kernels = write("k.json", kernelsAt(kReal + 1'000'000'000));
        std::ifstream input(good, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(input), {}};
        const std::filesystem::path output = m_folder.filePath(QStringLiteral("damaged-out")).toStdString();
        std::mt19937 random(5);
        int merged = 0;
        for (int round = 0; round < 400; ++round) {
            std::string damaged = bytes;
            for (int change = 0; change <= round % 3; ++change)
                damaged[random() % damaged.size()] = static_cast<char>(random());
            if (round % 4 == 0)
                damaged.resize(random() % damaged.size());
            const auto summary = analysis::importFiles({.files = {write("damaged", damaged), kernels}}, output);
            QCOMPARE(std::filesystem::exists(output), summary.ok());
            if (!summary.ok()) {
                QVERIFY2(summary.error().text.find('\n') == std::string::npos, summary.error().text.c_str());
                continue;
            }
            // A recording that ends between two frames is one of a run in progress, and stays one.
            const auto verdict = analysis::verifyRecording(output);
            QVERIFY2(verdict->good || damaged.size() < bytes.size(), verdict->faults.front().c_str());
            std::filesystem::remove(output);
            ++merged;
        }
        QVERIFY(merged < 100); // most changes are detected
        // Whole recordings with headers and ids of a hostile target.
        for (const char* header : {"", "[]", "{}", R"({"sources":5,"channels":{},"start":{"realtime_ns":1}})",
                                   R"({"device":7,"channels":[{"id":4294967295,"group":4294967295}]})"}) {
            testing::RecordingBuilder builder;
            builder.header(header).clock({5, kReal, -7}).clock({9'000'000'000, kReal, 1'000'000'000'000'000'000});
            builder.lane({.id = 7, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "x"})
                .footer();
            const auto hostile = builder.bytes();
            const auto file = write("hostile", {reinterpret_cast<const char*>(hostile.data()), hostile.size()});
            const auto summary = analysis::importFiles({.files = {file, kernels}}, output);
            QCOMPARE(std::filesystem::exists(output), summary.ok());
            if (summary.ok())
                QVERIFY2(trace::loadRecording(output).ok(), header);
            std::filesystem::remove(output);
        }
    }

    /// Between the sources that are aligned, too, which takes longer than reading small files.
    void cancellationWhileAligning()
    {
        std::vector<std::filesystem::path> files;
        for (const char* name : {"1.json", "2.json", "3.json"})
            files.push_back(write(name, kernelsAt(1'715'006'040'000'000'000)));
        const std::filesystem::path output = m_folder.filePath(QStringLiteral("cancelled")).toStdString();
        for (int allowed = 0; allowed < 3; ++allowed) {
            int calls = 0;
            const auto summary = analysis::importFiles({.files = files}, output, [&](double share) {
                calls += share >= 0.85 ? 1 : 0;
                return calls <= allowed;
            });
            QVERIFY(!summary.ok());
            QCOMPARE(summary.error().code, format::Error::Code::Cancelled);
            QCOMPARE(calls, allowed + 1);
            QVERIFY(!std::filesystem::exists(output));
        }
    }

    void anExceptionLeavesNoFile()
    {
        const std::filesystem::path kernels = write("k.json", kernelsAt(1'715'006'040'000'000'000));
        const std::filesystem::path output = m_folder.filePath(QStringLiteral("thrown")).toStdString();
        const auto exhaust = [](double) -> bool { throw std::bad_alloc(); };
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, (void)analysis::importFiles({.files = {kernels}}, output, exhaust));
        QVERIFY(!std::filesystem::exists(output));
    }

    void mapsRealTimesByTheNearestClocks()
    {
        analysis::ClockMap map;
        map.add({1'000, 101'000, 5});
        map.add({2'000, 102'001, 7}); // the real time gains 1 ns
        map.add({3'000, 903'001, 2}); // the real time was set
        map.finish();
        QCOMPARE(map.monotonicAt(101'000), std::int64_t{1'000});
        QCOMPARE(map.monotonicAt(102'001), std::int64_t{2'000});
        QCOMPARE(map.monotonicAt(102'101), std::int64_t{2'100}); // before the step: by the earlier pair
        QCOMPARE(map.monotonicAt(903'101), std::int64_t{3'100});
        QCOMPARE(map.monotonicAt(100'900), std::int64_t{900});
        QCOMPARE(map.accuracyNs(), std::int64_t{7});
    }
};

QTEST_GUILESS_MAIN(TestImportMerge)
#include "tst_importmerge.moc"
