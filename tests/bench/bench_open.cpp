#include "analysis/trace/tracestore.h"
#include "tests/bench/figures.h"
#include "tests/support/recordingbuilder.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <malloc.h>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

// Opening large recordings: memory per span and sample, reading speed, cost of a snapshot while data arrives, and cost
// of the queries of a drawing. Prints `name value unit goal ok|short`.

using namespace stepscope;
using namespace stepscope::bench;
using namespace stepscope::testing;

namespace {

constexpr std::size_t kSpans = 10'000'000;
constexpr std::size_t kSamples = 20'000'000;

double secondsSince(double start)
{
    return processorSeconds() - start;
}

double residentBytes()
{
    std::ifstream statm("/proc/self/statm");
    double size = 0;
    double resident = 0;
    statm >> size >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Ops of realistic durations, nested three deep, on four threads, in blocks as the hook sends them.
std::vector<std::byte> manySpans()
{
    RecordingBuilder builder;
    std::vector<std::uint32_t> ops;
    for (int i = 0; i < 400; ++i)
        ops.push_back(builder.op("aten::op" + std::to_string(i), "[32, 64, 32, 32]"));
    std::mt19937 random(1);
    std::vector<std::int64_t> at(4, 1'000'000'000'000);
    for (std::size_t count = 0; count < kSpans; count += 8000) {
        const std::size_t lane = count / 8000 % at.size();
        std::vector<trace::SpanRecord> block;
        while (block.size() < 8000) {
            const std::int64_t start = at[lane];
            const auto inner = static_cast<std::int64_t>(3000 + random() % 60'000);
            block.push_back({start, 3 * inner, ops[random() % ops.size()], 0});
            block.push_back({start + inner / 8, 2 * inner, ops[random() % ops.size()], 1});
            block.push_back({start + inner / 4, inner, ops[random() % ops.size()], 2});
            block.push_back({start + inner + inner / 2, inner / 4, ops[random() % ops.size()], 2});
            at[lane] = start + 3 * inner + static_cast<std::int64_t>(random() % 2000);
        }
        builder.spans(static_cast<std::uint32_t>(lane), block);
    }
    return builder.bytes();
}

/// 24 channels at 10 ms with jitter: half of them fractions, half of them rails and memory.
std::vector<std::byte> manySamples()
{
    constexpr std::size_t kChannels = 24;
    constexpr std::size_t kRows = 100;
    RecordingBuilder builder;
    for (std::size_t i = 0; i < kChannels; ++i)
        builder.channel({.name = "c" + std::to_string(i), .scale = 1e-4, .periodNs = 10'000'000});
    std::mt19937 random(2);
    std::int64_t time = 1'000'000'000'000;
    for (std::size_t count = 0; count < kSamples; count += kRows * kChannels) {
        std::vector<std::int64_t> times;
        for (std::size_t row = 0; row < kRows; ++row)
            times.push_back((time += 10'000'000) + static_cast<std::int64_t>(random() % 100'000));
        std::vector<std::vector<std::int64_t>> values(kChannels);
        std::vector<format::SampleColumnView> columns;
        for (std::size_t i = 0; i < kChannels; ++i) {
            const std::int64_t base = i < kChannels / 2 ? 0 : 4'000'000;
            for (std::size_t row = 0; row < kRows; ++row)
                values[i].push_back(base + static_cast<std::int64_t>(random() % 10'000));
            columns.push_back({.channel = static_cast<std::uint32_t>(i), .values = values[i], .readOffsets = {}});
        }
        builder.samples({.group = 0, .times = times, .columns = columns});
    }
    return builder.bytes();
}

/// Writes the file and returns its size. Frees the bytes.
std::size_t write(const std::filesystem::path& path, std::vector<std::byte> bytes)
{
    writeFile(path, bytes);
    return bytes.size();
}

struct Opened
{
    trace::TraceView view;
    double seconds = 0;
    double firstSeconds = 0; ///< until the first view with data
    double memory = 0;
};

Opened open(const std::filesystem::path& path, const trace::StoreOptions& store = {})
{
    malloc_trim(0); // otherwise reused memory would not be counted
    const double before = residentBytes();
    const auto start = processorSeconds();
    Opened opened;
    trace::LoadOptions options{.store = store};
    options.view = [&](const trace::TraceView& view) {
        if (opened.firstSeconds == 0 && view.spanCount() + view.sampleCount() > 0)
            opened.firstSeconds = secondsSince(start);
    };
    auto loaded = trace::loadRecording(path, options);
    opened.seconds = secondsSince(start);
    opened.memory = residentBytes() - before;
    if (loaded)
        opened.view = std::move(*loaded);
    return opened;
}

/// Boxes of the same drawing: exact busy fractions and longest spans of 1600 columns at three depths.
void measureBoxes(const trace::LaneView& lane, trace::TimeRange all)
{
    std::vector<trace::SpanBox> boxes;
    constexpr int kRounds = 20;
    const auto start = processorSeconds();
    for (int round = 0; round < kRounds; ++round) {
        boxes.clear();
        for (const std::uint8_t depth : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}})
            lane.boxes(depth, all, 1600, boxes);
    }
    figure("open_spans_boxes", secondsSince(start) / kRounds / static_cast<double>(boxes.size()) * 1e6, "us/box", 1);
}

void measureSpans(const std::filesystem::path& path)
{
    const std::size_t size = write(path, manySpans());
    const Opened opened = open(path);
    const auto spans = static_cast<double>(opened.view.spanCount());
    figure("open_spans", spans, "spans", static_cast<double>(kSpans), true);
    figure("open_spans_file", static_cast<double>(size) / spans, "bytes/span", 8);
    figure("open_spans_memory", opened.memory / spans, "bytes/span", 32);
    figure("open_spans_time", opened.seconds, "s", 1.5);
    figure("open_spans_first", opened.firstSeconds > 0 ? opened.firstSeconds : opened.seconds, "s", 0.3);
    figure("open_spans_rate", spans / opened.seconds * 1e-6, "Mspans/s", 6.7, true);
    figure("open_spans_speed", static_cast<double>(size) / opened.seconds * 1e-6, "MB/s", 50, true);

    // A row of a drawing: 1600 pixel columns of the whole recording.
    const trace::LaneView& lane = opened.view.lanes().front();
    const trace::TimeRange all = opened.view.extent();
    const std::int64_t pixel = all.duration() / 1600;
    const auto start = processorSeconds();
    std::size_t hits = 0;
    for (int column = 0; column < 1600; ++column) {
        const std::int64_t from = all.begin + column * pixel;
        const auto [first, last] = lane.touching({from, from + pixel});
        hits += first < last ? 1 : 0;
    }
    figure("open_spans_lookup", secondsSince(start) / 1600 * 1e6, "us/range", hits > 0 ? 10 : 0);
    measureBoxes(lane, all);
}

/// Resident memory beyond the bound for a recording with four times as much data as the bound, while it is opened and
/// while all of it is read.
void measureBound(const std::filesystem::path& path)
{
    constexpr double kLimit = 56.0 * (1U << 20U);
    malloc_trim(0);
    const double before = residentBytes();
    const Opened opened = open(path, {.memoryLimit = static_cast<std::size_t>(kLimit)});
    double most = residentBytes() - before;
    std::size_t opSum = 0;
    for (const trace::LaneView& lane : opened.view.lanes()) {
        for (std::size_t i = 0; i < lane.size(); i += 16) {
            opSum += lane.span(i).op;
            if (i % (16 * 65536) == 0)
                most = std::max(most, residentBytes() - before);
        }
    }
    // Beyond the chunks: their headers, and pages that become resident between two checks.
    figure("open_bounded_excess", opSum > 0 ? (most - kLimit) / (1U << 20U) : 999, "MiB", 32);
    figure("open_bounded_first", opened.firstSeconds, "s", 0.3);
    figure("open_bounded_time", opened.seconds, "s", 3);
}

void measureSamples(const std::filesystem::path& path)
{
    const std::size_t size = write(path, manySamples());
    const Opened opened = open(path);
    const auto samples = static_cast<double>(opened.view.sampleCount());
    figure("open_samples", samples, "samples", static_cast<double>(kSamples), true);
    figure("open_samples_file", static_cast<double>(size) / samples, "bytes/sample", 2.5);
    figure("open_samples_memory", opened.memory / samples, "bytes/sample", 12);
    figure("open_samples_rate", samples / opened.seconds * 1e-6, "Msamples/s", 10, true);
    figure("open_samples_speed", static_cast<double>(size) / opened.seconds * 1e-6, "MB/s", 20, true);

    const trace::ChannelView& channel = opened.view.channels().front();
    std::mt19937 random(3);
    constexpr int kRounds = 20'000;
    double sum = 0;
    auto start = processorSeconds();
    for (int i = 0; i < kRounds; ++i) {
        const std::size_t first = random() % channel.size();
        sum += channel.extremes(first, channel.size() - random() % (channel.size() - first)).max;
    }
    figure("open_extremes", secondsSince(start) / kRounds * 1e6, "us", sum > 0 ? 5 : 0);
    const trace::TimeRange all = opened.view.extent();
    start = processorSeconds();
    for (int i = 0; i < kRounds; ++i) {
        const std::int64_t begin = all.begin + static_cast<std::int64_t>(random()) % (all.duration() / 2);
        sum += channel.integral({begin, begin + all.duration() / 3}).value;
    }
    figure("open_integral", secondsSince(start) / kRounds * 1e6, "us", sum > 0 ? 10 : 0);
}

/// Median cost of a snapshot while the recording is small and while it is large. The bytes fed between two snapshots
/// are those of 1/60 s at 100,000 spans/s.
void measureSnapshots(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::vector<std::byte> piece(13'000);
    trace::TraceStore store;
    std::vector<double> early;
    std::vector<double> late;
    std::uint64_t spans = 0;
    for (;;) {
        file.read(reinterpret_cast<char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
        const auto count = static_cast<std::size_t>(file.gcount());
        if (count == 0 || !store.feed(std::span(piece).first(count)))
            break;
        const auto start = processorSeconds();
        const trace::TraceView view = store.view();
        const double seconds = secondsSince(start);
        if (view.spanCount() == spans)
            continue; // no new data: the same snapshot
        spans = view.spanCount();
        (early.size() < 100 ? early : late).push_back(seconds);
    }
    std::vector<double> last(late.end() - std::min<std::ptrdiff_t>(100, std::ssize(late)), late.end());
    if (early.empty() || last.empty())
        return;
    const double small = median(early);
    const double large = median(last);
    figure("snapshot_cost", large * 1e6, "us", 100);
    figure("snapshot_growth", large / small, "ratio", 2);
}

} // namespace

int main()
{
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("bench_open." + std::to_string(getpid()) + ".stepscope");
    measureSpans(path);
    measureBound(path);
    measureSnapshots(path);
    measureSamples(path);
    std::filesystem::remove(path);
    return 0;
}
