// Steps among named ranges: in the order of time, each once, and what looks like a step and is none is named.

#include "tests/analysis/import/chrome/importedtrace.h"

#include <QTest>

#include <set>
#include <string>
#include <vector>

using namespace stepscope;

namespace {

/// Ranges as a trace, with times in us.
class Ranges
{
public:
    Ranges& add(const std::string& name, int start, int duration, int thread = 1, int process = 1,
                const std::string& category = "user_annotation")
    {
        m_text += (m_text.empty() ? "[" : ",") + std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" +
                  name + R"(","ts":)" + std::to_string(start) + R"(,"dur":)" + std::to_string(duration) + R"(,"pid":)" +
                  std::to_string(process) + R"(,"tid":)" + std::to_string(thread) + "}";
        return *this;
    }
    [[nodiscard]] std::string text() const { return m_text + "]"; }

private:
    std::string m_text;
};

std::vector<std::uint64_t> numbersOf(const trace::TraceView& view)
{
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < view.stepCount(); ++i)
        numbers.push_back(view.step(i).index);
    return numbers;
}

/// Texts of the events of an import, without those of losses.
std::string notesOf(const trace::TraceView& view)
{
    std::string text;
    for (std::size_t i = 0; i < view.eventCount(); ++i) {
        if (view.event(i).kind == "import")
            text += view.event(i).text + "\n";
    }
    return text;
}

/// Names of the ops of all spans.
std::set<std::string> opsOf(const trace::TraceView& view)
{
    std::set<std::string> names;
    for (const trace::LaneView& lane : view.lanes()) {
        for (std::size_t i = 0; i < lane.size(); ++i)
            names.emplace(view.opName(lane.op(i)));
    }
    return names;
}

using Numbers = std::vector<std::uint64_t>;

} // namespace

class TestStepsOfRanges : public QObject
{
    Q_OBJECT

private slots:
    void numbersThatBeginAgain();
    void numbersInAnyOrder();
    void severalThreadsAndProcesses();
    void nestedRanges();
    void namesWithNumbers();
    void rangesWithoutNumbers();
    void largestNumbers();
    void numbersOfSomeRangesOnly();
    void kernelsAmongThem();
    void spansOfStepsAreOneOp();

private:
    testing::TraceImport m_traces;
};

void TestStepsOfRanges::spansOfStepsAreOneOp()
{
    using Names = std::set<std::string>;
    Ranges steps;
    steps.add("batch 32", 0, 1000);
    for (int i = 0; i < 10; ++i) {
        steps.add("ProfilerStep#" + std::to_string(i), i * 100, 90);
        steps.add("ProfilerStep#" + std::to_string(i), i * 100 + 5, 90, 7, 0, "gpu_user_annotation");
        steps.add("aten::mm_" + std::to_string(i), i * 100 + 10, 20, 1, 1, "cpu_op");
    }
    Names names = opsOf(m_traces.viewOf(steps.text()));
    QVERIFY(names.contains("ProfilerStep*") && !names.contains("ProfilerStep#3"));
    QVERIFY(names.contains("batch 32")); // it is no step
    QCOMPARE(names.size(), std::size_t{12});
    Ranges iterations;
    for (int i = 1; i <= 5; ++i)
        iterations.add("iteration " + std::to_string(i) + "/5", i * 100, 90);
    QCOMPARE(opsOf(m_traces.viewOf(iterations.text())), Names{"iteration *"});
    Ranges one;
    one.add("ProfilerStep#7", 0, 90);
    QCOMPARE(opsOf(m_traces.viewOf(one.text())), Names{"ProfilerStep#7"});
}

void TestStepsOfRanges::numbersThatBeginAgain()
{
    Ranges ranges;
    for (int i = 0; i < 30; ++i)
        ranges.add("iteration " + std::to_string(i % 10), i * 100, 90);
    const auto view = m_traces.viewOf(ranges.text());
    QCOMPARE(view.stepCount(), std::size_t{30});
    for (std::size_t i = 0; i < view.stepCount(); ++i) {
        QCOMPARE(view.step(i).index, std::uint64_t{i});
        QCOMPARE(view.step(i).start, static_cast<std::int64_t>(i) * 100'000);
    }
    QVERIFY(view.losses().empty());
    QVERIFY2(notesOf(view).find("begin again 2 times") != std::string::npos, notesOf(view).c_str());

    Ranges epochs;
    for (int i = 0; i < 30; ++i)
        epochs.add("epoch " + std::to_string(i / 10) + " step " + std::to_string(i % 10), i * 100, 90);
    QCOMPARE(m_traces.viewOf(epochs.text()).stepCount(), std::size_t{30});
}

void TestStepsOfRanges::numbersInAnyOrder()
{
    Ranges ranges;
    int at = 0;
    for (const int number : {5, 3, 4, 0, 1, 2})
        ranges.add("step " + std::to_string(number), at++ * 100, 90);
    const auto view = m_traces.viewOf(ranges.text());
    QCOMPARE(numbersOf(view), (Numbers{5, 6, 7, 8, 9, 10}));
    QVERIFY(view.losses().empty());
    // Numbers that leave some out are kept.
    Ranges gaps;
    at = 0;
    for (const int number : {0, 1, 7, 8, 20})
        gaps.add("ProfilerStep#" + std::to_string(number), at++ * 100, 90);
    QCOMPARE(numbersOf(m_traces.viewOf(gaps.text())), (Numbers{0, 1, 7, 8, 20}));
}

void TestStepsOfRanges::severalThreadsAndProcesses()
{
    Ranges threads;
    Ranges processes;
    for (int i = 0; i < 10; ++i) {
        for (int copy = 0; copy < 2; ++copy) {
            threads.add("ProfilerStep#" + std::to_string(i), i * 100 + copy, 90, copy);
            processes.add("ProfilerStep#" + std::to_string(i), i * 100 + copy * 96, 90, 1, copy);
        }
    }
    const auto ofThreads = m_traces.viewOf(threads.text());
    QCOMPARE(ofThreads.stepCount(), std::size_t{10});
    QCOMPARE(testing::lost(ofThreads, "steps"), std::uint64_t{10});
    const auto ofProcesses = m_traces.viewOf(processes.text());
    QCOMPARE(ofProcesses.stepCount(), std::size_t{10});
    QCOMPARE(ofProcesses.step(9).start, std::int64_t{900'000});
    QVERIFY(ofProcesses.losses().empty());
    QVERIFY2(notesOf(ofProcesses).find("10 more of that name") != std::string::npos, notesOf(ofProcesses).c_str());
}

void TestStepsOfRanges::nestedRanges()
{
    // The name of the whole run ends in a number, too.
    Ranges run;
    run.add("batch 32", 0, 1000);
    for (int i = 0; i < 10; ++i)
        run.add("batch " + std::to_string(i), i * 100, 90);
    const auto view = m_traces.viewOf(run.text());
    QCOMPARE(view.stepCount(), std::size_t{10});
    QCOMPARE(view.step(0).index, std::uint64_t{0});
    QVERIFY2(notesOf(view).find("1 more of that name") != std::string::npos, notesOf(view).c_str());
    QVERIFY(view.losses().empty());

    Ranges inner;
    for (int i = 0; i < 5; ++i) {
        inner.add("step " + std::to_string(i), i * 100, 90);
        inner.add("step " + std::to_string(100 + i), i * 100 + 10, 50);
    }
    QCOMPARE(numbersOf(m_traces.viewOf(inner.text())), (Numbers{0, 1, 2, 3, 4}));

    Ranges pipeline; // overlap, as of two threads that share the work
    for (int i = 0; i < 10; ++i)
        pipeline.add("step " + std::to_string(i), i * 100, 150, i % 2);
    QCOMPARE(m_traces.viewOf(pipeline.text()).stepCount(), std::size_t{10});
}

void TestStepsOfRanges::namesWithNumbers()
{
    Ranges ranges;
    for (int i = 0; i < 4; ++i) {
        ranges.add("Train Step #" + std::to_string(i), i * 100, 90);
        ranges.add("validation step " + std::to_string(i), i * 100 + 50, 5);
    }
    ranges.add("Train Step #4 ", 400, 90).add("Train Step #5/6", 500, 90);
    const auto view = m_traces.viewOf(ranges.text());
    QCOMPARE(numbersOf(view), (Numbers{0, 1, 2, 3, 4, 5}));
    QVERIFY2(notesOf(view).find("4 named \"validation step\"") != std::string::npos, notesOf(view).c_str());
    // The ranges that PyTorch shows again on the GPU are no news.
    const auto gpu = m_traces.viewOf(
        R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":9,"tid":9,"ts":0,"dur":9},
            {"ph":"X","cat":"gpu_user_annotation","name":"ProfilerStep#3","pid":0,"tid":7,"ts":2,"dur":6}])");
    QCOMPARE(gpu.stepCount(), std::size_t{1});
    QCOMPARE(notesOf(gpu), std::string());
}

void TestStepsOfRanges::rangesWithoutNumbers()
{
    Ranges ranges;
    for (int i = 0; i < 5; ++i) {
        ranges.add("Session.run", i * 100, 90);
        ranges.add("Session.run", i * 100 + 5, 10, 2);
    }
    const auto view = m_traces.viewOf(ranges.text());
    QCOMPARE(numbersOf(view), (Numbers{0, 1, 2, 3, 4}));
    QVERIFY2(notesOf(view).find("5 more of that name") != std::string::npos, notesOf(view).c_str());
}

/// A stream shows ranges of one name with a number and without one: they are steps in the order of time.
void TestStepsOfRanges::numbersOfSomeRangesOnly()
{
    Ranges ranges;
    for (int i = 0; i < 6; ++i)
        ranges.add(i % 2 == 0 ? "train_step " + std::to_string(50 + i) : "train_step", i * 100, 90, 7, 1,
                   "gpu_user_annotation");
    QCOMPARE(numbersOf(m_traces.viewOf(ranges.text())), (Numbers{0, 1, 2, 3, 4, 5}));
}

/// A kernel makes their thread a stream of the GPU, wherever it comes in the file.
void TestStepsOfRanges::kernelsAmongThem()
{
    for (const char* const category : {"user_annotation", "", "mine"}) {
        for (const int place : {0, 3, 10}) {
            Ranges ranges;
            for (int i = 0; i <= 10; ++i) {
                if (i == place)
                    ranges.add("gemm", 5, 10, 1, 1, "kernel");
                if (i < 10)
                    ranges.add("ProfilerStep#" + std::to_string(i), i * 100, 90, 1, 1, category);
            }
            QCOMPARE(m_traces.viewOf(ranges.text()).stepCount(), std::size_t{10});
        }
    }
}

void TestStepsOfRanges::largestNumbers()
{
    Ranges ranges;
    ranges.add("step 18446744073709551615", 0, 90).add("step 18446744073709551616", 100, 90).add("step 0", 200, 90);
    const auto view = m_traces.viewOf(ranges.text());
    QCOMPARE(numbersOf(view), (Numbers{18446744073709551615U}));
    QCOMPARE(testing::lost(view, "steps"), std::uint64_t{1});
}

QTEST_GUILESS_MAIN(TestStepsOfRanges)
#include "tst_stepsofranges.moc"
