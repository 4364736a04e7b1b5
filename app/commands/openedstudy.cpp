#include "app/commands/openedstudy.h"

#include "analysis/study/studyfile.h"
#include "app/terminal/terminal.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stepscope::app {
namespace {

/// Of a study that is given by its folder, or by its file, as a file manager shows it.
std::string folderOf(const std::string& path)
{
    const std::filesystem::path file(path);
    std::error_code ignored;
    if (file.filename() != analysis::studyFile({}) || !std::filesystem::is_regular_file(file, ignored))
        return path;
    return file.has_parent_path() ? file.parent_path().string() : ".";
}

} // namespace

format::Result<OpenedStudy> openStudy(const std::string& path)
{
    const std::string folder = folderOf(path);
    OpenedStudy opened;
    opened.study = TRY(analysis::readStudy(folder));
    opened.results =
        static_cast<std::size_t>(std::count_if(opened.study.cells.begin(), opened.study.cells.end(),
                                               [](const analysis::StudyCell& cell) { return !cell.result.isEmpty(); }));
    if (opened.results == 0)
        return format::failure("The study in " + folder +
                               " has no results yet: continue it with `stepscope sweep --resume " + folder + "`.");
    noteIncompleteRecordings(opened.study, folder);
    opened.reader = [folder](const analysis::StudyCell& cell) { return analysis::loadCellRecording(cell, folder); };
    return opened;
}

void noteIncompleteRecordings(const analysis::Study& study, const std::filesystem::path& folder)
{
    const std::vector<std::string> incomplete = analysis::incompleteRecordings(study, folder);
    if (incomplete.empty())
        return;
    printNote(std::to_string(incomplete.size()) + (incomplete.size() == 1 ? " recording is" : " recordings are") +
              " missing or incomplete in " + folder.string() + ", for example " + incomplete.front() +
              ". The results of the trainings are kept in study.json; what is read from recordings (Figure 3, "
              "observations) lacks these trainings. Copy the folder recordings of the study to complete it.");
}

} // namespace stepscope::app
