#pragma once

#include "analysis/study/study.h"
#include "remote/format/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace stepscope::app {

/// The folder of a study that is being swept, locked against a second sweep. Every change is written to the disk before
/// it counts. All functions may be called from any thread.
class StudyFolder
{
public:
    /// Opens the study of a folder to continue it, or creates the folder with the cells of `plan`. A study with another
    /// plan is an error, unless none of its trainings has begun; so is no study without a plan. Errors: Usage,
    /// NotFound, Denied, Corrupt.
    static format::Result<std::unique_ptr<StudyFolder>> open(const std::filesystem::path& folder,
                                                             const std::optional<analysis::StudyPlan>& plan);
    ~StudyFolder();
    StudyFolder(const StudyFolder&) = delete;
    StudyFolder& operator=(const StudyFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// A copy of the present state.
    [[nodiscard]] analysis::Study study() const;
    /// Removes what open() created, if no training has begun: a sweep that cannot be prepared leaves nothing behind.
    void removeIfUnused();
    /// Changes the study and writes it. After an error the change is kept in memory, and the next one writes it too.
    format::Result<void> change(const std::function<void(analysis::Study&)>& edit);

private:
    StudyFolder(std::filesystem::path path, int lock);

    std::filesystem::path m_path;
    int m_lock;                                ///< descriptor of the locked file
    bool m_isNew = false;                      ///< open() has created the study
    std::vector<std::filesystem::path> m_made; ///< the folders that open() has made, the inner one first
    mutable std::mutex m_mutex;
    analysis::Study m_study; ///< guarded
};

/// What differs between the plan of a study and another one, such as "batch sizes"; empty if nothing does.
std::string planDifference(const analysis::StudyPlan& stored, const analysis::StudyPlan& asked);

} // namespace stepscope::app
