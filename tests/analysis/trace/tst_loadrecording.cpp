#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>
#include <random>

using namespace stepscope;
using namespace stepscope::testing;
using trace::SpanRecord;
using trace::TraceView;

/// loadRecording(): the complete view and the views while loading.
class TestLoadRecording : public QObject
{
    Q_OBJECT

private slots:
    void loadsFiles();
    void publishesViewsWhileLoading();
};

void TestLoadRecording::loadsFiles()
{
    const std::filesystem::path path = "tst_loadrecording.stepscope";
    writeFile(path, makeTrainingRecording());
    double share = 0;
    const auto loaded = trace::loadRecording(path, [&](double done) {
        share = done;
        return true;
    });
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->stepCount(), std::size_t{40});
    QCOMPARE(share, 1.0);
    const auto cancelled = trace::loadRecording(path, [](double) { return false; });
    QVERIFY(!cancelled.ok());
    QVERIFY(cancelled.error().code == format::Error::Code::Cancelled);
    writeFile(path, {});
    QVERIFY(trace::loadRecording(path).error().code == format::Error::Code::Corrupt);
    writeFile(path, std::as_bytes(std::span(std::string_view("this is some other file"))));
    QVERIFY(trace::loadRecording(path).error().code == format::Error::Code::Corrupt);
    std::filesystem::remove(path);
    QVERIFY(trace::loadRecording(path).error().code == format::Error::Code::NotFound);
    QVERIFY(!trace::loadRecording(std::filesystem::current_path()).ok());
}

void TestLoadRecording::publishesViewsWhileLoading()
{
    RecordingBuilder builder;
    std::mt19937 random(1);
    std::int64_t time = 0;
    for (int i = 0; i < 100; ++i) {
        std::vector<SpanRecord> block;
        while (block.size() < 5000)
            block.push_back({time += 1 + random() % 1'000'000, static_cast<std::int64_t>(random()), 1, 0});
        builder.spans(1, block);
    }
    const std::filesystem::path path = "tst_loadrecording.stepscope";
    writeFile(path, builder.bytes());
    std::vector<std::uint64_t> counts;
    trace::LoadOptions options;
    options.progress = [slow = QDeadlineTimer(150)](double) {
        while (!slow.hasExpired()) // simulates a recording that takes long to read
            continue;
        return true;
    };
    options.view = [&](const TraceView& view) { counts.push_back(view.spanCount()); };
    const auto whole = trace::loadRecording(path, options);
    std::filesystem::remove(path);
    QVERIFY(whole.ok());
    QCOMPARE(whole->spanCount(), std::uint64_t{500'000});
    QVERIFY(!counts.empty() && counts.front() > 0);
    QVERIFY(std::is_sorted(counts.begin(), counts.end()));
    QVERIFY(counts.back() < whole->spanCount());
}

QTEST_APPLESS_MAIN(TestLoadRecording)
#include "tst_loadrecording.moc"
