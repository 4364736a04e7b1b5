#include "analysis/trace/columngrid.h"
#include "widgets/render/geometry.h"
#include "widgets/tracks/ruler.h"
#include "widgets/tracks/valuetext.h"

#include <QTest>

#include <limits>

namespace stepscope::widgets {

class Coordinates : public QObject
{
    Q_OBJECT

private slots:
    void pixelsAndTimesAreInverse();
    void columnsCoverTheRange_data();
    void columnsCoverTheRange();
    void rulerTicksAreRoundAndApart_data();
    void rulerTicksAreRoundAndApart();
    void labelsCountFromABaseAtHighZoom();
    void scalesHaveRoundMarks();
    void valuesAreReadable();
    void smoothingKeepsLines();
    void levelsDoNotOverlap();
};

/// A moving mean keeps straight lines and both ends, and reduces noise.
void Coordinates::smoothingKeepsLines()
{
    std::vector<double> values;
    for (int i = 0; i < 40; ++i)
        values.push_back(2.0 * i);
    const std::vector<double> line = values;
    smooth(values, 0, values.size(), 4);
    for (std::size_t i = 0; i < values.size(); ++i)
        QVERIFY(std::abs(values[i] - line[i]) < 1e-9);
    values.assign(40, 0);
    values[20] = 5;
    smooth(values, 10, 30, 4);
    QCOMPARE(values[20], 1.0);
    QCOMPARE(values[18], 1.0);
    QCOMPARE(values[17], 0.0);
}

void Coordinates::levelsDoNotOverlap()
{
    Geometry geometry;
    geometry.levels = {{1, "100 %", false}, {0, "0 %", false}, {0.5, "50 %"}};
    QCOMPARE(placedLevels(geometry, 24).size(), std::size_t{1});
    QCOMPARE(placedLevels(geometry, 32).size(), std::size_t{2});
    const auto placed = placedLevels(geometry, 64);
    QCOMPARE(placed.size(), std::size_t{3});
    for (const PlacedLevel& level : placed)
        QVERIFY(level.top >= 0 && level.top + kLevelHeight <= 64);
}

void Coordinates::pixelsAndTimesAreInverse()
{
    const Viewport viewport{{1'000'000'000'000, 1'000'010'000'000}, 1000, 20, 1000};
    QCOMPARE(pixelOf(viewport.range.begin, viewport), 0.0);
    QCOMPARE(pixelOf(viewport.range.end, viewport), 1000.0);
    for (const double x : {-50.0, 0.0, 1.0, 333.25, 999.0, 1500.0})
        QVERIFY(std::abs(pixelOf(timeAt(x, viewport), viewport) - x) < 1e-3);
    // Times at both ends of int64 neither overflow nor hang.
    const Viewport all{
        {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}, 1000, 20, 1000};
    QVERIFY(std::abs(pixelOf(0, all) - 500) < 1e-6);
    QVERIFY(timeAt(2000, all) > 0);
}

void Coordinates::columnsCoverTheRange_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("duration");
    QTest::addColumn<int>("columns");
    QTest::newRow("a second") << qint64{5} << qint64{1'000'000'007} << 1600;
    QTest::newRow("a day") << qint64{1'000'000'000'000} << qint64{86'400'000'000'000} << 1333;
    QTest::newRow("fewer ns than columns") << qint64{77} << qint64{100} << 1600;
    QTest::newRow("negative times") << qint64{-1'000'003} << qint64{999'983} << 640;
}

void Coordinates::columnsCoverTheRange()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, duration);
    QFETCH(int, columns);
    const Viewport viewport{{begin, begin + duration}, static_cast<double>(columns), 20, columns};
    const trace::ColumnGrid grid(viewport.range, columns);
    QCOMPARE(grid.begin(0), viewport.range.begin);
    QCOMPARE(grid.begin(columns), viewport.range.end);
    for (int i = 0; i < columns; ++i) {
        const trace::TimeRange range = columnRange(i, viewport);
        QVERIFY(!range.isEmpty());
        QVERIFY(grid.begin(i + 1) >= range.begin);
        if (grid.begin(i + 1) > grid.begin(i)) {
            QCOMPARE(columnOf(range.begin, viewport), i);
            QCOMPARE(columnOf(range.end - 1, viewport), i);
        }
    }
    QCOMPARE(columnOf(begin - 1, viewport), -1);
    QCOMPARE(columnOf(begin + duration, viewport), columns);
}

void Coordinates::rulerTicksAreRoundAndApart_data()
{
    QTest::addColumn<qint64>("duration");
    for (qint64 duration = 100; duration < 400'000'000'000'000; duration = duration * 7 / 3)
        QTest::addRow("%lld ns", static_cast<long long>(duration)) << duration;
}

void Coordinates::rulerTicksAreRoundAndApart()
{
    QFETCH(qint64, duration);
    const std::int64_t start = 123'456'789'012;
    for (const std::int64_t offset : {std::int64_t{0}, std::int64_t{12'345'678'901}, std::int64_t{7'654'321'098'765}}) {
        const Viewport viewport{{start + offset, start + offset + duration}, 1000, 20, 1000};
        const Ruler ruler = makeRuler(viewport, start, 100);
        QVERIFY(ruler.ticks.size() <= 11);
        QVERIFY(ruler.ticks.size() >= 2 || duration < 400);
        QSet<QString> labels;
        for (const Tick& tick : ruler.ticks) {
            QVERIFY(viewport.range.contains(tick.time));
            QCOMPARE((tick.time - start) % ruler.step, 0);
            labels.insert(tick.label);
        }
        QCOMPARE(static_cast<std::size_t>(labels.size()), ruler.ticks.size()); // all labels differ
    }
}

void Coordinates::labelsCountFromABaseAtHighZoom()
{
    const Viewport viewport{{12'345'600'000, 12'345'700'000}, 1000, 20, 1000};
    const Ruler ruler = makeRuler(viewport, 0, 100);
    QCOMPARE(ruler.base, QStringLiteral("12.3456\u202Fs"));
    QCOMPARE(ruler.ticks.at(1).label, QStringLiteral("+10.0\u202Fµs"));
    QVERIFY(makeRuler({{0, 10'000'000'000}, 1000, 20, 1000}, 0, 100).base.isEmpty());
}

void Coordinates::scalesHaveRoundMarks()
{
    const auto texts = [](double lowest, double highest, const char* unit) {
        QStringList all;
        for (const ScaleMark& mark : scaleMarks(lowest, highest, 4, unit))
            all << mark.text;
        return all.join(QStringLiteral(", ")).replace(QChar(0x202F), QLatin1Char(' '));
    };
    QCOMPARE(texts(0, 1, "1"), QStringLiteral("0 %, 50 %, 100 %"));
    QCOMPARE(texts(0.9925, 1, "1"), QStringLiteral("99.4 %, 99.6 %, 99.8 %, 100.0 %"));
    QCOMPARE(texts(0, 1.5, "W"), QStringLiteral("0.0 W, 0.5 W, 1.0 W, 1.5 W"));
    QCOMPARE(texts(-0.3, 0.3, "W"), QStringLiteral("-200 mW, 0 mW, 200 mW"));
    QCOMPARE(texts(0, 1.2e9, "B"), QStringLiteral("0.0 GB, 0.5 GB, 1.0 GB"));
    QCOMPARE(texts(45, 45.6, "degC"), QStringLiteral("45.0 °C, 45.2 °C, 45.4 °C, 45.6 °C"));
    QVERIFY(scaleMarks(1, 1, 4, "W").empty());
    QVERIFY(scaleMarks(1e15, 1e15 + 0.25, 4, "W").empty());
    QVERIFY(scaleMarks(0, std::numeric_limits<double>::infinity(), 4, "W").empty());
}

void Coordinates::valuesAreReadable()
{
    QCOMPARE(valueText(0.344, "1"), QStringLiteral("34\u202F%"));
    QCOMPARE(valueText(0.004, "1"), QStringLiteral("0.4\u202F%"));
    QCOMPARE(valueText(9.812, "W"), QStringLiteral("9.81\u202FW"));
    QCOMPARE(valueText(5.1e9, "B"), QStringLiteral("5.10\u202FGB"));
    QCOMPARE(valueText(45.52, "degC"), QStringLiteral("45.5\u202F°C"));
    QCOMPARE(valueText(std::numeric_limits<double>::quiet_NaN(), "W"), QStringLiteral("–"));
    QCOMPARE(durationText(212'400'000), QStringLiteral("212\u202Fms"));
    QCOMPARE(durationText(245'000'000'000), QStringLiteral("4\u202Fmin 05\u202Fs"));
    QCOMPARE(timeText(125'300'000'000, 100'000'000), QStringLiteral("2:05.3"));
    QCOMPARE(timeText(3'725'000'000'000, 1'000'000'000), QStringLiteral("1:02:05"));
    QCOMPARE(niceCeiling(9.3), 10.0);
    QCOMPARE(niceCeiling(0.41), 0.5);
    QCOMPARE(niceCeiling(0), 1.0);
}

} // namespace stepscope::widgets

QTEST_APPLESS_MAIN(stepscope::widgets::Coordinates)
#include "tst_coordinates.moc"
