// Time of timing association of ten million spans with a million samples, compared with numpy in the same run.
#include "analysis/energy/attribution.h"
#include "analysis/trace/channelstore.h"
#include "tests/bench/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace stepscope;
using namespace stepscope::bench;

namespace {

constexpr std::size_t kSamples = 1'000'000;
constexpr std::size_t kSpans = 10'000'000;
constexpr std::size_t kGroups = 200;

std::unique_ptr<trace::ChannelStore> makePower(std::mt19937_64& random)
{
    trace::Channel info;
    info.name = "VDD_IN";
    info.quantity = "rail.power";
    info.scale = 0.001;
    info.periodNs = 10'000'000;
    auto store = std::make_unique<trace::ChannelStore>(info, 0);
    for (std::size_t i = 0; i < kSamples; ++i) {
        const auto late = static_cast<std::int64_t>(random() % 500'000);
        const double watts = 9 + 2.5 * std::sin(static_cast<double>(i) * 0.13);
        store->append(static_cast<std::int64_t>(i) * 10'000'000 + late,
                      static_cast<std::int64_t>(watts * 1000) + static_cast<std::int64_t>(random() % 400));
    }
    return store;
}

analysis::SelfTimeTrace makeWork(std::mt19937_64& random)
{
    analysis::SelfTimeTrace work;
    work.groups.resize(kGroups);
    work.intervals.resize(kSpans);
    std::gamma_distribution<double> length(2, 500'000);
    for (analysis::SelfTimeInterval& interval : work.intervals) {
        interval.begin = static_cast<std::int64_t>(random() % ((kSamples - 100) * 10'000'000));
        interval.end = interval.begin + static_cast<std::int64_t>(length(random));
        interval.group = static_cast<std::uint32_t>(random() % kGroups);
    }
    std::sort(work.intervals.begin(), work.intervals.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    return work;
}

double measureOurs()
{
    std::mt19937_64 random(7);
    const auto power = makePower(random);
    const analysis::SelfTimeTrace work = makeWork(random);
    const trace::ChannelView channel(power.get(), power->size());
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
        const double begin = processorSeconds(CLOCK_PROCESS_CPUTIME_ID);
        const std::vector<double> joules = analysis::timingAssociation(channel, 200'000'000, work);
        best = std::min(best, processorSeconds(CLOCK_PROCESS_CPUTIME_ID) - begin);
        if (!(joules.front() > 0))
            return 1e9;
    }
    return best;
}

/// Seconds that the script says of one way; 0 = it could not be run.
struct Numpy
{
    double interp = 0;
    double search = 0;
};

Numpy measureNumpy()
{
    Numpy result;
    const char* source = std::getenv("STEPSCOPE_SOURCE_DIR");
    const std::string script = std::filesystem::path(source ? source : ".") / "tests/bench/numpyattribution.py";
    const std::string command =
        "/usr/bin/python3 '" + script + "' " + std::to_string(kSamples) + " " + std::to_string(kSpans);
    FILE* output = popen(command.c_str(), "r");
    if (!output)
        return result;
    std::array<char, 64> name{};
    double seconds = 0;
    while (std::fscanf(output, "%63s %lf", name.data(), &seconds) == 2)
        (std::string(name.data()) == "interp" ? result.interp : result.search) = seconds;
    pclose(output);
    return result;
}

} // namespace

int main()
{
    const double seconds = measureOurs();
    const Numpy numpy = measureNumpy();
    if (numpy.interp <= 0 || numpy.search <= 0) {
        std::printf("numpy cannot be run; install python3-numpy\n");
        return 1;
    }
    std::printf("# ours %.4f s, np.interp %.4f s, searchsorted %.4f s\n", seconds, numpy.interp, numpy.search);
    figure("attribution_against_np_interp", numpy.interp / seconds, "x", 2, true);
    figure("attribution_against_searchsorted", numpy.search / seconds, "x", 10, true);
    return 0;
}
