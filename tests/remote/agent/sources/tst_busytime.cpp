#include "remote/agent/sources/cpu/busytime.h"
#include "remote/format/records.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace stepscope;
using agent::BusyShare;
using agent::BusyTime;

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kTick = 4 * kMillisecond;
constexpr std::int64_t kPeriod = 10 * kMillisecond;

/// A core with given busy intervals and the two counters of a kernel: one updated at ticks and at the end of a
/// busy interval, the other at the end of an idle period.
class SimulatedCore
{
public:
    void busy(std::int64_t begin, std::int64_t end) { m_pieces.push_back({begin, end}); }

    [[nodiscard]] bool isBusy(std::int64_t time) const
    {
        return std::any_of(m_pieces.begin(), m_pieces.end(),
                           [&](const Piece& p) { return time >= p.begin && time < p.end; });
    }
    [[nodiscard]] std::int64_t trueBusy(std::int64_t time) const
    {
        std::int64_t sum = 0;
        for (const Piece& piece : m_pieces)
            sum += std::max<std::int64_t>(std::min(piece.end, time) - piece.begin, 0);
        return sum;
    }
    [[nodiscard]] BusyTime::Reading reading(std::int64_t time) const
    {
        BusyTime::Reading reading;
        std::int64_t idleSince = 0;
        for (const Piece& piece : m_pieces) {
            if (piece.begin > time)
                break;
            reading.idle += piece.begin - idleSince;
            idleSince = piece.end;
            // At the last tick while it still runs.
            const std::int64_t booked = piece.end <= time ? piece.end : time / kTick * kTick;
            reading.used += std::max<std::int64_t>(booked - piece.begin, 0);
        }
        return reading;
    }

private:
    struct Piece
    {
        std::int64_t begin;
        std::int64_t end;
    };
    std::vector<Piece> m_pieces;
};

/// Busy shares of two cores over n samples at this phase within the period.
std::vector<std::vector<std::int64_t>> sampled(const SimulatedCore& first, const SimulatedCore& second, int samples,
                                               std::int64_t phase)
{
    BusyTime busyTime(2, kTick);
    std::array<BusyShare, 2> shares;
    std::vector<std::vector<std::int64_t>> shareSeries(2);
    for (int i = 1; i <= samples; ++i) {
        const std::int64_t time = i * kPeriod + phase;
        const std::array readings{first.reading(time), second.reading(time)};
        const std::int64_t runnable = first.isBusy(time) + second.isBusy(time);
        std::array<std::int64_t, 2> busy{};
        busyTime.look(time, readings, -1);
        busyTime.decide(runnable, readings, busy);
        for (std::size_t core = 0; core < 2; ++core)
            shareSeries[core].push_back(shares[core].next(time, busy[core]));
    }
    return shareSeries;
}

} // namespace

class TestBusyTime : public QObject
{
    Q_OBJECT

private slots:
    void dutyIsExactAtEveryPhase_data()
    {
        QTest::addColumn<int>("percent");
        QTest::addColumn<int>("phaseUs");
        for (const int percent : {5, 20, 40, 60, 80, 95}) {
            for (int phase = 0; phase < 10'000; phase += 700)
                QTest::addRow("%d%% at %d us", percent, phase) << percent << phase;
        }
    }
    void dutyIsExactAtEveryPhase()
    {
        QFETCH(int, percent);
        QFETCH(int, phaseUs);
        SimulatedCore loaded;
        const SimulatedCore idle;
        for (int i = 0; i < 110; ++i)
            loaded.busy(i * kPeriod + 100, i * kPeriod + 100 + percent * kPeriod / 100);
        const auto shareSeries = sampled(loaded, idle, 100, std::int64_t{phaseUs} * 1000);
        // From the first samples the time in neither counter is estimated.
        for (std::size_t i = 40; i < shareSeries[0].size(); ++i) {
            QVERIFY2(std::abs(shareSeries[0][i] - percent * 100) <= 300,
                     qPrintable(QString("sample %1: %2").arg(i).arg(shareSeries[0][i])));
            QVERIFY2(shareSeries[1][i] <= 300,
                     qPrintable(QString("idle core, sample %1: %2").arg(i).arg(shareSeries[1][i])));
        }
    }

    void tickCounterAloneIsInexact()
    {
        // Without the correction a load of 40 %, sampled 2 ms into its busy part, varies by a tick.
        SimulatedCore loaded;
        for (int i = 0; i < 110; ++i)
            loaded.busy(i * kPeriod, i * kPeriod + 4 * kMillisecond);
        BusyShare share;
        std::int64_t worst = 0;
        for (int i = 1; i < 100; ++i) {
            const std::int64_t time = i * kPeriod + 2 * kMillisecond;
            const std::int64_t value = share.next(time, loaded.reading(time).used);
            if (value != format::kMissing)
                worst = std::max<std::int64_t>(worst, std::abs(value - 4000));
        }
        QVERIFY(worst > 1500);
    }

    void bothCoresBusyAtTheSameTime()
    {
        SimulatedCore first;
        SimulatedCore second;
        for (int i = 0; i < 110; ++i) {
            first.busy(i * kPeriod, i * kPeriod + 5 * kMillisecond);
            second.busy(i * kPeriod + 1 * kMillisecond, i * kPeriod + 8 * kMillisecond);
        }
        const auto shareSeries = sampled(first, second, 100, 3 * kMillisecond);
        for (std::size_t i = 40; i < 100; ++i) {
            QVERIFY(std::abs(shareSeries[0][i] - 5000) <= 300);
            QVERIFY(std::abs(shareSeries[1][i] - 7000) <= 300);
        }
    }

    void sumStaysExact()
    {
        // Random intervals on both cores: single samples may be off by a tick, their sum must not.
        quint32 seed = 12345;
        const auto random = [&](std::int64_t limit) {
            seed = seed * 1664525U + 1013904223U;
            return static_cast<std::int64_t>(seed >> 8U) % limit;
        };
        std::array<SimulatedCore, 2> cores;
        for (SimulatedCore& core : cores) {
            for (std::int64_t time = 0; time < 3000 * kMillisecond;) {
                const std::int64_t end = time + 100'000 + random(12 * kMillisecond);
                core.busy(time, end);
                time = end + 50'000 + random(15 * kMillisecond);
            }
        }
        const auto shareSeries = sampled(cores[0], cores[1], 250, 0);
        for (std::size_t core = 0; core < 2; ++core) {
            std::int64_t sum = 0;
            for (std::size_t i = 1; i < shareSeries[core].size(); ++i)
                sum += shareSeries[core][i];
            const auto truth = cores[core].trueBusy(250 * kPeriod) - cores[core].trueBusy(kPeriod);
            const double share = static_cast<double>(truth) / static_cast<double>(249 * kPeriod) * 1e4;
            QVERIFY(std::abs(static_cast<double>(sum) / 249.0 - share) < 100);
        }
    }

    void offlineCoreResetsItsHistory()
    {
        BusyTime busyTime(1, kTick);
        std::array<std::int64_t, 1> busy{};
        const std::array reading{BusyTime::Reading{5 * kMillisecond, 5 * kMillisecond, true}};
        busyTime.look(10 * kMillisecond, reading, -1);
        busyTime.decide(0, reading, busy);
        const std::array gone{BusyTime::Reading{0, 0, false}};
        busyTime.look(20 * kMillisecond, gone, -1);
        busyTime.decide(0, gone, busy);
        const std::array back{BusyTime::Reading{0, 1000 * kMillisecond, true}};
        busyTime.look(30 * kMillisecond, back, -1);
        busyTime.decide(1, back, busy);
        QCOMPARE(busy[0], 0);
    }

    void carriesOverWhatTheLimitCuts()
    {
        BusyShare share;
        QCOMPARE(share.next(0, 0), format::kMissing);
        QCOMPARE(share.next(10, 15), 10'000); // booked late in the previous interval
        QCOMPARE(share.next(20, 15), 5'000);  // the rest
        QCOMPARE(share.next(30, 12), 0);      // never below zero
        share.reset();
        QCOMPARE(share.next(40, 12), format::kMissing);
    }
};

QTEST_APPLESS_MAIN(TestBusyTime)
#include "tst_busytime.moc"
