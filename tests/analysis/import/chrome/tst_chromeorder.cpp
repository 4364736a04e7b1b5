// Asynchronous spans and arrows whose events are in any order, or incomplete.

#include "tests/analysis/import/chrome/importedtrace.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace stepscope;

class TestChromeOrder : public QObject
{
    Q_OBJECT

private slots:
    void asynchronousSpansInAnyOrder();
    void arrowsWithoutStartOrEnd();

private:
    testing::TraceImport m_traces;
};

/// The spans are the same for each order of the events of different times.
void TestChromeOrder::asynchronousSpansInAnyOrder()
{
    std::vector<std::string> events;
    const auto add = [&](const char* phase, const char* id, const char* name, int time) {
        events.push_back(std::string(R"({"ph":")") + phase + R"(","cat":"net","pid":1,"id":")" + id + R"(","name":")" +
                         name + R"(","ts":)" + std::to_string(time) + "}");
    };
    add("b", "x", "request", 0);
    add("b", "x", "parse", 2);
    add("e", "x", "parse", 4);
    add("e", "x", "request", 9);
    add("b", "x", "request", 20);
    add("e", "x", "request", 26);
    for (std::size_t turn = 0; turn < 30; ++turn) {
        std::string text;
        for (const std::string& event : events)
            text += (text.empty() ? "[" : ",") + event;
        const auto view = m_traces.viewOf(text + "]");
        QCOMPARE(view.lanes().size(), std::size_t{1});
        const trace::LaneView& lane = view.lanes().front();
        QCOMPARE(lane.size(), std::size_t{3});
        QCOMPARE(lane.span(0).duration, std::int64_t{9000});
        QCOMPARE(lane.span(1).start, std::int64_t{2000});
        QCOMPARE(lane.span(1).duration, std::int64_t{2000});
        QCOMPARE(lane.span(1).depth, std::uint8_t{1});
        QCOMPARE(lane.span(2).duration, std::int64_t{6000});
        QVERIFY(view.losses().empty());
        std::rotate(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(1 + turn % 3), events.end());
        std::swap(events[turn % 6], events[(turn * 5 + 2) % 6]);
    }
}

/// 4 arrows have both ends; 2 starts and 3 ends have no other one. Each is a link or a named loss.
void TestChromeOrder::arrowsWithoutStartOrEnd()
{
    std::string text =
        R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":100},{"ph":"X","name":"b","pid":1,"tid":2,"ts":0,"dur":100})";
    const auto add = [&](const char* phase, int id, int thread) {
        text += std::string(R"(,{"ph":")") + phase + R"(","cat":"c","name":"c","pid":1,"tid":)" +
                std::to_string(thread) + R"(,"id":)" + std::to_string(id) + R"(,"ts":)" + std::to_string(id + thread) +
                "}";
    };
    for (const int id : {1, 2, 5, 8, 10, 11})
        add("s", id, 1);
    for (const int id : {1, 2, 5, 8, 20, 21, 22})
        add("f", id, 2);
    const auto view = m_traces.viewOf(text + "]");
    QCOMPARE(view.linkCount(), std::uint64_t{4});
    QCOMPARE(testing::lost(view, "links"), std::uint64_t{5});
}

QTEST_GUILESS_MAIN(TestChromeOrder)
#include "tst_chromeorder.moc"
