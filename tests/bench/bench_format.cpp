#include "remote/format/bytes.h"
#include "remote/format/frame.h"
#include "remote/format/framereader.h"
#include "remote/format/records.h"
#include "tests/bench/figures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

// Size of recordings of a typical training, and the speed of reading them: scanning, checksums and decoding. Prints
// `name value unit goal ok|short`.

using namespace stepscope::format;
using namespace stepscope::bench;

namespace {

using Bytes = std::vector<std::byte>;
constexpr std::int64_t kMs = 1'000'000;

void appendFrame(Bytes& recording, FrameType type, std::span<const std::byte> payload)
{
    static Bytes memory(kMaxPayload + kFrameHeaderSize);
    ByteWriter writer(memory);
    writeFrame(writer, type, payload);
    recording.insert(recording.end(), writer.written().begin(), writer.written().end());
}

template <typename Encode>
std::span<const std::byte> encoded(Encode encode)
{
    static Bytes memory(kMaxPayload);
    ByteWriter writer(memory);
    encode(writer);
    return writer.written();
}

/// Samples of a TX2 at 10 ms: utilization of six cores in 0.01 %, their frequencies, GPU, memory, rails that are read
/// sequentially, thermal zones.
class Board
{
public:
    explicit Board(std::uint64_t seed)
        : m_random(seed)
    {}

    /// Writes a block of 200 ms as the agent does; returns the number of values.
    std::size_t addBlock(Bytes& recording)
    {
        constexpr std::size_t kRows = 20;
        std::vector<std::int64_t> times(kRows);
        for (std::int64_t& time : times) {
            m_now += 10 * kMs;
            time = m_now + 60'000 + static_cast<std::int64_t>(std::abs(noise(25'000)));
        }
        std::size_t values = 0;
        values += addGroup(recording, 0, times, 20, false,
                           [&](std::size_t channel, std::int64_t time) { return system(channel, time); });
        values += addGroup(recording, 1, times, 6, true,
                           [&](std::size_t channel, std::int64_t time) { return rail(channel, time); });
        return values;
    }

private:
    template <typename Value>
    std::size_t addGroup(Bytes& recording, std::uint32_t group, const std::vector<std::int64_t>& times,
                         std::size_t channels, bool late, Value value)
    {
        std::vector<std::vector<std::int64_t>> values(channels);
        std::vector<std::vector<std::int64_t>> offsets(channels);
        std::vector<SampleColumnView> columns;
        for (std::size_t channel = 0; channel < channels; ++channel) {
            for (const std::int64_t time : times) {
                values[channel].push_back(value(channel, time));
                if (late)
                    offsets[channel].push_back(
                        (static_cast<std::int64_t>(channel) * 840 + static_cast<std::int64_t>(std::abs(noise(15)))) *
                        1000);
            }
            columns.push_back({static_cast<std::uint32_t>(group * 100 + channel), values[channel], offsets[channel]});
        }
        appendFrame(recording, FrameType::Samples, encoded([&](ByteWriter& writer) {
                        encodeSamples(writer, {group, times, columns});
                    }));
        return channels * times.size();
    }
    double phase(std::int64_t time) const { return std::fmod(static_cast<double>(time) / (200.0 * kMs), 1.0); }
    std::int64_t system(std::size_t channel, std::int64_t time)
    {
        if (channel == 1 || channel == 2) // 0.01 %; the Denver cores idle most of the time
            return phase(time) < 0.9 ? 20 + std::llround(std::abs(noise(15))) : 4000 + std::llround(noise(400));
        if (channel < 6)
            return std::clamp<std::int64_t>(std::llround((phase(time) < 0.3 ? 8000 : 3000) + noise(400)), 0, 10'000);
        if (channel < 12) // kHz
            return phase(time) < 0.95 ? 2'035'200 : 1'420'800;
        if (channel == 12) // per mille, update interval 16.7 ms
            return 900 + (time / (17 * kMs)) % 13;
        if (channel < 16) // KiB in pages
            return 3'500'000 + std::llround(phase(time) * 2000) * 4;
        return 45'500 + (time / (2000 * kMs)) % 3 * 500; // m degC
    }
    std::int64_t rail(std::size_t channel, std::int64_t time)
    {
        // mW in steps of 4 mA at the rail's voltage
        return std::llround((1500 + 600 * static_cast<double>(channel) * phase(time) + noise(40)) / 19) * 19;
    }
    double noise(double sigma) { return std::normal_distribution<double>(0, sigma)(m_random); }

    std::mt19937_64 m_random;
    std::int64_t m_now = 1000 * 1000 * kMs;
};

/// Ops of PyTorch steps: 60 different ops, nested three deep, 5 us to some ms, one block per step.
std::size_t addSpans(Bytes& recording, std::mt19937_64& random, std::int64_t& now)
{
    std::vector<std::int64_t> starts, durations;
    std::vector<std::uint32_t> ops;
    std::vector<std::uint8_t> depths;
    const auto below = [&](std::int64_t bound) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
    };
    const auto add = [&](std::int64_t start, std::int64_t duration, std::uint8_t depth) {
        starts.push_back(start);
        durations.push_back(duration);
        ops.push_back(static_cast<std::uint32_t>(1 + below(60)));
        depths.push_back(depth);
    };
    for (int i = 0; i < 150; ++i) {
        const std::int64_t length = 20'000 + below(i % 10 == 0 ? 4'000'000 : 200'000);
        add(now, length, 0);
        add(now + 1500 + below(3000), length * 8 / 10, 1);
        add(now + 5000 + below(4000), length * 5 / 10, 2);
        if (i % 3 == 0)
            add(now + 6000 + length * 6 / 10, 1000 + below(3000), 2);
        now += length + 2000 + below(8000);
    }
    const SpanBlockView block{1, starts, durations, ops, depths};
    appendFrame(recording, FrameType::Spans, encoded([&](ByteWriter& writer) { encodeSpans(writer, block); }));
    return starts.size();
}

/// Processor time, which excludes other programs.
template <typename Work>
double secondsOf(Work work)
{
    const std::clock_t begin = std::clock();
    work();
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Scans, checks and decodes all frames. Returns a value of the data, so that the compiler keeps the work.
std::int64_t readAll(const Bytes& recording)
{
    FrameReader reader;
    std::int64_t seen = 0;
    constexpr std::size_t kPiece = std::size_t{1} << 18U;
    for (std::size_t at = 0; at < recording.size(); at += kPiece) {
        reader.feed(std::span(recording).subspan(at, std::min(kPiece, recording.size() - at)));
        for (auto frame = reader.next(); frame.ok() && frame->has_value(); frame = reader.next()) {
            if ((**frame).type == FrameType::Samples)
                seen += decodeSamples((**frame).payload)->times.back();
            else
                seen += decodeSpans((**frame).payload)->starts.back();
        }
    }
    return seen;
}

Bytes fileHeader()
{
    Bytes header(kFileHeaderSize);
    ByteWriter writer(header);
    writeFileHeader(writer);
    return header;
}

double medianRate(const Bytes& recording)
{
    std::vector<double> rates;
    volatile std::int64_t sink = 0;
    for (int round = 0; round < 9; ++round)
        rates.push_back(static_cast<double>(recording.size()) * 1e-6 / secondsOf([&] { sink = readAll(recording); }));
    return median(std::move(rates));
}

} // namespace

int main()
{
    Board board(1);
    Bytes samples = fileHeader();
    std::size_t values = 0;
    for (int block = 0; block < 10'000; ++block) // 33 minutes
        values += board.addBlock(samples);
    figure("sample_bytes_per_value", static_cast<double>(samples.size()) / static_cast<double>(values), "B", 2);

    std::mt19937_64 random(2);
    Bytes spans = fileHeader();
    std::size_t count = 0;
    std::int64_t now = 1000 * 1000 * kMs;
    while (count < 1'000'000)
        count += addSpans(spans, random, now);
    figure("bytes_per_span", static_cast<double>(spans.size()) / static_cast<double>(count), "B", 8);
    figure("decode_samples", medianRate(samples), "MB/s", 100, true);
    figure("decode_spans", medianRate(spans), "MB/s", 100, true);
    std::vector<double> rates;
    volatile std::uint32_t sink = 0;
    for (int round = 0; round < 9; ++round)
        rates.push_back(static_cast<double>(spans.size()) * 1e-6 / secondsOf([&] { sink = crc32c(spans); }));
    figure("crc32c", median(std::move(rates)), "MB/s", 1000, true);
    return 0;
}
