#include "remote/agent/sampling/sampler.h"
#include "remote/format/clock.h"

#include <QString>
#include <QTest>

#include <array>
#include <atomic>
#include <thread>

using namespace stepscope;
using namespace stepscope::agent;

namespace {

constexpr std::int64_t kPeriod = 2'000'000;

/// A sensor with a read time that the test sets; records which thread reads it.
class Sensor : public Reader
{
public:
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink&) override
    {
        QVERIFY(!m_isBeingRead.exchange(true)); // not by two threads at the same time
        const std::int64_t begin = format::monotonicNs();
        justBefore += begin % kPeriod > kPeriod - 100'000; // the grid of these lanes begins at 0
        const std::int64_t length = takesNs.load();
        if (length > 0)
            format::sleepUntil(begin + length);
        values[0] = ++readings;
        times[0] = begin;
        reader.store(std::hash<std::thread::id>()(std::this_thread::get_id()));
        m_isBeingRead.store(false);
    }

    std::atomic<std::int64_t> takesNs{0};
    std::atomic<std::int64_t> readings{0};
    std::atomic<std::size_t> reader{0};
    std::atomic<std::int64_t> justBefore{0}; ///< readings less than 100 us before a deadline

private:
    std::atomic<bool> m_isBeingRead{false};
};

/// A fast lane as host of a bus's lane, as in a recorder.
class Pair
{
public:
    Pair()
    {
        plan.groups.push_back(group({SamplingLane::Fast, 0}, quick));
        plan.groups.push_back(group({SamplingLane::Rails, 1}, bus));
        host = std::make_unique<Sampler>(plan.groups[0].lane, plan, losses, writer);
        guest = std::make_unique<Sampler>(plan.groups[1].lane, plan, losses, writer);
        host->host(*guest);
        guest->start({});
        host->start({});
    }
    ~Pair()
    {
        host->stop();
        guest->stop();
    }
    [[nodiscard]] bool isReadByHost() const { return bus.reader.load() != 0 && bus.reader == quick.reader; }
    /// The bus's rows in the ring; checks that they are in order without duplicates.
    std::vector<std::int64_t> recorded()
    {
        std::vector<std::int64_t> values;
        RingEntry entry;
        while (guest->ring().peek(entry)) {
            if (entry.type != format::FrameType::Samples) { // the event that the sensor is slow
                guest->ring().take(entry, {});
                continue;
            }
            std::array<std::int64_t, 3> row{}; // head, value, time
            guest->ring().take(entry, std::as_writable_bytes(std::span(row)));
            values.push_back(row[1]);
        }
        return values;
    }

    Sensor quick;
    Sensor bus;
    SamplingPlan plan;
    LossLedger losses;
    Wakeup writer;
    std::unique_ptr<Sampler> host;
    std::unique_ptr<Sampler> guest;

private:
    static PlannedGroup group(Lane lane, Sensor& sensor)
    {
        PlannedGroup planned;
        planned.lane = lane;
        planned.periodNs = kPeriod;
        planned.channels = {static_cast<std::uint32_t>(lane.bus)};
        planned.readers = {&sensor};
        planned.counts = {1};
        return planned;
    }
};

} // namespace

/// The host's thread reads fast lanes; a slow reading delays it once.
class TestSampler : public QObject
{
    Q_OBJECT

private slots:
    void fastLaneMovesToTheHost()
    {
        Pair pair;
        QTRY_VERIFY(pair.guest->isGuest() && pair.isReadByHost());
    }

    void slowReadingReturnsTheLaneToItsThread()
    {
        Pair pair;
        QTRY_VERIFY(pair.guest->isGuest() && pair.isReadByHost());
        pair.bus.takesNs = 20 * format::kMillisecond;
        QTRY_VERIFY(!pair.guest->isGuest() && !pair.isReadByHost());
        // The host keeps its period meanwhile.
        const std::int64_t slow = pair.bus.readings;
        const std::int64_t before = pair.quick.readings;
        QTRY_VERIFY(pair.bus.readings >= slow + 20);
        QVERIFY(pair.quick.readings - before > 2 * (pair.bus.readings - slow));
        QVERIFY(!pair.isReadByHost());
        // When the sensor is fast again, its lane returns to the host.
        pair.bus.takesNs = 0;
        QTRY_VERIFY(pair.guest->isGuest() && pair.isReadByHost());
    }

    void movingLanesLosesAndDuplicatesNothing()
    {
        Pair pair;
        for (int turn = 0; turn < 3; ++turn) {
            QTRY_VERIFY(pair.guest->isGuest() && pair.isReadByHost());
            pair.bus.takesNs = 5 * format::kMillisecond;
            QTRY_VERIFY(!pair.guest->isGuest() && !pair.isReadByHost());
            pair.bus.takesNs = 0;
        }
        pair.host->stop();
        pair.guest->stop();
        const std::vector<std::int64_t> values = pair.recorded();
        QCOMPARE(static_cast<std::int64_t>(values.size()), pair.bus.readings.load());
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(values[i], static_cast<std::int64_t>(i) + 1);
    }

    void guestsStopWithTheHost()
    {
        Pair pair;
        QTRY_VERIFY(pair.guest->isGuest());
        pair.host->stop();
        pair.guest->stop();
        const std::int64_t readings = pair.bus.readings;
        format::sleepUntil(format::monotonicNs() + 5 * kPeriod);
        QCOMPARE(pair.bus.readings.load(), readings);
    }

    /// The wake-up is requested earlier by about the 10 % quantile of the delays, and no read is before its deadline.
    void requestsWakeUpsEarlier()
    {
        WakeLead lead(100'000);
        QCOMPARE(lead.ns(), 0);
        std::uint32_t seed = 7;
        const auto wakeUps = [&](std::int64_t quickest, int count) {
            int early = 0;
            for (int i = 0; i < count; ++i) {
                seed = seed * 1664525U + 1013904223U;
                const std::int64_t delay = quickest + (seed >> 16U) % 50'000;
                early += delay < lead.ns();
                lead.addDelay(delay);
            }
            return static_cast<double>(early) / count;
        };
        wakeUps(40'000, 1000);
        const double early = wakeUps(40'000, 5000);
        QVERIFY2(early > 0.08 && early < 0.12, qPrintable(QString::number(early)));
        QVERIFY(lead.ns() > 35'000 && lead.ns() < 55'000);
        wakeUps(5'000, 1000); // wake-ups became faster
        QVERIFY(lead.ns() < 25'000);
        wakeUps(900'000, 1000); // or much slower
        QCOMPARE(lead.ns(), 100'000);
    }

    void neverReadsBeforeTheDeadline()
    {
        Pair pair;
        QTRY_VERIFY(pair.quick.readings > 300);
        // On a suspended machine a read may be so late that it is just before the next deadline.
        QVERIFY2(pair.quick.justBefore < pair.quick.readings / 25, qPrintable(QString::number(pair.quick.justBefore)));
    }
};

QTEST_GUILESS_MAIN(TestSampler)
#include "tst_sampler.moc"
