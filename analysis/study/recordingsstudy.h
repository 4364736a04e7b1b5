#pragma once

#include "analysis/study/study.h"
#include "analysis/trace/traceview.h"

#include <span>
#include <stop_token>
#include <string>

/// A study of recordings that no sweep made.
namespace stepscope::analysis {

struct NamedRecording
{
    std::string path; ///< absolute
    trace::TraceView view;
};

/// The device of a target as a recording describes it, without the temperatures before the first cell.
StudyDevice studyDevice(const std::string& target, const trace::RunHeader& header);

/// A cell that is done for each recording, in their order: on the host of the recording, of the model of its command,
/// with the batch size that the training reported (0 = not known). Recordings of one host, model and batch size are
/// repeats. A training that the user stopped counts as one that succeeded. The study is of no folder, so the cells have
/// absolute paths. Takes milliseconds a recording.
Study studyOfRecordings(std::span<const NamedRecording> recordings, std::size_t skippedSteps,
                        const std::stop_token& stop = {});

} // namespace stepscope::analysis
