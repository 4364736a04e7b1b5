// spantraining RATE   A training without work: reports this many op spans per second on four lanes, nested two deep,
// and ten steps per second. It prints the number of spans sent: each second and, after SIGTERM, at its end.

#include "remote/format/clock.h"
#include "remote/hookwire/client.h"
#include "remote/hookwire/encoder.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace stepscope;

namespace {

constexpr std::int64_t kRound = 10 * format::kMillisecond;
constexpr std::uint32_t kLanes = 4;
constexpr std::uint32_t kOps = 40;
constexpr std::uint64_t kRoundsAStep = 10;

volatile std::sig_atomic_t ends = 0;

std::string definitions()
{
    std::vector<std::string> names;
    std::vector<format::Op> ops;
    for (std::uint32_t i = 1; i <= kOps; ++i) {
        names.push_back("op" + std::to_string(i));
        ops.push_back({.name = i});
    }
    std::string messages = hookwire::encodeNames(1, std::vector<std::string_view>(names.begin(), names.end())) +
                           hookwire::encodeOps(1, ops);
    for (std::uint32_t lane = 1; lane <= kLanes; ++lane)
        messages += hookwire::encodeLane({.id = lane, .thread = lane, .name = "lane " + std::to_string(lane)});
    return messages;
}

/// Pairs of an outer and an inner span that fill the time of a round.
std::string spansOfRound(std::int64_t begin, std::uint64_t pairsOfLane)
{
    std::string messages;
    const std::int64_t length = kRound / static_cast<std::int64_t>(pairsOfLane);
    for (std::uint32_t lane = 1; lane <= kLanes; ++lane) {
        std::vector<hookwire::Span> spans;
        for (std::uint64_t i = 0; i < pairsOfLane; ++i) {
            const std::int64_t start = begin + static_cast<std::int64_t>(i) * length;
            const auto op = static_cast<std::uint32_t>(1 + (i * 7 + lane) % kOps);
            spans.push_back({start, length * 9 / 10, op, 0});
            spans.push_back({start + length / 10, length / 2, op % kOps + 1, 1});
        }
        messages += hookwire::encodeSpans(lane, spans);
    }
    return messages;
}

} // namespace

int main(int argc, char** argv)
{
    const std::uint64_t rate = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
    const std::uint64_t pairsOfLane = rate / 100 / kLanes / 2;
    auto client = hookwire::Client::open();
    if (pairsOfLane == 0 || !client.ok() || !client->greet().ok() || !client->send(definitions()).ok())
        return 1;
    std::signal(SIGTERM, [](int) { ends = 1; });
    std::int64_t time = format::monotonicNs();
    std::uint64_t sent = 0;
    for (std::uint64_t round = 0; ends == 0; ++round) {
        std::string messages = spansOfRound(time, pairsOfLane);
        time += kRound;
        if ((round + 1) % kRoundsAStep == 0)
            messages += hookwire::encodeStep({.index = round / kRoundsAStep,
                                              .start = time - static_cast<std::int64_t>(kRoundsAStep) * kRound,
                                              .end = time,
                                              .samples = 32,
                                              .flags = format::Step::kTraced});
        if (!client->send(messages).ok())
            return 1;
        sent += pairsOfLane * kLanes * 2;
        if (round % 100 == 99)
            std::printf("sent %llu\n", static_cast<unsigned long long>(sent)), std::fflush(stdout);
        format::sleepUntil(time);
    }
    std::printf("sent %llu\n", static_cast<unsigned long long>(sent));
    return 0;
}
