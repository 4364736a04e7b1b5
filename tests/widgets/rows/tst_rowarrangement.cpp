#include "widgets/rows/rowarrangement.h"
#include "widgets/rows/rowplacement.h"

#include <QTest>

#include <algorithm>

namespace stepscope::widgets {

using Height = TrackKind::Height;
using Role = TrackKind::Role;
using Names = std::vector<std::string>;

/// Arrangement and placement of rows, without a screen.
class RowArrangementTest : public QObject
{
    Q_OBJECT

private slots:
    void defaultOrder();
    void rowsMoveWithinTheirGroup();
    void groupsMoveTogether();
    void absentNamesKeepTheirPlace();
    void newRowsStayBelowTheirNeighbours();
    void collapsedGroupsAreOneRow();
    void rowsOfEventsCannotBeHidden();
    void pinnedRowsAreAtTheTop();
    void pinnedRowsLeaveRoom();
    void chosenHeightsStay();
    void heightIsDistributed();
    void coresGiveWayToOps();
    void placesAreContiguous_data();
    void placesAreContiguous();
    void paperHasNoHeaders();
    void jsonKeepsEverything();
    void jsonOfAnotherVersionIsKept();
    void invalidTextIsTheDefaultArrangement_data();
    void invalidTextIsTheDefaultArrangement();

private:
    static std::size_t group(std::string_view name);
    static std::vector<RowItem> training();
    static Names namesOf(const PlacedRows& placed, const std::vector<RowItem>& items);
    static Names place(const RowArrangement& arrangement);
};

std::size_t RowArrangementTest::group(std::string_view name)
{
    for (std::size_t i = 0; i < trackGroups().size(); ++i) {
        if (trackGroups()[i].name == name)
            return i;
    }
    return trackGroups().size();
}

std::vector<RowItem> RowArrangementTest::training()
{
    const std::size_t steps = group("steps");
    const std::size_t processor = group("processor");
    return {{"steps", steps, Height::Fixed, Role::Detail, 24},
            {"events", steps, Height::Fixed, Role::Stays, 24},
            {"cores:cpu0", processor, Height::GrowsAndShrinks, Role::Detail, 32},
            {"cores:cpu1", processor, Height::GrowsAndShrinks, Role::Detail, 32},
            {"cores:cpu2", processor, Height::GrowsAndShrinks, Role::Detail, 32},
            {"cpu", processor, Height::GrowsAndShrinks, Role::SumsUp, 40},
            {"power", group("power"), Height::Grows, Role::SumsUp, 96}};
}

Names RowArrangementTest::namesOf(const PlacedRows& placed, const std::vector<RowItem>& items)
{
    Names names;
    for (const PlacedRow& row : placed.rows)
        names.push_back(items[row.item].name);
    return names;
}

Names RowArrangementTest::place(const RowArrangement& arrangement)
{
    return namesOf(placeRows(training(), arrangement, {}), training());
}

void RowArrangementTest::defaultOrder()
{
    QCOMPARE(place({}), (Names{"steps", "events", "cores:cpu0", "cores:cpu1", "cores:cpu2", "cpu", "power"}));
    const PlacedRows placed = placeRows(training(), {}, {});
    QCOMPARE(placed.groups.size(), std::size_t{3});
    QCOMPARE(placed.groups[1].collapses, std::size_t{4});
    QCOMPARE(placed.groups[0].collapses, std::size_t{1}); // events are not collapsed
    QVERIFY(placed.groups[2].isLone);
    QCOMPARE(placed.height, 2 * kGroupHeader + 24 + 24 + 3 * 32 + 40 + 96);
    QCOMPARE(placed.rows[0].top, kGroupHeader);
}

void RowArrangementTest::rowsMoveWithinTheirGroup()
{
    const Names seen{"cores:cpu0", "cores:cpu1", "cores:cpu2", "cpu"};
    RowArrangement arrangement;
    arrangement.moveRow(seen, "cpu", "cores:cpu0");
    QCOMPARE(place(arrangement), (Names{"steps", "events", "cpu", "cores:cpu0", "cores:cpu1", "cores:cpu2", "power"}));
    arrangement.moveRow({"cpu", "cores:cpu0", "cores:cpu1", "cores:cpu2"}, "cores:cpu0", "");
    QCOMPARE(place(arrangement), (Names{"steps", "events", "cpu", "cores:cpu1", "cores:cpu2", "cores:cpu0", "power"}));
    // A row never leaves its group, whatever the order.
    arrangement.rowOrder = {"power", "cpu", "steps"};
    const Names placed = place(arrangement);
    QCOMPARE(placed.back(), std::string("power"));
    QCOMPARE(placed[2], std::string("cores:cpu0")); // not in the order: stay above
}

void RowArrangementTest::groupsMoveTogether()
{
    RowArrangement arrangement;
    arrangement.moveGroup({"steps", "processor", "power"}, "power", "steps");
    QCOMPARE(place(arrangement), (Names{"power", "steps", "events", "cores:cpu0", "cores:cpu1", "cores:cpu2", "cpu"}));
    arrangement.moveGroup({"power", "steps", "processor"}, "steps", "");
    QCOMPARE(place(arrangement), (Names{"power", "cores:cpu0", "cores:cpu1", "cores:cpu2", "cpu", "steps", "events"}));
}

void RowArrangementTest::absentNamesKeepTheirPlace()
{
    RowArrangement arrangement;
    arrangement.rowOrder = {"cores:cpu2", "cores:cpu7", "cores:cpu0"};
    arrangement.moveRow({"cores:cpu2", "cores:cpu0", "cores:cpu1", "cpu"}, "cpu", "cores:cpu2");
    QCOMPARE(arrangement.rowOrder, (Names{"cpu", "cores:cpu2", "cores:cpu7", "cores:cpu0", "cores:cpu1"}));
    arrangement.pinned = {"gpu"};
    arrangement.hidden = {"nothing"};
    QCOMPARE(place(arrangement).size(), std::size_t{7});
}

void RowArrangementTest::newRowsStayBelowTheirNeighbours()
{
    RowArrangement arrangement;
    arrangement.rowOrder = {"cores:cpu2", "cores:cpu0"}; // stored when there were no others
    const Names placed = place(arrangement);
    QCOMPARE(Names(placed.begin() + 2, placed.begin() + 6), (Names{"cores:cpu2", "cpu", "cores:cpu0", "cores:cpu1"}));
}

void RowArrangementTest::collapsedGroupsAreOneRow()
{
    RowArrangement arrangement;
    arrangement.setCollapsed("processor", true);
    arrangement.setCollapsed("steps", true);
    const PlacedRows placed = placeRows(training(), arrangement, {});
    QCOMPARE(namesOf(placed, training()), (Names{"steps", "events", "cpu", "power"}));
    QVERIFY(placed.rows[0].isSummary && !placed.rows[1].isSummary && placed.rows[2].isSummary);
    QCOMPARE(placed.rows[2].height, kGroupHeader); // the mean replaces the cores
    QCOMPARE(placed.groups[1].top, placed.rows[2].top);
    QCOMPARE(placed.groups[1].collapses, std::size_t{4});
    QCOMPARE(placed.height, kGroupHeader + 24 + kGroupHeader + 96);
}

void RowArrangementTest::rowsOfEventsCannotBeHidden()
{
    RowArrangement arrangement;
    for (const RowItem& item : training())
        arrangement.setHidden(item.name, true);
    QCOMPARE(place(arrangement), (Names{"events"}));
}

void RowArrangementTest::pinnedRowsAreAtTheTop()
{
    RowArrangement arrangement;
    arrangement.setPinned("power", true);
    arrangement.setPinned("cores:cpu1", true);
    arrangement.setCollapsed("processor", true);
    const PlacedRows placed = placeRows(training(), arrangement, {});
    QCOMPARE(namesOf(placed, training()), (Names{"power", "cores:cpu1", "steps", "events", "cpu"}));
    QCOMPARE(placed.pinned, std::size_t{2});
    QCOMPARE(placed.pinnedHeight, 96 + 32);
    QCOMPARE(placed.groups.size(), std::size_t{2}); // all power rows are pinned
    QCOMPARE(placed.groups.front().top, placed.pinnedHeight);
    arrangement.movePinned({"power", "cores:cpu1"}, "cores:cpu1", "power");
    QCOMPARE(place(arrangement).front(), std::string("cores:cpu1"));
    arrangement.setPinned("power", false);
    QCOMPARE(place(arrangement).back(), std::string("power"));
}

void RowArrangementTest::pinnedRowsLeaveRoom()
{
    RowArrangement arrangement;
    for (const char* name : {"power", "cores:cpu0", "cores:cpu1", "cores:cpu2"})
        arrangement.setPinned(name, true);
    const PlacedRows placed = placeRows(training(), arrangement, {.available = 200, .headers = true});
    QCOMPARE(placed.pinned, std::size_t{2}); // 96 + 32 of 133
    QCOMPARE(placed.rows.size(), std::size_t{7});
}

void RowArrangementTest::chosenHeightsStay()
{
    RowArrangement arrangement;
    arrangement.setHeight("power", 200);
    arrangement.setHeight("steps", 1);
    arrangement.setHeight("cpu", 100'000);
    QCOMPARE(arrangement.heights["steps"], RowArrangement::kLeastHeight);
    QCOMPARE(arrangement.heights["cpu"], RowArrangement::kMostHeight);
    for (const int available : {10, 900, 5000}) {
        const PlacedRows placed = placeRows(training(), arrangement, {.available = available, .headers = true});
        QCOMPARE(placed.rows.back().height, 200);
        QCOMPARE(placed.rows.front().height, RowArrangement::kLeastHeight);
    }
    arrangement.setHeight("power", 0);
    QCOMPARE(placeRows(training(), arrangement, {}).rows.back().height, 96);
}

void RowArrangementTest::heightIsDistributed()
{
    const PlacedRows usual = placeRows(training(), {}, {});
    const PlacedRows tall = placeRows(training(), {}, {.available = usual.height + 200, .headers = true});
    QVERIFY(tall.height <= usual.height + 200 && tall.height > usual.height + 192);
    QCOMPARE(tall.rows[0].height, 24); // fixed
    QCOMPARE(tall.rows[2].height, tall.rows[3].height);
    const PlacedRows low = placeRows(training(), {}, {.available = 10, .headers = true});
    QCOMPARE(low.height, low.least);
    QCOMPARE(low.rows[2].height, 24);
    QCOMPARE(low.rows.back().height, 96);
}

/// Where the ops would be out of sight, the cores collapse, unless the user has opened them.
void RowArrangementTest::coresGiveWayToOps()
{
    std::vector<RowItem> items = training();
    items.push_back({"ops:main", group("ops"), Height::Fixed, Role::Detail, 96});
    const auto isCollapsed = [&](const RowArrangement& arrangement, int available) {
        return placeRows(items, arrangement, {.available = available, .headers = true}).groups[1].isCollapsed;
    };
    RowArrangement arrangement;
    QVERIFY(!isCollapsed(arrangement, 600));
    QVERIFY(isCollapsed(arrangement, 300));
    QVERIFY(!isCollapsed(arrangement, 100)); // no height brings the ops into sight
    arrangement.setCollapsed("processor", false);
    QVERIFY(!isCollapsed(arrangement, 300));
    QVERIFY(RowArrangement::fromJson(arrangement.toJson()) == arrangement);
    arrangement.setCollapsed("processor", true);
    QVERIFY(isCollapsed(arrangement, 600));
    arrangement.setCollapsed("processor", false);
    QVERIFY(arrangement == RowArrangement());
}

void RowArrangementTest::placesAreContiguous_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("usual") << QByteArray("{}");
    QTest::newRow("collapsed") << QByteArray(R"({"collapsed":["steps","power"]})");
    QTest::newRow("pinned") << QByteArray(R"({"pinned":["cpu","events"]})");
    QTest::newRow("all of it") << QByteArray(R"({"groups":["power","steps"],"rows":["cpu","cores:cpu1"],
        "collapsed":["steps"],"pinned":["cores:cpu2"],"hidden":["cores:cpu0"],"heights":{"cpu":77}})");
}

/// Rows and headers neither overlap nor leave gaps.
void RowArrangementTest::placesAreContiguous()
{
    QFETCH(QByteArray, json);
    const RowArrangement arrangement = RowArrangement::fromJson(json);
    for (const int available : {0, 300, 600, 1200}) {
        const PlacedRows placed = placeRows(training(), arrangement, {.available = available, .headers = true});
        std::vector<std::pair<int, int>> places;
        for (const PlacedRow& row : placed.rows)
            places.emplace_back(row.top, row.height);
        for (const PlacedGroup& group : placed.groups) {
            if (!group.isLone && !group.isCollapsed)
                places.emplace_back(group.top, group.height);
        }
        std::sort(places.begin(), places.end());
        int bottom = 0;
        for (const auto& [top, height] : places) {
            QCOMPARE(top, bottom);
            QVERIFY(height > 0);
            bottom = top + height;
        }
        QCOMPARE(bottom, placed.height);
        QVERIFY(placed.least <= placed.height);
    }
}

void RowArrangementTest::paperHasNoHeaders()
{
    RowArrangement arrangement;
    arrangement.setCollapsed("processor", true);
    const PlacedRows placed = placeRows(training(), arrangement, {.available = {}, .headers = false});
    QCOMPARE(placed.rows.size(), training().size());
    QCOMPARE(placed.rows.front().top, 0);
    QCOMPARE(placed.height, 24 + 24 + 3 * 32 + 40 + 96);
}

void RowArrangementTest::jsonKeepsEverything()
{
    RowArrangement arrangement;
    arrangement.groupOrder = {"power", "steps"};
    arrangement.rowOrder = {"cpu", "cores:\"cpu\" ü#2"};
    arrangement.setCollapsed("ops", true);
    arrangement.setPinned("power:VDD_IN", true);
    arrangement.setHidden("emc:EMC", true);
    arrangement.setHeight("memory", 120);
    arrangement.rails = {true, true};
    QCOMPARE(RowArrangement::fromJson(arrangement.toJson()), arrangement);
    QCOMPARE(RowArrangement::fromJson(RowArrangement{}.toJson()), RowArrangement{});
}

void RowArrangementTest::jsonOfAnotherVersionIsKept()
{
    const QByteArray text = R"({"colours":{"cpu":"red"},"collapsed":["ops","lasers"]})";
    RowArrangement arrangement = RowArrangement::fromJson(text);
    arrangement.setCollapsed("ops", false);
    const QByteArray after = arrangement.toJson();
    QVERIFY2(after.contains(R"("colours":{"cpu":"red"})"), after.constData());
    QVERIFY2(after.contains(R"("collapsed":["lasers"])"), after.constData());
}

void RowArrangementTest::invalidTextIsTheDefaultArrangement_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("rows: cpu");
    QTest::newRow("cut off") << QByteArray(R"({"collapsed":["ops")");
    QTest::newRow("an array") << QByteArray(R"(["ops"])");
    QTest::newRow("bytes") << QByteArray("\xff\x00\xfe{", 4);
    QTest::newRow("deep") << QByteArray(100'000, '[');
    QTest::newRow("other types") << QByteArray(
        R"({"groups":7,"rows":{"a":1},"collapsed":"ops","pinned":[1,null,[]],"hidden":true,"heights":[3],"rails":1})");
    QTest::newRow("odd heights") << QByteArray(R"({"heights":{"cpu":-7,"gpu":"tall","emc":null}})");
}

void RowArrangementTest::invalidTextIsTheDefaultArrangement()
{
    QFETCH(QByteArray, text);
    QCOMPARE(RowArrangement::fromJson(text), RowArrangement{});
}

} // namespace stepscope::widgets

QTEST_APPLESS_MAIN(stepscope::widgets::RowArrangementTest)
#include "tst_rowarrangement.moc"
