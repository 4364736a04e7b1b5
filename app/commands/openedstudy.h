#pragma once

#include "analysis/study/study.h"
#include "analysis/study/studyfigures.h"
#include "remote/format/result.h"

#include <string>

namespace stepscope::app {

/// The study of a command line.
struct OpenedStudy
{
    analysis::Study study;
    analysis::CellReader reader; ///< of its recordings
    std::size_t results = 0;     ///< trainings that are done, at least one
};
/// Errors: those of analysis::readStudy(); Failed where no training is done, with the command that continues the sweep.
format::Result<OpenedStudy> openStudy(const std::string& folder);

} // namespace stepscope::app
