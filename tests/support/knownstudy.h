#pragma once

#include "analysis/study/resultrow.h"
#include "analysis/study/study.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Studies whose rows are known, for tests of figures, comparisons and the window.
namespace stepscope::testing {

/// A row with these values; all others are not known.
inline analysis::ResultRow rowWith(const std::vector<std::pair<std::string_view, analysis::ResultValue>>& values)
{
    analysis::ResultRow row;
    for (const analysis::ResultColumn& column : analysis::resultColumns()) {
        const auto found =
            std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == column.name; });
        row.values.push_back(found != values.end() ? found->second : analysis::ResultValue());
    }
    return row;
}

/// ResNet50 and an unknown model on a TX2 with batch sizes 4 and 64, three repeats; of the unknown one batch 64 failed.
/// `scale`: of the throughput.
inline analysis::Study knownStudy(double scale = 1)
{
    analysis::Study study;
    study.plan.targets = {"tx2"};
    study.plan.models = {"resnet50", "my_net"};
    study.plan.batches = {64, 4};
    study.plan.repeats = 3;
    study.cells = analysis::makeCells(study.plan);
    analysis::StudyDevice device;
    device.target = "tx2";
    device.board = "Jetson TX2";
    device.memoryBytes = 8'000'000'000;
    device.cores = {{0, "A57"}, {1, "Denver2"}};
    device.rails = {{"VDD_IN", "", "system"}, {"VDD_SYS_GPU", "VDD_IN", "gpu"}, {"VDD_SYS_DDR", "VDD_IN", "memory"}};
    study.devices = {device};
    for (analysis::StudyCell& cell : study.cells) {
        cell.state = analysis::CellState::Done;
        cell.recording = "recordings/" + cell.id;
        if (cell.model == "my_net" && cell.batch == 64) {
            cell.result = rowWith(
                {{analysis::column::kOutcome, std::string("out_of_memory")}, {analysis::column::kThroughput, 1e9}});
            continue;
        }
        const double factor = cell.batch == 4 ? 1 : 5;
        cell.result = rowWith(
            {{analysis::column::kOutcome, std::string("ok")},
             {"counted_steps", 30.0},
             {analysis::column::kThroughput, scale * factor * (10.0 + cell.repeat)}, // 11, 12, 13
             {analysis::column::kCpu, 0.25},
             {analysis::column::kGpu, 0.5},
             {analysis::column::kCores, analysis::NamedValues{{"cpu0", 0.5}, {"cpu1", 0.125}}},
             {analysis::column::kIdle, analysis::NamedValues{{"cpu0", 0.0}, {"cpu1", 0.75}}},
             {analysis::column::kStepJoules, 4.0},
             {analysis::column::kRailStepJoules,
              analysis::NamedValues{{"VDD_IN", 4.1}, {"VDD_SYS_GPU", 2.0}, {"VDD_SYS_DDR", 0.5}}},
             {analysis::column::kMemoryParts, analysis::NamedValues{{"parameters", 1e8}, {"intermediate", 2.5e9}}},
             {analysis::column::kAccuracy, 0.6}});
    }
    return study;
}

} // namespace stepscope::testing
