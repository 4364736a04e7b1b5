#include "tests/bench/timelinerecording.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace stepscope::bench {

namespace {

constexpr std::int64_t kDay = 86'400'000'000'000;
constexpr std::int64_t kDayPeriod = 10'000'000;

} // namespace

TimelineRecording::TimelineRecording(std::int64_t period)
    : m_period(period)
{
    describe();
}

void TimelineRecording::describe()
{
    const auto add = [this](std::string name, const char* quantity, const char* unit, double scale) {
        trace::Channel channel;
        channel.name = std::move(name);
        channel.quantity = quantity;
        channel.unit = unit;
        channel.scale = scale;
        channel.covers = std::string_view(quantity).ends_with("utilization") ? trace::Channel::Covers::Interval
                                                                             : trace::Channel::Covers::Instant;
        channel.periodNs = m_period;
        return channel;
    };
    for (int core = 0; core < 10; ++core) {
        trace::Channel channel = add("cpu" + std::to_string(core), "cpu.utilization", "1", 0.001);
        channel.core = core;
        m_builder.channel(channel);
    }
    m_builder.channel(add("gpu", "gpu.utilization", "1", 0.001));
    m_builder.channel(add("emc", "emc.utilization", "1", 0.001));
    for (const char* rail : {"VDD_IN", "VDD_SYS_GPU", "VDD_SYS_CPU", "VDD_SYS_SOC", "VDD_SYS_DDR"}) {
        trace::Channel channel = add(rail, "rail.power", "W", 0.001);
        channel.rail = rail;
        channel.parent = channel.rail == "VDD_IN" ? "" : "VDD_IN";
        m_builder.channel(channel);
    }
    m_builder.channel(add("used", "memory.used", "B", 1024));
    m_builder.channel(add("training", "memory.process", "B", 1024));
    for (const char* zone : {"CPU-therm", "GPU-therm", "AUX-therm"})
        m_builder.channel(add(zone, "temperature", "degC", 0.001));
    m_builder.channel(add("gpu clock", "gpu.frequency", "Hz", 1000));
    m_builder.channel(add("fan", "fan.duty", "1", 0.001));
    for (int op = 0; op < 40; ++op)
        m_builder.op("aten::op" + std::to_string(op));
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        m_builder.lane({.id = lane, .process = 1, .thread = lane, .name = "thread " + std::to_string(lane)});
    feed();
}

void TimelineRecording::addSamples(std::size_t rows)
{
    std::vector<std::int64_t> times(rows);
    std::vector<std::vector<std::int64_t>> values(kChannels, std::vector<std::int64_t>(rows));
    for (std::size_t row = 0; row < rows; ++row) {
        times[row] = m_end + static_cast<std::int64_t>(row) * m_period;
        for (auto& column : values)
            column[row] = static_cast<std::int64_t>(m_random() % 1000);
    }
    std::vector<format::SampleColumnView> columns;
    for (std::uint32_t channel = 0; channel < kChannels; ++channel)
        columns.push_back({.channel = channel, .values = values[channel], .readOffsets = {}});
    m_builder.samples({.group = 0, .times = times, .columns = columns});
    m_end += static_cast<std::int64_t>(rows) * m_period;
}

void TimelineRecording::addSpans(std::size_t count, std::int64_t begin)
{
    const std::size_t pairs = count / kLanes / 2;
    if (pairs == 0)
        return;
    const auto each = static_cast<double>(m_end - begin) / static_cast<double>(pairs);
    std::vector<trace::SpanRecord> spans;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        spans.clear();
        for (std::size_t i = 0; i < pairs; ++i) {
            const auto start = begin + static_cast<std::int64_t>(static_cast<double>(i) * each);
            const auto duration =
                1 + static_cast<std::int64_t>(each * 0.95e-3 * static_cast<double>(m_random() % 1000));
            const auto op = static_cast<std::uint32_t>(1 + m_random() % 40);
            spans.push_back({start, duration, op, 0});
            spans.push_back({start, duration / 2, op, 1});
        }
        m_builder.spans(lane, spans);
    }
}

void TimelineRecording::feed()
{
    if (!m_store->feed(m_builder.takeNew()).ok()) {
        std::fprintf(stderr, "the store refused its own format\n");
        std::exit(1);
    }
}

trace::TraceView makeDay(std::size_t spans)
{
    constexpr std::size_t kRows = 8000; // divides the day
    constexpr std::size_t kBlocks = kDay / kDayPeriod / kRows;
    TimelineRecording recording(kDayPeriod);
    std::size_t added = 0;
    for (std::size_t block = 0; block < kBlocks; ++block) {
        const std::int64_t begin = recording.end();
        recording.addSamples(kRows);
        // A lane takes whole pairs of spans; the rest comes with a later block.
        const std::size_t target = (block + 1) * spans / kBlocks - added;
        const std::size_t fitting = target - target % (kLanes * 2);
        recording.addSpans(fitting, begin);
        added += fitting;
        recording.feed();
    }
    return recording.view();
}

} // namespace stepscope::bench
