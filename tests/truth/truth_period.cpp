// Detection of steps against known truth: recordings of simulated trainings, analysed as the report analyses a user's.
//
//     truth_period [--seed FIRST] [--series N] [--aperiodic N] [--all]
//
// Prints one figure per line, `name value unit goal ok|short`, and before them the cases that are not right (--all:
// all). The seeds from kFirstSeed on were never used to develop the analysis.
#include "tests/bench/figures.h"
#include "tests/truth/truth_periodscore.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

using namespace stepscope;
using namespace stepscope::truth;

namespace {

struct Options
{
    unsigned seed = 5'000'000;
    unsigned series = 2000;
    unsigned aperiodic = 500;
    bool all = false;
};

PeriodScore scoreOf(const Options& options)
{
    PeriodScore score;
    std::atomic<unsigned> next = 0;
    std::mutex mutex;
    const auto work = [&] {
        for (unsigned i = next++; i < options.series + options.aperiodic; i = next++) {
            const PeriodRecording recording =
                i < options.series ? makePeriodicRecording(options.seed + i) : makeAperiodicRecording(options.seed + i);
            const PeriodAnswer answer = answerFor(recording);
            const bool isBad = answer.isWrongMultiple || answer.isOff || answer.isPreciseOff ||
                               answer.isUntrueRefusal || (answer.isClaimed && !recording.truth.isPeriodic);
            const std::scoped_lock lock(mutex);
            score.add(recording.truth, answer);
            if (isBad || options.all)
                std::printf("  %s\n", describe(recording.truth, answer).c_str());
        }
    };
    const unsigned count = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < count; ++i)
        threads.emplace_back(work);
    threads.clear();
    return score;
}

} // namespace

int main(int argc, char** argv)
{
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option == "--all") {
            options.all = true;
            continue;
        }
        unsigned* const value = option == "--seed"        ? &options.seed
                                : option == "--series"    ? &options.series
                                : option == "--aperiodic" ? &options.aperiodic
                                                          : nullptr;
        if (value == nullptr || i + 1 >= argc) {
            std::fputs("usage: truth_period [--seed FIRST] [--series N] [--aperiodic N] [--all]\n", stderr);
            return 2;
        }
        *value = static_cast<unsigned>(std::atoi(argv[++i]));
    }
    const PeriodScore score = scoreOf(options);
    bench::figure("truth_period_wrong_multiples", static_cast<double>(score.wrongMultiples()), "claims",
                  static_cast<double>(options.series) / 1000);
    bench::figure("truth_period_outside_the_interval", score.claimsOff(), "%_of_claims", 7);
    bench::figure("truth_period_all_steps_outside_the_interval", score.claimsOffFromAll(), "%_of_claims", 7);
    bench::figure("truth_period_false_cycles", score.falseCycles(), "%_of_named_cycles", 10);
    bench::figure("truth_period_precise_but_off", score.preciseOff(), "%_of_precise_claims", 1);
    bench::figure("truth_period_claimed", score.claimed(), "%_of_steps_from_40_ms", 75, true);
    bench::figure("truth_period_false_claims", score.falseClaims(), "%_of_aperiodic", 1);
    bench::figure("truth_period_untrue_refusals", score.untrueRefusals(), "%_of_periodic", 0.5);
    bench::figure("truth_period_slowest", score.slowest(), "s", 30);
    return 0;
}
