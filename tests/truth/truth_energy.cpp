// Energy of ops against known truth: recordings of simulated trainings, analysed as `stepscope report` analyses a
// user's.
//
//     truth_energy [--seed FIRST] [--recordings N] [CELL...]
//
// Prints one figure per line, `name value unit goal ok|short`. The seeds from kFirstSeed on were never used to develop
// the analysis.
#include "analysis/report/report.h"
#include "tests/bench/figures.h"
#include "tests/truth/truth_energyscore.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using namespace stepscope;
using namespace stepscope::truth;

namespace {

constexpr unsigned kFirstSeed = 7'000'000;

/// One line of the table: a kind of recording and its goals.
struct Cell
{
    const char* name;
    EnergyPlan plan;
    double median;           ///< %, at most
    double coverage;         ///< %, at least, of the intervals of recordings without a doubt
    double windowShare = 0;  ///< the found window is within this share of the true one, or 0.2 ms; 0 = not asked
    bool isUntraced = false; ///< figures of the untraced steps
};

SensorPlan averaging(double windowMs, double lagMs = 0, double updateMs = 0)
{
    return {.windowMs = windowMs, .lagMs = lagMs, .updateMs = updateMs};
}

std::vector<Cell> cells()
{
    std::vector<Cell> table;
    const auto add = [&table](Cell cell) { table.push_back(cell); };
    add({"instantaneous", {.sensor = averaging(0.02, -0.4)}, 1, 90});
    for (const double window : {0.3, 1.0, 3.0, 10.0, 30.0, 60.0}) {
        static std::vector<std::string> names;
        names.reserve(16);
        names.push_back("window_" + std::to_string(window).substr(0, window < 1 ? 3 : window < 10 ? 1 : 2) + "ms");
        add({names.back().c_str(), {.sensor = averaging(window, 1.3)}, 1, 90, 0.05});
    }
    add({"late_3.2ms", {.sensor = averaging(5, 3.2)}, 1, 90, 0.05});
    add({"late_21ms", {.sensor = averaging(2, 21)}, 1, 90, 0.05});
    add({"held_50ms", {.sensor = averaging(10, 0, 50)}, 1, 90, 0.1});
    add({"held_200ms", {.sensor = averaging(20, 5, 200), .steps = 300}, 12, 88, 0.1});
    add({"held_sliding", {.sensor = averaging(10, 0, 50.002)}, 1, 90, 0.1});
    SensorPlan heldDocumented = averaging(10, 2, 50);
    heldDocumented.isDocumented = true;
    add({"held_50ms_documented", {.sensor = heldDocumented}, 1, 90});
    add({"window_200ms", {.sensor = averaging(200, 5), .steps = 300}, 12, 88, 0.1});
    add({"window_420ms", {.sensor = averaging(420, 10), .steps = 300}, 12, 88, 0.1});
    add({"window_1000ms", {.sensor = averaging(1000, 10), .steps = 400}, 12, 88, 0.1});
    SensorPlan documented = averaging(420, 10);
    documented.isDocumented = true;
    add({"window_420ms_documented", {.sensor = documented, .steps = 300}, 12, 88});
    documented = averaging(1000, 10);
    documented.isDocumented = true;
    add({"window_1000ms_documented", {.sensor = documented, .steps = 400}, 12, 88});
    add({"counter", {.sensor = {.isCounter = true}}, 1, 90});
    add({"counter_1ms_updates", {.sensor = {.updateMs = 1, .isCounter = true}}, 1, 90});
    add({"no_kernels_0.3ms", {.sensor = averaging(0.3, -0.4), .hasKernels = false}, 3, 90});
    add({"no_kernels_10ms", {.sensor = averaging(10), .hasKernels = false}, 3, 90});
    add({"asynchronous", {.sensor = averaging(2), .isAsynchronous = true}, 2, 90});
    add({"asynchronous_unlinked", {.sensor = averaging(2), .isAsynchronous = true, .hasLinks = false}, 2, 90});
    add({"shuffled", {.sensor = averaging(5), .shuffles = true}, 1, 90});
    add({"rare_op", {.sensor = averaging(0.3, -0.4), .hasRareOp = true}, 1, 85});
    add({"clocks_20", {.sensor = averaging(0.3, -0.4), .clockChange = 0.2}, 100, 85});
    add({"clocks_40", {.sensor = averaging(0.3, -0.4), .clockChange = 0.4}, 100, 85});
    add({"rail_missing_half", {.sensor = averaging(0.3, -0.4), .missingShare = 0.5}, 2, 85});
    add({"epochs_with_pauses", {.sensor = averaging(2), .pauseMs = 300}, 1, 90});
    add({"auto_traced", {.sensor = averaging(0.3, -0.4), .steps = 220, .tracesAll = false}, 4, 90});
    const EnergyPlan longSteps{.sensor = averaging(0.3, -0.4), .steps = 40, .tracesAll = false, .durations = 2};
    add({"auto_traced_long_steps", longSteps, 4, 90, 0.05});
    add({"auto_untraced_long_steps", longSteps, 4, 90, 0, true});
    add({"auto_untraced", {.sensor = averaging(0.3, -0.4), .steps = 220, .tracesAll = false}, 4, 90, 0, true});
    add({"auto_untraced_20ms", {.sensor = averaging(20), .steps = 220, .tracesAll = false}, 12, 88, 0, true});
    return table;
}

void measure(const Cell& cell, unsigned firstSeed, unsigned recordings)
{
    EnergyScore score;
    for (unsigned i = 0; i < recordings; ++i) {
        EnergyPlan plan = cell.plan;
        plan.seed = firstSeed + i;
        const EnergyRecording recording = makeEnergyRecording(plan);
        score.add(recording, analysis::makeReport(recording.view), plan.sensor, cell.isUntraced);
    }
    const auto line = [&cell](const char* figureName, double value, const char* unit, double goal, bool atLeast) {
        const std::string name = std::string("truth_energy_") + cell.name + "_" + figureName;
        bench::figure(name.c_str(), value, unit, goal, atLeast);
    };
    line("median", bench::quantile(score.errors, 0.5), "%", cell.median, false);
    line("coverage", score.coverage(), "%", cell.coverage, true);
    line("answered", score.answered(), "%_of_energy", cell.isUntraced || !cell.plan.tracesAll ? 70 : 85, true);
    if (cell.windowShare > 0)
        line("sensor_found", score.sensorsFound(cell.windowShare), "%", 80, true);
    std::printf("# %s: p95 %.2f %%, by timing %.2f %%, doubted %.0f %%, joint %.0f %%, window %.3f ms, lag %.3f ms\n",
                cell.name, bench::quantile(score.errors, 0.95), bench::quantile(score.timingErrors, 0.5),
                score.doubted(), score.joint(), bench::quantile(score.windows, 0.5), bench::quantile(score.lags, 0.5));
}

} // namespace

int main(int count, char** arguments)
{
    unsigned seed = kFirstSeed;
    unsigned recordings = 12;
    std::vector<std::string_view> names;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = arguments[i];
        if (word == "--seed" && i + 1 < count)
            seed = static_cast<unsigned>(std::atoi(arguments[++i]));
        else if (word == "--recordings" && i + 1 < count)
            recordings = static_cast<unsigned>(std::atoi(arguments[++i]));
        else
            names.push_back(word);
    }
    for (const Cell& cell : cells()) {
        if (names.empty() || std::find(names.begin(), names.end(), cell.name) != names.end())
            measure(cell, seed, recordings);
    }
    return 0;
}
