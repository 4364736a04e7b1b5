#include "app/commands/openedstudy.h"

#include "analysis/study/studyfile.h"
#include "analysis/trace/tracestore.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace stepscope::app {

format::Result<OpenedStudy> openStudy(const std::string& folder)
{
    OpenedStudy opened;
    opened.study = TRY(analysis::readStudy(folder));
    opened.results =
        static_cast<std::size_t>(std::count_if(opened.study.cells.begin(), opened.study.cells.end(),
                                               [](const analysis::StudyCell& cell) { return !cell.result.isEmpty(); }));
    if (opened.results == 0)
        return format::failure("The study in " + folder +
                               " has no results yet: continue it with `stepscope sweep --resume " + folder + "`.");
    opened.reader = [folder](const analysis::StudyCell& cell) {
        return trace::loadRecording(std::filesystem::path(folder) / cell.recording);
    };
    return opened;
}

} // namespace stepscope::app
