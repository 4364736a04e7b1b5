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
    void arrowsOverSteps();

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

/// A step of a flow ends one arrow and starts the next one: a -> b -> c -> d.
void TestChromeOrder::arrowsOverSteps()
{
    const std::string spans = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":9)";
    const char* const tips[] = {
        R"(},{"ph":"X","name":"b","pid":1,"tid":2,"ts":20,"dur":9},{"ph":"X","name":"c","pid":1,"tid":3,"ts":40,"dur":9},
            {"ph":"X","name":"d","pid":1,"tid":4,"ts":60,"dur":9},{"ph":"f","id":5,"pid":1,"tid":4,"ts":61},
            {"ph":"t","id":5,"pid":1,"tid":3,"ts":41},{"ph":"t","id":5,"pid":1,"tid":2,"ts":21},
            {"ph":"s","id":5,"pid":1,"tid":1,"ts":1}])",
        R"(,"bind_id":5,"flow_out":true},
            {"ph":"X","name":"b","pid":1,"tid":2,"ts":20,"dur":9,"bind_id":5,"flow_in":true,"flow_out":true},
            {"ph":"X","name":"c","pid":1,"tid":3,"ts":40,"dur":9,"bind_id":5,"flow_in":true,"flow_out":true},
            {"ph":"X","name":"d","pid":1,"tid":4,"ts":60,"dur":9,"bind_id":5,"flow_in":true}])"};
    for (const char* const rest : tips) {
        const auto view = m_traces.viewOf(spans + rest);
        QCOMPARE(view.linkCount(), std::uint64_t{3});
        QVERIFY(view.losses().empty());
        for (std::size_t lane = 0; lane < 3; ++lane) {
            const auto links = view.linksFrom(lane, {INT64_MIN, INT64_MAX}, 9);
            QCOMPARE(links.size(), std::size_t{1});
            QCOMPARE(links[0].toLane, lane + 1);
        }
    }
}

QTEST_GUILESS_MAIN(TestChromeOrder)
#include "tst_chromeorder.moc"
