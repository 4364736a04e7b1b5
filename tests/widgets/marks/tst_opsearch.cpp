#include "tests/support/recordingbuilder.h"
#include "tests/support/stoprequested.h"
#include "widgets/marks/opsearch.h"
#include "widgets/timeline/scene.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

namespace stepscope::widgets {

using testing::RecordingBuilder;
using testing::viewOf;

/// A search finds all matching instances and steps through them in the order of time.
class OpSearchTest : public QObject
{
    Q_OBJECT

    static OpFinding find(const trace::TraceView& view, const QString& text, bool regular = true,
                          bool caseSensitive = false)
    {
        const std::stop_token never;
        return findOps(view, {text, regular, caseSensitive, 0}, never);
    }

    /// Three lanes of random spans, which overlap and nest.
    static trace::TraceView randomView(unsigned seed, int count)
    {
        std::mt19937 random(seed);
        RecordingBuilder builder;
        std::vector<std::uint32_t> ops;
        for (const char* name : {"aten::conv2d", "aten::relu", "aten::Conv2d_backward", "cudaLaunchKernel"}) {
            ops.push_back(builder.op(name, "[1]"));
            ops.push_back(builder.op(name, "[2]", "layer"));
        }
        for (std::uint32_t lane = 1; lane <= 3; ++lane) {
            builder.lane({.id = lane, .name = {}});
            std::vector<trace::SpanRecord> spans;
            for (int i = 0; i < count; ++i)
                spans.push_back({static_cast<std::int64_t>(random() % 100'000),
                                 static_cast<std::int64_t>(random() % 500), ops[random() % ops.size()],
                                 static_cast<std::uint8_t>(random() % 4)});
            std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) {
                return std::tie(a.start, a.depth) < std::tie(b.start, b.depth);
            });
            builder.spans(lane, spans);
        }
        return viewOf(builder.bytes());
    }

private slots:
    void patterns_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("regular");
        QTest::addColumn<bool>("caseSensitive");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("part") << "conv2d" << true << false << QStringList{"aten::conv2d", "aten::Conv2d_backward"};
        QTest::newRow("case") << "conv2d" << true << true << QStringList{"aten::conv2d"};
        QTest::newRow("expression") << "^aten::(relu|conv2d)$" << true << false
                                    << QStringList{"aten::conv2d", "aten::relu"};
        QTest::newRow("plain") << "aten::.*" << false << false << QStringList{};
        QTest::newRow("all") << "." << true << false
                             << QStringList{"aten::conv2d", "aten::relu", "aten::Conv2d_backward", "cudaLaunchKernel"};
        QTest::newRow("none") << "lstm" << true << false << QStringList{};
    }
    void patterns()
    {
        QFETCH(QString, text);
        QFETCH(bool, regular);
        QFETCH(bool, caseSensitive);
        QFETCH(QStringList, names);
        const trace::TraceView view = randomView(1, 300);
        const OpFinding finding = find(view, text, regular, caseSensitive);
        QVERIFY(finding.error.isEmpty());
        std::set<QString> matched;
        std::uint64_t count = 0;
        for (const OpMatch& match : finding.ops) {
            matched.insert(match.name);
            count += match.count;
        }
        QCOMPARE(matched, std::set<QString>(names.begin(), names.end()));
        QCOMPARE(finding.instances->count(), static_cast<std::size_t>(count));
        std::size_t expected = 0;
        for (const trace::LaneView& lane : view.lanes()) {
            for (std::size_t i = 0; i < lane.size(); ++i)
                expected += names.contains(QString::fromUtf8(
                    view.opName(lane.span(i).op).data(), static_cast<qsizetype>(view.opName(lane.span(i).op).size())));
        }
        QCOMPARE(finding.instances->count(), expected);
    }

    void invalidPatternsHaveAnError()
    {
        const trace::TraceView view = randomView(1, 10);
        for (const char* text : {"(", "[a", "*", "a{2", "(?<n", "\\"}) {
            const OpFinding finding = find(view, QString::fromLatin1(text));
            if (QByteArray(text) == "a{2")
                continue; // valid: matches literally
            QVERIFY2(!finding.error.isEmpty(), text);
            QVERIFY(!finding.error.contains('\n'));
            QVERIFY(!finding.instances);
            QVERIFY(find(view, QString::fromLatin1(text), false).error.isEmpty());
        }
    }

    void hardPatternsAndLongNamesTerminate()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .name = {}});
        std::vector<trace::SpanRecord> spans;
        for (int i = 0; i < 20; ++i)
            spans.push_back({i, 1, builder.op(std::string(10'000, 'a') + std::to_string(i) + "!"), 0});
        builder.spans(1, spans);
        const trace::TraceView view = viewOf(builder.bytes());
        QVERIFY(find(view, "^(a+)+$").error.isEmpty());
        QCOMPARE(find(view, "a19!$").instances->count(), std::size_t{1});
        for (const OpMatch& match : find(view, "a").ops)
            QVERIFY(match.name.size() <= 400);
    }

    void stepsInTheOrderOfTime()
    {
        const trace::TraceView view = randomView(7, 400);
        const OpFinding finding = find(view, "conv2d");
        const SpanIndex& index = *finding.instances;
        std::vector<std::tuple<std::int64_t, std::size_t, std::size_t>> all;
        for (std::size_t lane = 0; lane < 3; ++lane) {
            for (const std::uint32_t span : index.inLane(lane))
                all.emplace_back(view.lanes()[lane].span(span).start, lane, span);
        }
        std::sort(all.begin(), all.end());
        QCOMPARE(all.size(), index.count());
        const auto placeOf = [&](std::size_t i) { return SpanPlace{std::get<1>(all[i]), std::get<2>(all[i])}; };
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(index.rankOf(placeOf(i)), std::optional(i));
            QVERIFY(index.after(placeOf(i)) == placeOf((i + 1) % all.size())); // wraps around
            QVERIFY(index.before(placeOf(i)) == placeOf((i + all.size() - 1) % all.size()));
        }
        QVERIFY(index.after(std::get<0>(all[5])) ==
                placeOf(static_cast<std::size_t>(
                    std::lower_bound(all.begin(), all.end(), std::tuple(std::get<0>(all[5]), 0U, 0U)) - all.begin())));
        QVERIFY(!index.rankOf({0, 99'999}));
        QVERIFY(index.after(SpanPlace{}) == placeOf(0)); // without a start: the first
    }

    void emptyResultsHaveNoNext()
    {
        const OpFinding finding = find(randomView(1, 20), "lstm");
        QVERIFY(!finding.instances->after(std::int64_t{0}));
        QVERIFY(!finding.instances->before(SpanPlace{0, 3}));
        const OpFinding empty = find(trace::TraceView(), "conv");
        QCOMPARE(empty.instances->count(), std::size_t{0});
    }

    void findsAllInstancesOfAnOp()
    {
        const trace::TraceView view = randomView(3, 300);
        const trace::SpanRecord one = view.lanes()[0].span(10);
        OpQuery query;
        query.op = one.op;
        const std::stop_token never;
        const OpFinding finding = findOps(view, query, never);
        QCOMPARE(finding.ops.size(), std::size_t{1});
        QVERIFY(finding.instances->rankOf({0, 10}));
        for (const std::uint32_t span : finding.instances->inLane(1))
            QVERIFY(view.opName(view.lanes()[1].span(span).op) == view.opName(one.op) &&
                    view.opShapes(view.lanes()[1].span(span).op) == view.opShapes(one.op));
    }

    void cancelledSearchesEndEarly()
    {
        const std::stop_token now = testing::stopRequested();
        QVERIFY(!findOps(randomView(1, 100), {"conv", true, false, 0}, now).instances);
    }

    /// Exactly the columns that touch a match are highlighted.
    void highlightedColumnsAreThoseOfMatches()
    {
        const trace::TraceView view = randomView(11, 2000);
        const OpFinding finding = find(view, "relu");
        std::mt19937 random(2);
        for (int round = 0; round < 60; ++round) {
            const auto begin = static_cast<std::int64_t>(random() % 90'000);
            const std::int64_t length = round % 3 == 0 ? 100'000 : 50 + static_cast<std::int64_t>(random() % 5000);
            const Viewport viewport{{begin, begin + length}, 400, 72, 400};
            std::vector<bool> expected(400, false);
            for (const std::uint32_t index : finding.instances->inLane(1)) {
                const trace::SpanRecord span = view.lanes()[1].span(index);
                if (span.start >= viewport.range.end || span.end() <= viewport.range.begin)
                    continue;
                expected[static_cast<std::size_t>(std::max(0, columnOf(span.start, viewport)))] = true;
            }
            std::vector<bool> lit(400, false);
            for (const Box& box : highlightBoxes(*finding.instances, 1, viewport).boxes) {
                QVERIFY(QByteArray(box.label.data(), static_cast<qsizetype>(box.label.size())).contains("relu"));
                QVERIFY(box.x0 >= 0 && box.x1 <= 400.0 + 1e-9 && box.x1 >= box.x0);
                // Edges of columns are whole ns, edges of wide boxes are not.
                for (const double x : {box.x0, box.x0 + 400.0 / static_cast<double>(length)})
                    lit[std::min<std::size_t>(399, static_cast<std::size_t>(x))] = true;
            }
            for (std::size_t column = 0; column < 400; ++column)
                QVERIFY2(lit[column] || !expected[column],
                         qPrintable(QString("column %1 of [%2, +%3)").arg(column).arg(begin).arg(length)));
        }
    }

    void highlightBoxesAreBoundedByColumns()
    {
        const trace::TraceView view = randomView(4, 50'000);
        const OpFinding finding = find(view, ".");
        const Viewport viewport{{0, 100'000}, 100, 72, 100};
        QVERIFY(highlightBoxes(*finding.instances, 0, viewport).boxes.size() <= 100 * 16 + 512);
    }
};

} // namespace stepscope::widgets

QTEST_GUILESS_MAIN(stepscope::widgets::OpSearchTest)
#include "tst_opsearch.moc"
