#include "app/sweep/studyfolder.h"

#include "analysis/export/textfile.h"
#include "analysis/study/studyfile.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace stepscope::app {
namespace {

using analysis::Study;
using analysis::StudyPlan;
using format::Error;
using format::Result;

std::string newStudyId()
{
    std::random_device random;
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%08x%08x", random(), random());
    return text.data();
}

std::filesystem::path lockFile(const std::filesystem::path& folder)
{
    return folder / "study.lock";
}

bool hasBegun(const Study& study)
{
    return std::any_of(study.cells.begin(), study.cells.end(),
                       [](const analysis::StudyCell& cell) { return cell.state != analysis::CellState::Pending; });
}

Result<int> lockFolder(const std::filesystem::path& folder)
{
    const std::filesystem::path file = lockFile(folder);
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return analysis::fileError("Locking the study with", file, errno);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return descriptor;
    ::close(descriptor);
    return format::failure("Another stepscope is sweeping the study in " + folder.string() +
                           ": wait for its end, or choose another folder with -o.");
}

Result<Study> newStudy(const std::filesystem::path& folder, const StudyPlan& plan)
{
    TRY(analysis::checkPlan(plan));
    Study study;
    study.id = newStudyId();
    study.createdRealtimeNs =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    study.plan = plan;
    study.cells = analysis::makeCells(plan);
    TRY(analysis::writeStudy(study, folder));
    return study;
}

Result<Study> storedStudy(const std::filesystem::path& folder, const std::optional<StudyPlan>& plan)
{
    Study study = TRY(analysis::readStudy(folder));
    if (!plan)
        return study;
    // A sweep that ended before its first training, for example by Ctrl+C, binds nothing.
    if (!hasBegun(study))
        return newStudy(folder, *plan);
    if (const std::string difference = planDifference(study.plan, *plan); !difference.empty())
        return format::failure(Error::Code::Usage, "The study in " + folder.string() +
                                                       " was begun with another value of " + difference +
                                                       ": continue it with `stepscope sweep --resume " +
                                                       folder.string() + "`, or choose another folder with -o.");
    return study;
}

} // namespace

std::string planDifference(const StudyPlan& stored, const StudyPlan& asked)
{
    struct Part
    {
        const char* name;
        bool (*isSame)(const StudyPlan& a, const StudyPlan& b);
    };
    constexpr std::array kParts{
        Part{"TARGET", [](const StudyPlan& a, const StudyPlan& b) { return a.targets == b.targets; }},
        Part{"the command", [](const StudyPlan& a, const StudyPlan& b) { return a.command == b.command; }},
        Part{"--models", [](const StudyPlan& a, const StudyPlan& b) { return a.models == b.models; }},
        Part{"--batches", [](const StudyPlan& a, const StudyPlan& b) { return a.batches == b.batches; }},
        Part{"--power-modes",
             [](const StudyPlan& a, const StudyPlan& b) { return a.powerSettings == b.powerSettings; }},
        Part{"--repeats", [](const StudyPlan& a, const StudyPlan& b) { return a.repeats == b.repeats; }},
        Part{"--steps", [](const StudyPlan& a, const StudyPlan& b) { return a.steps == b.steps; }},
        Part{"--seconds", [](const StudyPlan& a, const StudyPlan& b) { return a.leastSeconds == b.leastSeconds; }},
        Part{"--seed", [](const StudyPlan& a, const StudyPlan& b) { return a.seed == b.seed; }},
        Part{"--period, --ops, --skip-steps, --timeout, --cooldown, --cooldown-margin or --cwd",
             [](const StudyPlan& a, const StudyPlan& b) { return a == b; }},
    };
    for (const Part& part : kParts) {
        if (!part.isSame(stored, asked))
            return part.name;
    }
    return {};
}

Result<std::unique_ptr<StudyFolder>> StudyFolder::open(const std::filesystem::path& folder,
                                                       const std::optional<StudyPlan>& plan)
{
    const bool exists = analysis::isStudy(folder);
    std::vector<std::filesystem::path> made; // folders of the user stay
    for (const std::filesystem::path& path : {folder / "recordings", folder}) {
        if (std::error_code ignored; !std::filesystem::exists(path, ignored))
            made.push_back(path);
    }
    if (!exists && plan) {
        // Checked before the folder is made, which a wrong command line must not leave behind.
        TRY(analysis::checkPlan(*plan));
        std::error_code error;
        std::filesystem::create_directories(folder / "recordings", error);
        if (error)
            return analysis::fileError("Creating the folder", folder, error.value());
    }
    if (!exists && !plan)
        return format::failure(Error::Code::NotFound,
                               "There is no study in " + folder.string() + ": it has no file study.json.");
    const int lock = TRY(lockFolder(folder));
    std::unique_ptr<StudyFolder> opened(new StudyFolder(folder, lock));
    opened->m_isNew = !exists;
    opened->m_made = std::move(made);
    opened->m_study = TRY(exists ? storedStudy(folder, plan) : newStudy(folder, *plan));
    return opened;
}

StudyFolder::StudyFolder(std::filesystem::path path, int lock)
    : m_path(std::move(path))
    , m_lock(lock)
{}

StudyFolder::~StudyFolder()
{
    ::close(m_lock);
}

Study StudyFolder::study() const
{
    const std::lock_guard lock(m_mutex);
    return m_study;
}

void StudyFolder::removeIfUnused()
{
    const std::lock_guard lock(m_mutex);
    if (!m_isNew || hasBegun(m_study))
        return;
    std::error_code ignored;
    std::filesystem::remove(analysis::studyFile(m_path), ignored);
    std::filesystem::remove(lockFile(m_path), ignored);
    for (const std::filesystem::path& path : m_made)
        std::filesystem::remove(path, ignored); // only if it is empty
}

Result<void> StudyFolder::change(const std::function<void(Study&)>& edit)
{
    const std::lock_guard lock(m_mutex);
    edit(m_study);
    return analysis::writeStudy(m_study, m_path);
}

} // namespace stepscope::app
