#include "app/sweep/sweep.h"

#include "app/sweep/targetsweep.h"

#include <optional>
#include <thread>
#include <utility>

namespace stepscope::app {

using format::Error;
using format::Result;

Sweep::Sweep(StudyFolder& folder, link::SshOptions ssh, std::shared_ptr<link::Prompter> prompter,
             SweepObserver observer)
    : m_folder(folder)
    , m_ssh(std::move(ssh))
    , m_prompter(std::move(prompter))
    , m_observer(std::move(observer))
{}

Sweep::~Sweep() = default;

Result<bool> Sweep::run()
{
    const analysis::Study study = m_folder.study();
    for (const std::string& name : study.plan.targets) {
        TargetSweep* target = nullptr;
        {
            const std::lock_guard lock(m_mutex);
            m_targets.push_back(std::make_unique<TargetSweep>(*this, name));
            target = m_targets.back().get();
        }
        if (request() != Request::None)
            return false;
        TRY(target->prepare());
    }
    if (m_observer.prepared)
        m_observer.prepared();
    std::vector<std::optional<Result<bool>>> results(m_targets.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < m_targets.size(); ++i)
        threads.emplace_back([this, i, &results] { results[i] = m_targets[i]->run(); });
    for (std::thread& thread : threads)
        thread.join();
    bool isDone = true;
    for (const auto& result : results) {
        if (!result->ok() && result->error().code != Error::Code::Cancelled)
            return result->error();
        isDone = isDone && result->ok() && **result;
    }
    return isDone;
}

void Sweep::pause()
{
    const std::lock_guard lock(m_mutex);
    if (m_request == Request::None)
        m_request = Request::Pause;
    m_changed.notify_all();
}

void Sweep::leave()
{
    const std::lock_guard lock(m_mutex);
    m_request = Request::Leave;
    m_changed.notify_all();
    for (const auto& target : m_targets)
        target->leave();
}

Sweep::Request Sweep::request() const
{
    const std::lock_guard lock(m_mutex);
    return m_request;
}

bool Sweep::wait(std::chrono::milliseconds time, bool forCell)
{
    std::unique_lock lock(m_mutex);
    return !m_changed.wait_for(lock, time,
                               [&] { return m_request == Request::Leave || (forCell && m_request == Request::Pause); });
}

void Sweep::report(const std::string& target, const std::string& text)
{
    const std::lock_guard lock(m_observerMutex);
    if (m_observer.status)
        m_observer.status(target, text);
}

void Sweep::reportWait(const std::string& target, const std::string& text)
{
    const std::lock_guard lock(m_observerMutex);
    if (m_observer.waits)
        m_observer.waits(target, text);
}

void Sweep::reportDone(const analysis::StudyCell& cell)
{
    const std::lock_guard lock(m_observerMutex);
    if (m_observer.cellDone)
        m_observer.cellDone(cell);
}

} // namespace stepscope::app
