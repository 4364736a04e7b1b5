#include "remote/agent/recording/recorder.h"
#include "remote/format/clock.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <ctime>

using namespace stepscope;
using namespace stepscope::testing;

namespace {

/// By how much CLOCK_REALTIME is set forward, ns.
std::atomic<std::int64_t> realtimeStep{0};

} // namespace

// The linker puts these in the place of the function of the C library (--wrap). Nothing else is changed.
extern "C" {
int __real_clock_gettime(clockid_t clock, timespec* time);
int __wrap_clock_gettime(clockid_t clock, timespec* time)
{
    const int status = __real_clock_gettime(clock, time);
    if (clock == CLOCK_REALTIME)
        time->tv_sec += static_cast<time_t>(realtimeStep.load() / format::kSecond);
    return status;
}
}

/// A board without a battery for its clock sets the time as soon as it has a network, which may be in the middle of a
/// run. Samples carry CLOCK_MONOTONIC, which is never set.
class TestClockStep : public QObject
{
    Q_OBJECT

private slots:
    void samplesKeepTheirTimes_data()
    {
        QTest::addColumn<qint64>("step");
        QTest::newRow("50 years forward") << qint64{50} * 365 * 86'400 * format::kSecond;
        QTest::newRow("an hour back") << qint64{-3600} * format::kSecond;
    }
    void samplesKeepTheirTimes()
    {
        QFETCH(qint64, step);
        constexpr std::int64_t kPeriod = 10 * format::kMillisecond;
        constexpr std::uint32_t kFast = 0; // the cores are the first source
        const TemporaryFolder folder;
        const std::string file = folder.path() + "/r.stepscope";
        realtimeStep = 0;
        const std::int64_t begin = format::realtimeNs();
        agent::Recorder recorder({.run = "night", .spoolFile = file, .periodNs = kPeriod, .cwd = "/"});
        QVERIFY(recorder.open().ok());
        // The sampling begins between these two, and ends between the other two.
        const std::int64_t beforeStart = format::monotonicNs();
        recorder.start();
        const std::int64_t start = format::monotonicNs();
        format::sleepUntil(start + 500 * format::kMillisecond);
        realtimeStep = step;
        const std::int64_t stepped = format::monotonicNs();
        format::sleepUntil(stepped + 500 * format::kMillisecond);
        const std::int64_t beforeEnd = format::monotonicNs();
        recorder.finish({});
        const std::int64_t end = format::monotonicNs();

        const DecodedRecording recording = decodeRecording(file);
        QVERIFY(recording.errors.empty());
        std::int64_t before = 0;
        std::int64_t after = 0;
        for (const format::SampleBlock& block : recording.blocks) {
            QVERIFY(std::is_sorted(block.times.begin(), block.times.end()));
            for (const std::int64_t time : block.times) {
                QVERIFY(time >= beforeStart && time <= end);
                if (block.group == kFast)
                    ++(time < stepped ? before : after);
            }
        }
        QVERIFY(before > 10 && after > 10);
        // The step does not make the sampling catch up, nor stop it: each period of 10 ms of the fast channels has at
        // most one sample, and where a loaded machine takes none, it is counted as lost.
        const std::int64_t most = (end - beforeStart) / kPeriod + 1;
        const std::int64_t fewest = (beforeEnd - start) / kPeriod - 1;
        const std::int64_t counted = before + after + static_cast<std::int64_t>(recording.lossCount("samples"));
        const QString line = QStringLiteral("%1 samples, %2 with losses, of %3 to %4");
        QVERIFY2(before + after <= most && counted >= fewest,
                 qPrintable(line.arg(before + after).arg(counted).arg(fewest).arg(most)));
        // The pairs of clocks name the step, so that times of the day can be given on both sides of it.
        QVERIFY(recording.clocks.size() >= 2);
        const auto offset = [](const format::ClockPair& pair) { return pair.realtime - pair.monotonic; };
        const std::int64_t difference = offset(recording.clocks.back()) - offset(recording.clocks.front());
        QVERIFY(std::abs(difference - step) < format::kSecond);
        QVERIFY(std::abs(recording.clocks.front().realtime - begin) < 10 * format::kSecond);
        realtimeStep = 0;
    }
};

QTEST_GUILESS_MAIN(TestClockStep)
#include "tst_clockstep.moc"
