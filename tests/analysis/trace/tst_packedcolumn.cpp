#include "analysis/trace/packedcolumn.h"

#include <QTest>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

using stepscope::trace::PackedColumn;

/// Columns with an adaptive slope, and the search for the largest value.
class TestPackedColumn : public QObject
{
    Q_OBJECT

private slots:
    void packsRisingValues();
    void manyValuesArePackedAsSingleOnes();
    void findsTheFirstOfTheLargest();
};

void TestPackedColumn::packsRisingValues()
{
    // Three rates and one jump: all values are kept, in at most four bytes each where the rate is constant.
    PackedColumn column = PackedColumn::rising({});
    std::mt19937 random(2);
    std::vector<std::int64_t> expected;
    std::int64_t value = 0;
    for (const std::int64_t speed : {140'000'000, 3, 900'000}) {
        for (int i = 0; i < 50'000; ++i) {
            expected.push_back(value);
            column.append(value);
            value += speed + static_cast<std::int64_t>(random() % 3);
        }
        value += 1'000'000'000'000'000;
    }
    QVERIFY(column.memory() < expected.size() * 4);
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(column.at(i), expected[i]);
    for (const std::size_t count : {1U, 4095U, 4097U, 30'000U, 50'000U, 90'000U, 100'001U}) {
        PackedColumn copy(column, count);
        for (std::int64_t i = 0; i < 9000; ++i)
            copy.append(i * 1'000'000'000);
        for (std::size_t i = 0; i < count; ++i)
            QCOMPARE(copy.at(i), expected[i]);
        for (std::int64_t i = 0; i < 9000; ++i)
            QCOMPARE(copy.at(count + static_cast<std::size_t>(i)), i * 1'000'000'000);
    }
}

void TestPackedColumn::manyValuesArePackedAsSingleOnes()
{
    // Values of all widths, with and without a slope, and missing ones; runs that cross and fill chunks of 4096.
    std::mt19937_64 random(4);
    for (const std::int64_t slope : {0, 1000}) {
        PackedColumn single(slope);
        PackedColumn many(slope);
        std::vector<std::int64_t> values;
        while (values.size() < 60'000) {
            const auto bits = static_cast<unsigned>(values.size() / 8192 * 8 + 7) % 60; // wider and wider
            const std::size_t count = random() % 5 == 0 ? 4096 : random() % 300;
            const std::size_t first = values.size();
            for (std::size_t i = 0; i < count; ++i) {
                const auto limit = std::int64_t{1} << bits;
                const bool isFirst = values.size() % 4096 == 0;
                const auto noise = isFirst ? 0 : static_cast<std::int64_t>(random()) % limit;
                const bool isLimit = !isFirst && random() % 50 == 1; // of a width
                const bool isGap = random() % 50 == 0 || (values.size() / 4096 % 2 == 1 && values.size() % 4096 < 3);
                values.push_back(isGap ? stepscope::format::kMissing
                                       : slope * static_cast<std::int64_t>(first + i) + (isLimit ? -limit : noise));
                single.append(values.back());
            }
            many.append(std::span(values).subspan(first));
            QCOMPARE(many.size(), values.size());
        }
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(many.at(i), values[i]);
        QCOMPARE(many.memory(), single.memory());
    }
}

void TestPackedColumn::findsTheFirstOfTheLargest()
{
    // In every width, across chunks, among missing values. Few distinct values, so that the largest occurs often.
    std::mt19937 random(3);
    for (const std::int64_t step : {0LL, 1LL, 1'000LL, 1'000'000LL, 1'000'000'000'000LL}) {
        for (const std::int64_t slope : {0, 7}) {
            PackedColumn column(slope);
            std::vector<std::int64_t> expected;
            for (int i = 0; i < 10'000; ++i) {
                expected.push_back(i % 5 == 3 ? stepscope::format::kMissing
                                              : 5 + step * static_cast<std::int64_t>(random() % 40));
                column.append(expected.back());
            }
            for (int i = 0; i < 300; ++i) {
                const std::size_t first = random() % 9'990;
                const std::size_t last = first + 2 + random() % (i % 2 == 0 ? 8 : expected.size() - first - 2);
                const auto from = expected.begin() + static_cast<std::ptrdiff_t>(first);
                const auto largest = std::max_element(from, expected.begin() + static_cast<std::ptrdiff_t>(last));
                const PackedColumn::Largest result = column.largest(first, last);
                QCOMPARE(result.value, *largest);
                QCOMPARE(result.at, static_cast<std::size_t>(largest - expected.begin()));
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestPackedColumn)
#include "tst_packedcolumn.moc"
