#include "remote/agent/sampling/dither.h"
#include "remote/agent/sampling/lanereader.h"
#include "remote/format/clock.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace stepscope;
using namespace stepscope::agent;

namespace {

constexpr std::int64_t kPeriod = 10 * format::kMillisecond;
constexpr std::int64_t kGrid = 123'456'789'123;

/// Time passes only when a test sets it.
class SetClock : public format::Clock
{
public:
    std::int64_t monotonicNs() override { return now; }
    std::int64_t realtimeNs() override { return now; }
    void sleepUntil(std::int64_t deadlineNs) override { now = deadlineNs; }
    bool waitReadable(int, std::int64_t) override { return false; }
    std::int64_t now = kGrid;
};

/// Records the times at which it is read.
class Sensor : public Reader
{
public:
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink&) override
    {
        times[0] = format::monotonicNs();
        values[0] = times[0];
        read.push_back(times[0]);
    }
    std::vector<std::int64_t> read;
};

PlannedGroup groupOf(Sensor& sensor, std::int64_t period)
{
    PlannedGroup group;
    group.periodNs = period;
    group.channels = {0};
    group.readers = {&sensor};
    group.counts = {1};
    return group;
}

std::int64_t placeOf(std::int64_t time)
{
    return (time - kGrid) / kPeriod;
}

} // namespace

/// When rows are due: each place on the grid of a run has one row, which is delayed by a pseudo-random time.
class TestDeadlines : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { format::replaceClock(m_clock); }
    void init() { m_clock.now = kGrid; }

    void everyPlaceHasOneRowALittleLater()
    {
        constexpr int kRows = 4000;
        Sensor sensor;
        read(kRows, {groupOf(sensor, kPeriod)});
        double sum = 0;
        double squares = 0;
        double products = 0;
        double before = 0;
        for (int i = 0; i < kRows; ++i) {
            const std::int64_t time = sensor.read[static_cast<std::size_t>(i)];
            QCOMPARE(placeOf(time), i + 1);
            const std::int64_t delay = (time - kGrid) % kPeriod;
            QVERIFY(delay < kPeriod / kDitherPart);
            // Relative to the range, and to the mean of equal probabilities.
            const double relative = static_cast<double>(delay) / (kPeriod / kDitherPart) - 0.5;
            sum += relative;
            squares += relative * relative;
            products += relative * before;
            before = relative;
        }
        QVERIFY(std::abs(sum / kRows) < 0.02);
        QVERIFY(std::abs(squares / kRows - 1.0 / 12) < 0.005);
        QVERIFY(std::abs(products / squares) < 0.06); // neighbours are independent
    }

    /// Evenly spaced samples of a signal that repeats a whole number of times between two of them are all at one phase.
    void samplesAreAtAllPhasesOfAFasterSignal()
    {
        Sensor sensor;
        read(4000, {groupOf(sensor, kPeriod)});
        constexpr std::size_t kParts = 8;
        std::vector<int> counts(kParts);
        constexpr std::int64_t kSignal = kPeriod / 8;
        for (const std::int64_t time : sensor.read)
            ++counts[static_cast<std::size_t>((time - kGrid) % kSignal * static_cast<std::int64_t>(kParts) / kSignal)];
        for (const int count : counts)
            QVERIFY2(count > 400 && count < 600, qPrintable(QString::number(count)));
    }

    void groupsThatAreDueTogetherShareAWakeUp()
    {
        Sensor fast;
        Sensor slow;
        read(3000, {groupOf(fast, kPeriod), groupOf(slow, 2 * kPeriod)});
        QVERIFY(slow.read.size() > 900);
        const std::set<std::int64_t> times(fast.read.begin(), fast.read.end());
        for (const std::int64_t time : slow.read)
            QVERIFY(times.contains(time));
    }

    /// After a suspension each place is read or lost, once.
    void missedPlacesAreCounted_data()
    {
        QTest::addColumn<qint64>("late");
        for (const qint64 late : {kPeriod / 2, kPeriod - 1, kPeriod, kPeriod + 1, 7 * kPeriod / 2, 100 * kPeriod,
                                  100 * kPeriod + kPeriod / 16, 100 * kPeriod + kPeriod / 8})
            QTest::addRow("%lld ns", static_cast<long long>(late)) << late;
    }
    void missedPlacesAreCounted()
    {
        QFETCH(qint64, late);
        Sensor sensor;
        SamplingPlan plan;
        plan.ditherNs = kPeriod / kDitherPart;
        plan.groups.push_back(groupOf(sensor, kPeriod));
        LossLedger losses;
        Wakeup writer;
        LaneReader reader({SamplingLane::Fast, 0}, plan, losses, writer);
        reader.begin({.gridNs = kGrid});
        for (int i = 0; i < 40; ++i) {
            m_clock.now = reader.nextDeadline() + (i % 4 == 3 ? late : 0);
            reader.readNext();
            QVERIFY(reader.nextDeadline() > m_clock.now);
            // The places of the first row and of those that were missed until the next one.
            QCOMPARE(placeOf(reader.nextDeadline()) - 2 - i, static_cast<std::int64_t>(losses.total()));
        }
    }

    /// Computed from the formula in FORMAT.md by another program: a reader may depend on it.
    void delaysAreThoseOfTheFormat()
    {
        QCOMPARE(ditherNs(0, 1'250'000), 0);
        QCOMPARE(ditherNs(kPeriod, 1'250'000), 500'892);
        QCOMPARE(ditherNs(3'600'000'000'000, 1'250'000), 1'015'768);
        QCOMPARE(ditherNs(-kPeriod, 1'250'000), 926'213);
    }

    /// Pauses of a period that begin between a place and its row.
    void noRowIsDueInAPause()
    {
        const format::PauseBlocks pauses{kGrid, 20 * kPeriod + kPeriod / 16};
        Sensor sensor;
        read(4000, {groupOf(sensor, kPeriod)}, kPeriod / kDitherPart, pauses);
        for (const std::int64_t time : sensor.read)
            QCOMPARE(pauses.awakeFrom(time), time);
    }

    void withoutDitherRowsAreOnTheGrid()
    {
        Sensor sensor;
        read(100, {groupOf(sensor, kPeriod)}, 0);
        for (const std::int64_t time : sensor.read)
            QCOMPARE((time - kGrid) % kPeriod, 0);
    }

private:
    /// Reads `rows` rows at their deadlines.
    void read(int rows, std::vector<PlannedGroup> groups, std::int64_t dither = kPeriod / kDitherPart,
              const format::PauseBlocks& pauses = {.gridNs = kGrid})
    {
        SamplingPlan plan;
        plan.ditherNs = dither;
        plan.groups = std::move(groups);
        LossLedger losses;
        Wakeup writer;
        LaneReader reader({SamplingLane::Fast, 0}, plan, losses, writer);
        reader.begin(pauses);
        RingEntry entry;
        for (int i = 0; i < rows; ++i) {
            m_clock.now = reader.nextDeadline();
            reader.readNext();
            while (reader.ring().peek(entry)) {
                std::array<std::int64_t, 3> row{};
                reader.ring().take(entry, std::as_writable_bytes(std::span(row)));
            }
        }
        QCOMPARE(losses.total(), 0U);
    }

    SetClock m_clock;
};

QTEST_GUILESS_MAIN(TestDeadlines)
#include "tst_deadlines.moc"
