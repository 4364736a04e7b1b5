#include "analysis/trace/channelstore.h"
#include "analysis/trace/packedcolumn.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

using namespace stepscope;
using trace::Channel;
using trace::ChannelStore;
using trace::Extremes;
using trace::PackedColumn;
using trace::TimeRange;

namespace {

struct Samples
{
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
};

/// Samples every 10 ms with jitter, gaps, pauses, repeated times and occasional spikes.
Samples makeSamples(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> chance(0, 999);
    std::normal_distribution<double> jitter(0, 100'000);
    Samples samples;
    std::int64_t time = 1'000'000'000'000;
    std::int64_t value = 5000;
    for (std::size_t i = 0; i < count; ++i) {
        const int luck = chance(random);
        time += luck == 0 ? 5'000'000'000 : luck < 5 ? 0 : 10'000'000 + std::llround(jitter(random));
        value += chance(random) % 21 - 10;
        samples.times.push_back(time);
        samples.values.push_back(luck > 990   ? format::kMissing
                                 : luck > 988 ? value * 1'000'000'000
                                 : luck > 986 ? -value
                                              : value);
    }
    return samples;
}

/// Appends the samples one by one and in runs of up to 99, chosen at random.
void fill(ChannelStore& store, const Samples& samples)
{
    std::mt19937 random(5);
    for (std::size_t i = 0; i < samples.times.size();) {
        const std::size_t count = std::min<std::size_t>(random() % 100, samples.times.size() - i);
        if (count == 0 || random() % 2 == 0) {
            store.append(samples.times[i], samples.values[i]);
            ++i;
        } else {
            store.append(std::span(samples.times).subspan(i, count), std::span(samples.values).subspan(i, count));
            i += count;
        }
    }
}

Extremes bruteExtremes(const Samples& samples, double scale, std::size_t first, std::size_t last)
{
    Extremes result;
    for (std::size_t i = first; i < last; ++i) {
        if (samples.values[i] == format::kMissing)
            continue;
        const double value = static_cast<double>(samples.values[i]) * scale;
        result.min = result.samples > 0 ? std::min(result.min, value) : value;
        result.max = result.samples > 0 ? std::max(result.max, value) : value;
        ++result.samples;
    }
    return result;
}

struct BruteIntegral
{
    long double value = 0;
    long double magnitude = 0; ///< sum of the absolute parts; rounding errors are relative to it
    long double covered = 0;
};

BruteIntegral bruteIntegral(const Samples& samples, const Channel& info, std::int64_t pause, TimeRange range)
{
    BruteIntegral sum;
    for (std::size_t i = 1; i < samples.times.size(); ++i) {
        const std::int64_t begin = samples.times[i - 1];
        const std::int64_t end = samples.times[i];
        const std::int64_t from = std::max(begin, range.begin);
        const std::int64_t to = std::min(end, range.end);
        const bool interval = info.covers == Channel::Covers::Interval;
        if (from >= to || samples.values[i] == format::kMissing || end - begin > pause ||
            (!interval && samples.values[i - 1] == format::kMissing))
            continue;
        const long double after = static_cast<long double>(samples.values[i]) * static_cast<long double>(info.scale);
        const long double before =
            interval ? after : static_cast<long double>(samples.values[i - 1]) * static_cast<long double>(info.scale);
        const auto at = [&](std::int64_t time) {
            return before +
                   (after - before) * static_cast<long double>(time - begin) / static_cast<long double>(end - begin);
        };
        const long double seconds = static_cast<long double>(to - from) * 1e-9L;
        const long double area = (at(from) + at(to)) / 2 * seconds;
        sum.value += area;
        sum.magnitude += std::abs(area);
        sum.covered += seconds;
    }
    return sum;
}

bool isClose(double value, long double truth, long double magnitude)
{
    return std::abs(static_cast<long double>(value) - truth) <= 1e-9L * magnitude + 1e-18L;
}

} // namespace

/// For any range, the results equal those of a linear scan over all samples.
class TestChannelStore : public QObject
{
    Q_OBJECT

private slots:
    void packsAnyValue();
    void packsTightly();
    void copiesGrowIndependently();
    void extremesAreExact();
    void everySpikeIsFound();
    void columnEndsAreExact();
    void boundsAroundExceedTheRangeByAQuarter();
    void integralsAreExact_data();
    void integralsAreExact();
    void integralAfterALongTime();
    void integralsOfEdgeCases();
    void negativeScale();
};

void TestChannelStore::packsAnyValue()
{
    std::mt19937_64 random(1);
    for (const std::int64_t slope : {std::int64_t{0}, std::int64_t{10'000'000}, std::int64_t{-3}}) {
        PackedColumn column(slope);
        std::vector<std::int64_t> expected;
        for (std::size_t i = 0; i < 30'000; ++i) {
            // All widths, the limits of all widths, and both limits of the type.
            const auto bits = static_cast<unsigned>(random() % 64);
            auto value = static_cast<std::int64_t>(random() >> bits);
            if (random() % 8 == 0)
                value = static_cast<std::int64_t>((std::uint64_t{1} << bits) - random() % 3);
            if (random() % 16 == 0)
                value = random() % 2 == 0 ? std::numeric_limits<std::int64_t>::max() : format::kMissing;
            if (i / 4096 % 2 == 1)
                value %= 50'000;
            expected.push_back(value);
            column.append(value);
        }
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(column.at(i), expected[i]);
    }
}

void TestChannelStore::packsTightly()
{
    PackedColumn steady(10'000'000);
    PackedColumn small;
    for (std::int64_t i = 0; i < 100'000; ++i) {
        steady.append(1'000'000'000'000 + i * 10'000'000 + i % 7);
        small.append(i % 10'000);
    }
    QVERIFY(steady.memory() < 110'000);
    QVERIFY(small.memory() < 220'000);
}

void TestChannelStore::copiesGrowIndependently()
{
    PackedColumn original(1);
    for (std::int64_t i = 0; i < 10'000; ++i)
        original.append(i * 3);
    for (const std::size_t count : {0U, 1U, 63U, 64U, 4095U, 4096U, 4097U, 8192U, 10'000U}) {
        PackedColumn copy(original, count);
        QCOMPARE(copy.size(), count);
        for (std::int64_t i = 0; i < 5000; ++i)
            copy.append(-i);
        for (std::size_t i = 0; i < count; ++i)
            QCOMPARE(copy.at(i), static_cast<std::int64_t>(i) * 3);
        QCOMPARE(copy.at(count + 4999), std::int64_t{-4999});
    }
    for (std::size_t i = 0; i < 10'000; ++i)
        QCOMPARE(original.at(i), static_cast<std::int64_t>(i) * 3);
}

void TestChannelStore::extremesAreExact()
{
    constexpr double kScale = 0.001;
    const Samples samples = makeSamples(20'000, 3);
    ChannelStore store({.scale = kScale}, 0);
    fill(store, samples);
    std::mt19937 random(4);
    for (int round = 0; round < 3000; ++round) {
        const std::size_t reach = round % 3 == 0 ? 40 : samples.times.size();
        const std::size_t first = random() % samples.times.size();
        const std::size_t last = std::min(first + random() % reach, samples.times.size());
        const Extremes expected = bruteExtremes(samples, kScale, first, last);
        const Extremes extremes = store.extremes(first, last);
        QCOMPARE(extremes.samples, expected.samples);
        if (expected.samples > 0) {
            QCOMPARE(extremes.min, expected.min);
            QCOMPARE(extremes.max, expected.max);
        }
        // The reader's size may be smaller than the number of samples.
        const std::size_t size = last + random() % (samples.times.size() - last + 1);
        const auto bounds = store.bounds(first, last, size);
        QCOMPARE(bounds.any, expected.samples > 0);
        if (bounds.any) {
            QCOMPARE(bounds.min, expected.min);
            QCOMPARE(bounds.max, expected.max);
        }
    }
}

void TestChannelStore::everySpikeIsFound()
{
    constexpr std::size_t kCount = 70'000;
    Samples samples;
    for (std::size_t i = 0; i < kCount; ++i) {
        samples.times.push_back(static_cast<std::int64_t>(i));
        samples.values.push_back(i == 33'333 ? 99 : 1);
    }
    ChannelStore store({}, 0);
    fill(store, samples);
    for (std::size_t width = 1; width < kCount; width = width * 3 / 2 + 1) {
        std::size_t seen = 0;
        for (std::size_t first = 0; first < kCount; first += width)
            seen += store.extremes(first, std::min(first + width, kCount)).max > 50 ? 1 : 0;
        QCOMPARE(seen, std::size_t{1});
    }
}

void TestChannelStore::columnEndsAreExact()
{
    const Samples samples = makeSamples(20'000, 8);
    ChannelStore store({.periodNs = 10'000'000}, 0);
    fill(store, samples);
    std::mt19937_64 random(9);
    const std::int64_t begin = samples.times.front() - 1'000'000'000;
    const auto length = static_cast<std::uint64_t>(samples.times.back() + 1'000'000'000 - begin);
    for (int round = 0; round < 300; ++round) {
        TimeRange range{begin + static_cast<std::int64_t>(random() % length), 0};
        range.end = range.begin + 1 + static_cast<std::int64_t>(random() % ((length >> (round % 36)) + 1));
        const trace::ColumnGrid grid(range, 1 + static_cast<int>(random() % 1500));
        trace::ColumnGrid::Walk walk(grid);
        std::vector<std::size_t> ends;
        const std::size_t size = round % 7 == 0 ? random() % samples.times.size() : samples.times.size();
        store.columnEnds(grid, size, ends);
        QCOMPARE(ends.size(), static_cast<std::size_t>(grid.columns()) + 1);
        QCOMPARE(ends.front(), store.lowerBound(range.begin, size));
        for (int column = 0; column < grid.columns(); ++column) {
            QCOMPARE(walk.next(), grid.rangeOf(column));
            QCOMPARE(ends[static_cast<std::size_t>(column) + 1], store.lowerBound(grid.rangeOf(column).end, size));
        }
    }
}

/// They contain the range, and nothing that is further away than a quarter of it.
void TestChannelStore::boundsAroundExceedTheRangeByAQuarter()
{
    const Samples samples = makeSamples(70'000, 10);
    ChannelStore store({.scale = 1}, 0);
    fill(store, samples);
    const std::size_t count = samples.times.size();
    std::mt19937 random(11);
    for (int round = 0; round < 4000; ++round) {
        const std::size_t reach = count >> (round % 14);
        const std::size_t first = random() % count;
        const std::size_t last = std::min(first + random() % reach, count);
        const std::size_t size = last + random() % (count - last + 1);
        const auto bounds = store.boundsAround(first, last, size);
        const Extremes least = bruteExtremes(samples, 1, first, last);
        const std::size_t beside = last - first < 64 ? 0 : (last - first) / 4;
        const Extremes most = bruteExtremes(samples, 1, first - std::min(first, beside), std::min(last + beside, size));
        QVERIFY(bounds.any || least.samples == 0);
        if (bounds.any) {
            QVERIFY(most.samples > 0 && most.min <= bounds.min && bounds.max <= most.max);
            QVERIFY(least.samples == 0 || (bounds.min <= least.min && least.max <= bounds.max));
        }
    }
}

void TestChannelStore::integralsAreExact_data()
{
    QTest::addColumn<bool>("interval");
    QTest::newRow("instant") << false;
    QTest::newRow("interval") << true;
}

void TestChannelStore::integralsAreExact()
{
    QFETCH(const bool, interval);
    const Channel info{.scale = 0.001,
                       .covers = interval ? Channel::Covers::Interval : Channel::Covers::Instant,
                       .periodNs = 10'000'000};
    constexpr std::int64_t kPause = 200'000'000;
    const Samples samples = makeSamples(5000, 5);
    ChannelStore store(info, kPause);
    fill(store, samples);
    const std::int64_t begin = samples.times.front() - 100'000'000;
    const std::int64_t length = samples.times.back() + 100'000'000 - begin;
    std::mt19937_64 random(6);
    for (int round = 0; round < 500; ++round) {
        const std::int64_t reach = round % 3 == 0 ? 30'000'000 : length;
        TimeRange range{begin + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length)), 0};
        range.end = range.begin + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(reach));
        if (round % 5 == 0)
            range.begin = samples.times[random() % samples.times.size()];
        if (round % 7 == 0)
            range.end = samples.times[random() % samples.times.size()];
        const BruteIntegral expected = bruteIntegral(samples, info, kPause, range);
        const auto integral = store.integral(range, store.size());
        QVERIFY(isClose(integral.value, expected.value, expected.magnitude));
        QVERIFY(isClose(integral.coveredSeconds, expected.covered, expected.covered));
    }
}

void TestChannelStore::integralAfterALongTime()
{
    // The sums of a whole day must not round the energy of one step.
    const Channel info{.scale = 0.001, .periodNs = 1'000'000'000};
    ChannelStore store(info, 0);
    std::int64_t time = 0;
    for (int i = 0; i < 86'400; ++i)
        store.append(time += 1'000'000'000, 900'000'000);
    const std::int64_t begin = time;
    store.append(time += 1'000'000'000, 0);
    store.append(time += 10'000, 3);
    store.append(time += 10'000, 5);
    const auto integral = store.integral({begin + 1'000'000'000, time}, store.size());
    QVERIFY(isClose(integral.value, 0.0015L * 1e-5L + 0.004L * 1e-5L, 1e-8L));
    QCOMPARE(integral.coveredSeconds, 2e-5);
}

void TestChannelStore::integralsOfEdgeCases()
{
    ChannelStore store({.scale = 2}, 0);
    QCOMPARE(store.integral({0, 100}, 0).coveredSeconds, 0.0);
    store.append(10, 5);
    QCOMPARE(store.integral({0, 100}, 1).coveredSeconds, 0.0);
    store.append(10, 7);
    store.append(1'000'000'010, 7);
    QCOMPARE(store.integral({0, 2'000'000'000}, 3).value, 14.0);
    QCOMPARE(store.integral({0, 2'000'000'000}, 3).mean(), 14.0);
    QCOMPARE(store.integral({500'000'010, 10}, 3).value, 0.0);
    QCOMPARE(store.integral({500'000'010, 500'000'010}, 3).value, 0.0);
    QCOMPARE(store.integral({-100, 10}, 3).value, 0.0);
    // A view that was created before the last sample does not contain it.
    QCOMPARE(store.integral({0, 2'000'000'000}, 2).value, 0.0);
    QVERIFY(!store.append(1'000'000'009, 1));
    QCOMPARE(store.size(), std::size_t{3});
}

void TestChannelStore::negativeScale()
{
    ChannelStore store({.scale = -1}, 0);
    store.append(0, 3);
    store.append(1, 8);
    QCOMPARE(store.extremes(0, 2).min, -8.0);
    QCOMPARE(store.extremes(0, 2).max, -3.0);
    QCOMPARE(store.extremes(2, 2).samples, std::size_t{0});
}

QTEST_APPLESS_MAIN(TestChannelStore)
#include "tst_channelstore.moc"
