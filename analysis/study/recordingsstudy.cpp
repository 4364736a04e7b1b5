#include "analysis/study/recordingsstudy.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/metrics.h"
#include "analysis/report/observationfacts.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

template <typename Value>
void addOnce(std::vector<Value>& values, const Value& value)
{
    if (std::find(values.begin(), values.end(), value) == values.end())
        values.push_back(value);
}

/// The name of the device in the study; two boards of one host name count as one device.
std::string targetOf(const trace::RunHeader& header)
{
    return header.device.hostname.empty() ? "unknown" : header.device.hostname;
}

} // namespace

StudyDevice studyDevice(const std::string& target, const trace::RunHeader& header)
{
    const trace::Device& seen = header.device;
    StudyDevice device;
    device.target = target;
    device.board = seen.board;
    device.model = seen.model;
    device.soc = seen.soc;
    device.l4t = seen.l4t;
    device.jetpack = seen.jetpack;
    device.kernel = seen.kernel;
    device.machine = seen.machine;
    device.gpu = seen.gpu;
    device.storage = seen.storage;
    device.memoryBytes = seen.memoryBytes;
    device.isVirtual = header.isVirtual;
    for (const trace::Core& core : seen.cores)
        device.cores.push_back({core.core, core.cluster, core.caches});
    for (const trace::Channel& channel : header.channels) {
        if (channel.quantity == "rail.power")
            device.rails.push_back({titleOf(channel), channel.parent, channel.role});
    }
    return device;
}

Study studyOfRecordings(std::span<const NamedRecording> recordings, std::size_t skippedSteps,
                        const std::stop_token& stop)
{
    Study study;
    study.id = "recordings";
    study.plan.skippedSteps = skippedSteps;
    for (const NamedRecording& recording : recordings) {
        if (stop.stop_requested())
            return {};
        const trace::RunHeader& header = recording.view.header();
        const Report report = cellReport(recording.view, skippedSteps);
        StudyCell cell;
        cell.target = targetOf(header);
        cell.model = modelOf(header.command);
        cell.batch = static_cast<int>(statedBatchSize(recording.view));
        cell.repeat =
            1 + static_cast<int>(std::count_if(study.cells.begin(), study.cells.end(), [&cell](const StudyCell& other) {
                return other.target == cell.target && other.model == cell.model && other.batch == cell.batch;
            }));
        cell.id = std::to_string(study.cells.size() + 1);
        cell.state = CellState::Done;
        cell.attempts = 1;
        cell.recording = recording.path;
        CellEnd end;
        end.isLost = !recording.view.ending();
        end.mayBeStopped = true;
        cell.result = resultRow({recording.view, report, end, cell.batch});
        addOnce(study.plan.targets, cell.target);
        addOnce(study.plan.models, cell.model);
        addOnce(study.plan.batches, cell.batch);
        study.plan.repeats = std::max(study.plan.repeats, cell.repeat);
        if (study.deviceOf(cell.target) == nullptr)
            study.devices.push_back(studyDevice(cell.target, header));
        study.cells.push_back(std::move(cell));
    }
    std::sort(study.plan.batches.begin(), study.plan.batches.end());
    return study;
}

} // namespace stepscope::analysis
