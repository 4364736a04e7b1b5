// SQL over a recording of 10 million spans: a statement that reads all of them, totals that are kept, and energies of
// steps; beside them the time of opening the file, which a single statement on the command line takes in addition.
#include "analysis/query/query.h"
#include "analysis/trace/tracestore.h"
#include "tests/bench/figures.h"
#include "tests/support/recordingbuilder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace stepscope;
using analysis::QueryResult;
using analysis::RecordingQuery;

constexpr std::size_t kSpans = 10'000'000;
constexpr std::uint32_t kLanes = 4;
constexpr std::size_t kOps = 300;
constexpr std::int64_t kStepNs = 200'000'000;
constexpr std::int64_t kPeriodNs = 10'000'000;

/// Spans with two levels on each lane, steps of 200 ms, and a rail that is sampled every 10 ms.
std::vector<std::byte> makeRecording()
{
    std::mt19937 random(1);
    testing::RecordingBuilder builder;
    const auto rail = builder.channel(
        {.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 1e-3, .rail = "VDD_IN", .role = "system"});
    std::vector<std::uint32_t> ops;
    for (std::size_t i = 0; i < kOps; ++i)
        ops.push_back(builder.op("aten::op" + std::to_string(i % 100), "[" + std::to_string(i) + ", 64]"));
    std::int64_t end = 0;
    for (std::uint32_t lane = 1; lane <= kLanes; ++lane) {
        builder.lane({.id = lane, .kind = format::Lane::Kind::Thread, .process = 1, .thread = lane, .name = "t"});
        std::vector<trace::SpanRecord> spans;
        std::int64_t time = 0;
        constexpr std::size_t kBlock = 4000;
        for (std::size_t i = 0; i < kSpans / kLanes / 2; ++i) {
            const std::int64_t duration = 4000 + static_cast<std::int64_t>(random() % 30'000);
            spans.push_back({time, duration, ops[random() % kOps], 0});
            spans.push_back({time + 500, duration / 2, ops[random() % kOps], 1});
            time += duration + 1000;
            if (spans.size() >= kBlock) {
                builder.spans(lane, spans);
                spans.clear();
            }
        }
        builder.spans(lane, spans);
        end = std::max(end, time);
    }
    std::vector<format::Step> steps;
    for (std::int64_t start = 0; start < end; start += kStepNs)
        steps.push_back(
            {.index = steps.size(), .start = start, .end = start + kStepNs, .samples = 32, .flags = 0, .process = 0});
    builder.steps(steps);
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
    for (std::int64_t time = 0; time < end; time += kPeriodNs) {
        times.push_back(time);
        values.push_back(5000 + static_cast<std::int64_t>(random() % 1000));
    }
    builder.samples(rail, times, values);
    return builder.bytes();
}

/// Prints the processor time, for which the user waits on an idle computer: a statement runs on one thread. Short if
/// the number of rows is not the expected one.
void figureOf(const char* name, RecordingQuery& query, const char* statement, std::size_t rows, double goal,
              double scale = 1, const char* unit = "s")
{
    const double begin = bench::processorSeconds();
    const auto result = query.collect(statement);
    const double seconds = bench::processorSeconds() - begin;
    const bool isRight = result.ok() && result->rows.size() == rows;
    if (!isRight)
        std::printf("%s: %s\n", name,
                    result.ok() ? std::to_string(result->rows.size()).c_str() : result.error().text.c_str());
    bench::figure(name, isRight ? seconds * scale : -1, unit, goal);
}

/// Prints the longest time between two questions whether a sort of all rows is cancelled, for which Cancel waits.
void pauseOf(const char* name, RecordingQuery& query, const char* statement, double goal)
{
    double latest = bench::processorSeconds();
    double longest = 0;
    const auto isCancelled = [&] {
        const double now = bench::processorSeconds();
        longest = std::max(longest, now - latest);
        latest = now;
        return false;
    };
    const double begin = latest;
    const auto outcome = query.run(statement, {.isCancelled = isCancelled}, {[](const auto&) {}, [](const auto&) {}});
    static_cast<void>(isCancelled());
    if (!outcome.ok())
        std::printf("%s: %s\n", name, outcome.error().text.c_str());
    else
        std::printf("  %s: %.2f s in all\n", name, bench::processorSeconds() - begin);
    bench::figure(name, outcome.ok() ? longest : -1, "s", goal);
}

} // namespace

int main()
{
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("bench_query." + std::to_string(getpid()) + ".stepscope");
    testing::writeFile(path, makeRecording());
    const double begin = bench::processorSeconds();
    const auto view = trace::loadRecording(path);
    const double opening = bench::processorSeconds() - begin;
    std::filesystem::remove(path);
    if (!view)
        return 2;
    const std::size_t steps = view->stepCount();
    RecordingQuery query(*view);
    constexpr const char* kByOp = "SELECT op, count(*), sum(duration_ns) FROM spans GROUP BY op";
    figureOf("query_group_by_op_10M_spans", query, kByOp, 100, 1.5);
    const double beforeAgain = bench::processorSeconds();
    const bool isDone = query.collect(kByOp).ok();
    bench::figure("query_open_and_group_10M_spans", isDone ? opening + bench::processorSeconds() - beforeAgain : -1,
                  "s", 3);
    figureOf("query_group_by_step_10M_spans", query, "SELECT step, count(*), sum(duration_ns) FROM spans GROUP BY step",
             steps, 1.5);
    figureOf("query_filter_op_10M_spans", query, "SELECT count(*), max(duration_ns) FROM spans WHERE op = 'aten::op7'",
             1, 0.5);
    figureOf("query_spans_of_a_step", query, "SELECT count(*) FROM spans WHERE step = 20", 1, 20, 1e3, "ms");
    constexpr const char* kKept =
        "SELECT op, sum(count), sum(total_ns) AS total FROM ops GROUP BY op ORDER BY total DESC LIMIT 20";
    figureOf("query_first_totals_10M_spans", query, kKept, 20, 1.5);
    figureOf("query_kept_totals", query, kKept, 20, 5, 1e3, "ms");
    figureOf("query_joules_per_step", query, "SELECT step, energy('VDD_IN', start_ns, end_ns) FROM steps", steps, 5,
             1e3, "ms");
    pauseOf("query_sort_10M_spans_longest_pause", query, "SELECT start_ns, duration_ns FROM spans ORDER BY duration_ns",
            0.5);
    pauseOf("query_distinct_10M_spans_longest_pause", query, "SELECT count(DISTINCT duration_ns) FROM spans", 0.5);
    return 0;
}
