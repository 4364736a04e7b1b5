// Times of the tables of ops, op instances, histogram and comparison for 10 million spans.
#include "analysis/comparison/compare.h"
#include "analysis/metrics/durationbins.h"
#include "tests/bench/figures.h"
#include "tests/support/recordingbuilder.h"

#include <chrono>
#include <functional>
#include <random>
#include <vector>

namespace {

using namespace stepscope;

constexpr std::size_t kSpans = 10'000'000;
constexpr std::uint32_t kLanes = 4;
constexpr std::size_t kOps = 300;
constexpr std::int64_t kStepNs = 200'000'000;

double secondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Prints the elapsed time of `work`, for which the user waits.
void figureOf(const char* name, const std::function<void()>& work, double goal)
{
    bench::figure(name, secondsOf(work), "s", goal);
}

/// Spans with two levels on each lane, and steps of 200 ms.
trace::TraceView makeRecording()
{
    std::mt19937 random(1);
    testing::RecordingBuilder builder;
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
            {.index = steps.size(), .start = start, .end = start + kStepNs, .samples = 0, .flags = 0, .process = 0});
    builder.steps(steps);
    return testing::viewOf(builder.bytes());
}

} // namespace

int main()
{
    using namespace analysis;
    const trace::TraceView view = makeRecording();
    const trace::TimeRange all = view.extent();
    std::vector<OpTotals> ops;
    figureOf(
        "tables_ops_10M_spans", [&] { ops = opTable(view, all, {.percentiles = true}); }, 1.5);
    figureOf(
        "tables_ops_by_step_10M_spans",
        [&] { opTable(view, all, {.grouping = OpGrouping::Step, .percentiles = true}); }, 1.5);
    std::vector<OpInstance> instances;
    figureOf(
        "tables_instances_of_10M_spans", [&] { instances = opInstances(view, all, OpGrouping::Op, ops.front().op); },
        1);
    figureOf(
        "tables_histogram", [&] { binDurations(instances); }, 0.5);
    const trace::TimeRange tenth{all.begin, all.begin + all.duration() / 10};
    figureOf(
        "tables_ops_of_a_tenth", [&] { opTable(view, tenth, {.percentiles = true}); }, 0.2);
    const std::int64_t middle = all.begin + all.duration() / 2;
    figureOf(
        "tables_compare_halves_10M_spans",
        [&] {
            compare({view, {all.begin, middle}}, {view, {middle, all.end}});
        },
        4);
    return 0;
}
