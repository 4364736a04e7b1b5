#pragma once

#include "analysis/study/study.h"
#include "analysis/study/studyfigures.h"
#include "remote/format/result.h"

#include <filesystem>
#include <string>

namespace stepscope::app {

/// The study of a command line.
struct OpenedStudy
{
    analysis::Study study;
    analysis::CellReader reader; ///< of its recordings
    std::size_t results = 0;     ///< trainings that are done, at least one
};
/// `path`: the folder of the study, or its study.json. Errors: those of analysis::readStudy(); Failed where no training
/// is done, with the command that continues the sweep.
format::Result<OpenedStudy> openStudy(const std::string& path);

/// Prints a note if recordings of results are missing or incomplete, as after a copy of the study that was interrupted.
void noteIncompleteRecordings(const analysis::Study& study, const std::filesystem::path& folder);

} // namespace stepscope::app
