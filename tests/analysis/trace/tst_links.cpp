#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

using namespace stepscope;
using namespace stepscope::testing;
using format::Link;
using trace::SpanLink;
using trace::TimeRange;

/// Links are found from both ends, independent of their order and blocks.
class TestLinks : public QObject
{
    Q_OBJECT

    static constexpr std::size_t kAll = 1'000'000;

private slots:
    void foundFromBothEnds()
    {
        RecordingBuilder builder;
        builder.lane({.id = 7, .name = "main"}).lane({.id = 9, .kind = format::Lane::Kind::GpuStream, .name = "s"});
        std::mt19937 random(3);
        std::vector<Link> all;
        for (int block = 0; block < 20; ++block) {
            std::vector<Link> links(random() % 300);
            for (Link& link : links)
                link = {static_cast<std::int64_t>(random() % 5000), static_cast<std::int64_t>(random() % 5000)};
            builder.links(7, 9, links);
            all.insert(all.end(), links.begin(), links.end());
        }
        const trace::TraceView view = viewOf(builder.bytes());
        QCOMPARE(view.linkCount(), all.size());
        for (int round = 0; round < 50; ++round) {
            const auto begin = static_cast<std::int64_t>(random() % 5000);
            const TimeRange range{begin, begin + 1 + static_cast<std::int64_t>(random() % 500)};
            const auto from = view.linksFrom(0, range, kAll);
            const auto to = view.linksTo(1, range, kAll);
            const auto expected = [&](auto part) {
                std::vector<std::int64_t> times;
                for (const Link& link : all) {
                    if (range.contains(link.*part))
                        times.push_back(link.*part);
                }
                std::sort(times.begin(), times.end());
                return times;
            };
            const auto timesOf = [](const std::vector<SpanLink>& links, auto part) {
                std::vector<std::int64_t> times;
                for (const SpanLink& link : links)
                    times.push_back(link.*part);
                return times;
            };
            QCOMPARE(timesOf(from, &SpanLink::from), expected(&Link::from));
            QCOMPARE(timesOf(to, &SpanLink::to), expected(&Link::to));
            QVERIFY(view.linksFrom(1, range, kAll).empty());
            if (from.size() > 3) {
                auto few = expected(&Link::from);
                few.resize(3);
                QCOMPARE(timesOf(view.linksFrom(0, range, 3), &SpanLink::from), few);
            }
        }
    }

    void lateAndMissingLanes()
    {
        RecordingBuilder builder;
        const std::vector<Link> links{{10, 20}};
        builder.links(1, 2, links).links(1, 99, links);
        builder.spans(2, {{20, 5, builder.op("k"), 0}}).spans(1, {{10, 5, builder.op("f"), 0}});
        const trace::TraceView view = viewOf(builder.bytes());
        QCOMPARE(view.linkCount(), std::uint64_t{2});
        const auto spanLinks = view.linksFrom(1, {0, 100}, kAll);
        QCOMPARE(spanLinks.size(), std::size_t{1}); // the lane of the other link is missing
        QVERIFY(spanLinks.front() == (SpanLink{1, 10, 0, 20}));
        QVERIFY(view.linksTo(0, {0, 100}, kAll) == spanLinks);
    }

    void impossibleTimesAreCounted()
    {
        RecordingBuilder builder;
        const std::vector<Link> links{
            {std::numeric_limits<std::int64_t>::min(), 0}, {0, std::numeric_limits<std::int64_t>::max()}, {1, 2}};
        builder.links(1, 2, links);
        const trace::TraceView view = viewOf(builder.bytes());
        QCOMPARE(view.linkCount(), std::uint64_t{1});
        const auto loss = std::find_if(view.losses().begin(), view.losses().end(),
                                       [](const trace::Loss& candidate) { return candidate.what == "links"; });
        QVERIFY(loss != view.losses().end());
        QCOMPARE(loss->count, std::uint64_t{2});
    }

    void viewsDoNotChange()
    {
        RecordingBuilder builder;
        const std::vector<Link> links{{10, 20}};
        builder.spans(1, {{10, 5, builder.op("f"), 0}}).spans(2, {{20, 5, builder.op("k"), 0}}).links(1, 2, links);
        trace::TraceStore store;
        QVERIFY(store.feed(builder.takeNew()).ok());
        const trace::TraceView before = store.view();
        builder.links(1, 2, links);
        QVERIFY(store.feed(builder.takeNew()).ok());
        QCOMPARE(before.linksFrom(0, {0, 100}, kAll).size(), std::size_t{1});
        QCOMPARE(store.view().linksFrom(0, {0, 100}, kAll).size(), std::size_t{2});
    }
};

QTEST_APPLESS_MAIN(TestLinks)
#include "tst_links.moc"
