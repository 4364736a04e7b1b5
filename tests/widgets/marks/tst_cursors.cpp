#include "tests/support/recordingbuilder.h"
#include "widgets/marks/cursors.h"
#include "widgets/marks/spanlinks.h"
#include "widgets/timeline/tooltip.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

namespace stepscope::widgets {

using testing::RecordingBuilder;
using testing::viewOf;

/// Snapping of cursors, the difference between them, and tooltips.
class CursorsTest : public QObject
{
    Q_OBJECT

    static std::int64_t snapped(const trace::TraceView& view, const SnapSources& sources, std::int64_t time,
                                std::int64_t reach)
    {
        return snap(view, sources, time, reach).time;
    }

private slots:
    void snapsToTheNearestOfEachSource()
    {
        RecordingBuilder builder;
        const auto power =
            builder.channel({.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 0.001, .periodNs = 100});
        builder.lane({.id = 1, .name = "main"});
        const auto op = builder.op("aten::add");
        builder.spans(1, {{1000, 500, op, 0}, {1100, 50, op, 1}});
        builder.steps({{.index = 0, .start = 900, .end = 1700}});
        builder.samples(power, {1000, 1120, 1240}, {1, 2, 3});
        const trace::TraceView view = viewOf(builder.bytes());

        const SnapSources spans{.lanes = {0}, .channels = {}, .steps = false};
        QCOMPARE(snap(view, spans, 1003, 10).time, 1000);
        QVERIFY(snap(view, spans, 1003, 10).to == Snapped::To::SpanStart);
        QCOMPARE(snap(view, spans, 1496, 10).time, 1500);
        QVERIFY(snap(view, spans, 1496, 10).to == Snapped::To::SpanEnd);
        QCOMPARE(snapped(view, spans, 1148, 10), 1150); // the end of the child
        QCOMPARE(snapped(view, spans, 1300, 10), 1300); // nothing is near
        QVERIFY(snap(view, spans, 1300, 10).to == Snapped::To::Nothing);
        const SnapSources steps{.lanes = {}, .channels = {}, .steps = true};
        QCOMPARE(snapped(view, steps, 905, 10), 900);
        QCOMPARE(snapped(view, steps, 1695, 10), 1700);
        const SnapSources samples{.lanes = {}, .channels = {power}, .steps = false};
        QCOMPARE(snapped(view, samples, 1125, 10), 1120);
        QVERIFY(snap(view, samples, 1125, 10).to == Snapped::To::Sample);
        // Ignores sources that do not exist.
        QCOMPARE(snapped(view, {.lanes = {7}, .channels = {9}, .steps = false}, 5, 10), 5);
    }

    void snapIsTheNearestEdge()
    {
        std::mt19937_64 random(5);
        RecordingBuilder builder;
        builder.lane({.id = 1, .name = {}});
        const auto op = builder.op("op");
        std::vector<trace::SpanRecord> spans;
        std::int64_t at = 0;
        for (int i = 0; i < 500; ++i) {
            at += static_cast<std::int64_t>(random() % 1000);
            spans.push_back({at, static_cast<std::int64_t>(random() % 3000), op, 0});
        }
        builder.spans(1, spans);
        const trace::TraceView view = viewOf(builder.bytes());
        for (int round = 0; round < 2000; ++round) {
            const auto time = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(at));
            const std::int64_t reach = static_cast<std::int64_t>(random() % 400);
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            for (const trace::SpanRecord& span : spans)
                least = std::min({least, std::abs(span.start - time), std::abs(span.end() - time)});
            const Snapped result = snap(view, {.lanes = {0}, .channels = {}, .steps = false}, time, reach);
            if (least <= reach)
                QCOMPARE(std::abs(result.time - time), least);
            else
                QCOMPARE(result.time, time);
        }
    }

    void timesAtTheEndsOfInt64()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .name = {}});
        builder.spans(1, {{-(std::int64_t{1} << 61), std::int64_t{1} << 61, builder.op("long"), 0}});
        const trace::TraceView view = viewOf(builder.bytes());
        const SnapSources all{.lanes = {0}, .channels = {}, .steps = true};
        for (const std::int64_t time :
             {std::numeric_limits<std::int64_t>::min(), std::int64_t{0}, std::numeric_limits<std::int64_t>::max()})
            QVERIFY(std::abs(snap(view, all, time, std::numeric_limits<std::int64_t>::max()).time) <=
                    (std::int64_t{1} << 62));
    }

    void differenceBetweenCursors()
    {
        RecordingBuilder builder;
        const auto gpu = builder.channel({.name = "VDD_SYS_GPU",
                                          .quantity = "rail.power",
                                          .unit = "W",
                                          .scale = 0.001,
                                          .rail = "VDD_SYS_GPU",
                                          .parent = "VDD_IN",
                                          .role = "gpu",
                                          .periodNs = 10'000'000});
        const auto in = builder.channel({.name = "VDD_IN",
                                         .quantity = "rail.power",
                                         .unit = "W",
                                         .scale = 0.001,
                                         .rail = "VDD_IN",
                                         .role = "system",
                                         .periodNs = 10'000'000});
        std::vector<std::int64_t> times, low, high;
        for (std::int64_t i = 0; i <= 100; ++i) {
            times.push_back(i * 10'000'000);
            low.push_back(2000);
            high.push_back(8000);
        }
        builder.samples(gpu, times, low).samples(in, times, high);
        std::vector<format::Step> steps;
        for (std::uint64_t i = 0; i < 10; ++i) {
            const auto start = static_cast<std::int64_t>(i) * 100'000'000;
            steps.push_back({.index = i, .start = start, .end = start + 90'000'000});
        }
        builder.steps(steps);
        const trace::TraceView view = viewOf(builder.bytes());
        QCOMPARE(inputRail(view), std::optional<std::size_t>(1)); // the first rail is inside it
        const Difference whole = difference(view, 100'000'000, 600'000'000, std::nullopt);
        QCOMPARE(whole.duration, 500'000'000);
        QCOMPARE(whole.steps, std::size_t{5});
        QVERIFY(std::abs(whole.energy->joules - 4.0) < 1e-9);
        QVERIFY(std::abs(whole.energy->meanWatts - 8.0) < 1e-9);
        QCOMPARE(whole.rail, QString("VDD_IN"));
        const Difference backwards = difference(view, 600'000'000, 100'000'001, 0);
        QCOMPARE(backwards.duration, -499'999'999);
        QCOMPARE(backwards.steps, std::size_t{4}); // the first step began before
        QVERIFY(std::abs(backwards.energy->meanWatts - 2.0) < 1e-9);
        QCOMPARE(backwards.rail, QString("VDD_SYS_GPU"));
        // Half of the range has no samples: the mean is over the other half.
        const Difference half = difference(view, 500'000'000, 1'500'000'000, std::nullopt);
        QVERIFY(std::abs(half.energy->covered - 0.5) < 1e-9);
        QVERIFY(std::abs(half.energy->meanWatts - 8.0) < 1e-9);
        QVERIFY(differenceText(half).contains("50"));
        const Difference nothing = difference(view, 2'000'000'000, 3'000'000'000, std::nullopt);
        QVERIFY(!nothing.energy);
        QVERIFY(differenceText(nothing).contains("VDD_IN"));
    }

    void withoutRails()
    {
        RecordingBuilder builder;
        builder.steps({{.index = 3, .start = 0, .end = 10}});
        const trace::TraceView view = viewOf(builder.bytes());
        QVERIFY(!inputRail(view));
        QVERIFY(!difference(view, 0, 10, 12).energy);
        QCOMPARE(difference(view, 0, 10, std::nullopt).steps, std::size_t{1});
        QVERIFY(!differenceText(difference(view, 0, 0, std::nullopt)).isEmpty());
    }

    void clickMovesTheUnsetOrNearerCursor()
    {
        Cursors cursors;
        QCOMPARE(cursors.next(5), Cursors::A);
        cursors.a = 0;
        QCOMPARE(cursors.next(5), Cursors::B);
        cursors.b = 100;
        QCOMPARE(cursors.next(20), Cursors::A);
        QCOMPARE(cursors.next(80), Cursors::B);
    }

    void parentsAndSelfTime()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .name = {}});
        const auto op = builder.op("a");
        builder.spans(1, {{0, 100, op, 0}, {10, 30, op, 1}, {15, 10, op, 2}, {50, 20, op, 1}, {200, 10, op, 0}});
        const trace::TraceView view = viewOf(builder.bytes());
        const trace::LaneView& lane = view.lanes()[0];
        QVERIFY(!parentOf(lane, 0));
        QCOMPARE(parentOf(lane, 1), std::optional<std::size_t>(0));
        QCOMPARE(parentOf(lane, 2), std::optional<std::size_t>(1));
        QCOMPARE(parentOf(lane, 3), std::optional<std::size_t>(0));
        QVERIFY(!parentOf(lane, 4));
        QCOMPARE(selfTimeOf(lane, 0), std::optional<std::int64_t>(50));
        QCOMPARE(selfTimeOf(lane, 1), std::optional<std::int64_t>(20));
        QCOMPARE(selfTimeOf(lane, 4), std::optional<std::int64_t>(10));
    }

    void tooltipContent()
    {
        const trace::TraceView view = viewOf(testing::makeTrainingRecording());
        Box box;
        box.lane = 0;
        box.index = 2;
        const TooltipText text = tooltipOf(view, box, view.extent().begin);
        const QString all = text.lines.join('\n');
        QVERIFY2(all.contains("duration"), qPrintable(all));
        QVERIFY2(all.contains("at the mean power of VDD_IN"), qPrintable(all));
        QVERIFY2(all.contains("within"), qPrintable(all));
        QVERIFY2(all.contains("step"), qPrintable(all));
        const auto rail = inputRail(view);
        QVERIFY(rail);
        const trace::TimeRange pixel{view.extent().begin, view.extent().begin + 1'000'000'000};
        const TooltipText curve = tooltipOf(view, {*rail}, pixel);
        QVERIFY(curve.title.contains("VDD_IN"));
        QVERIFY2(curve.lines.join('\n').contains("samples"), qPrintable(curve.lines.join('\n')));
        QVERIFY(tooltipOf(view, std::vector<std::size_t>{}, pixel).title.isEmpty());
    }

    void linksLeadToKernelsAndBack()
    {
        const trace::TraceView view = viewOf(testing::makeTrainingRecording());
        QVERIFY(view.linkCount() > 0);
        // An op includes the kernels that its children launched.
        std::size_t checked = 0;
        for (std::size_t lane = 0; lane < view.lanes().size(); ++lane) {
            for (std::size_t i = 0; i < std::min<std::size_t>(view.lanes()[lane].size(), 200); ++i) {
                for (const LinkedSpans& link : effectsOf(view, {lane, i}, 64)) {
                    const trace::SpanRecord span = view.lanes()[lane].span(i);
                    const trace::SpanRecord from = view.lanes()[link.from.lane].span(link.from.index);
                    QVERIFY(from.start >= span.start && from.start < span.end());
                    const auto back = causesOf(view, link.to, 64);
                    QVERIFY(std::find(back.begin(), back.end(), link) != back.end());
                    QVERIFY(view.lanes()[link.to.lane].info().kind == format::Lane::Kind::GpuStream);
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 20);
        QVERIFY(effectsOf(view, {99, 0}, 64).empty());
        QVERIFY(causesOf(view, {0, 99'999'999}, 64).empty());
    }
};

} // namespace stepscope::widgets

QTEST_GUILESS_MAIN(stepscope::widgets::CursorsTest)
#include "tst_cursors.moc"
