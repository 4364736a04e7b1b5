#include "analysis/report/report.h"

#include "analysis/metrics/metrics.h"
#include "analysis/report/analysis.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace stepscope::analysis {
namespace {

void chooseWindow(const trace::TraceView& view, const ReportOptions& options, Report& report)
{
    report.extent = view.extent();
    if (options.range) {
        report.summary.range = *options.range;
        return;
    }
    const RunWindow window = runWindow(view, options.skippedSteps);
    report.summary.range = window.range;
    report.skippedSteps = window.skippedSteps;
    report.wholeRecording = window.wholeRecording;
}

/// The analyses to run, sorted so that each follows those it needs.
std::vector<const Analysis*> chosenAnalyses(const ReportOptions& options, bool hasMarks)
{
    const auto contains = [](const std::vector<std::string_view>& names, std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    const auto order = runOrder(analyses());
    if (!order.ok()) // a test checks the order
        return {};
    std::vector<const Analysis*> chosen;
    for (auto analysis = order->rbegin(); analysis != order->rend(); ++analysis) {
        const bool isRead = std::any_of(chosen.begin(), chosen.end(), [&](const Analysis* later) {
            return later->reads((*analysis)->name, hasMarks);
        });
        if ((options.only.empty() || contains(options.only, (*analysis)->name) || isRead) &&
            !contains(options.without, (*analysis)->name))
            chosen.push_back(*analysis);
    }
    std::reverse(chosen.begin(), chosen.end());
    return chosen;
}

/// Distributes analyses to threads, each as soon as those that it reads have ended.
class Schedule
{
public:
    Schedule(std::vector<const Analysis*> order, bool hasMarks)
        : m_waiting(std::move(order))
        , m_hasMarks(hasMarks)
    {}

    /// An analysis to compute; waits until there is one. Null when none is left or after a stop request.
    const Analysis* take(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        auto ready = m_waiting.end();
        m_ended.wait(lock, [&] {
            ready = std::find_if(m_waiting.begin(), m_waiting.end(),
                                 [this](const Analysis* analysis) { return isReady(*analysis); });
            return ready != m_waiting.end() || m_waiting.empty() || stop.stop_requested();
        });
        if (ready == m_waiting.end() || stop.stop_requested())
            return nullptr;
        m_running.push_back(*ready);
        m_waiting.erase(ready);
        return m_running.back();
    }
    void setEnded(const Analysis* analysis)
    {
        const std::scoped_lock lock(m_mutex);
        std::erase(m_running, analysis);
        m_ended.notify_all();
    }

private:
    [[nodiscard]] bool isReady(const Analysis& analysis) const
    {
        const auto isRead = [&](const Analysis* other) { return analysis.reads(other->name, m_hasMarks); };
        return std::none_of(m_waiting.begin(), m_waiting.end(), isRead) &&
               std::none_of(m_running.begin(), m_running.end(), isRead);
    }

    std::mutex m_mutex;
    std::condition_variable m_ended;
    std::vector<const Analysis*> m_waiting;
    std::vector<const Analysis*> m_running;
    bool m_hasMarks;
};

} // namespace

Report makeReport(const trace::TraceView& view, const ReportOptions& options, const std::stop_token& stop)
{
    Report report;
    report.header = view.header();
    report.facts = view.facts();
    report.facts.batchSize = statedBatchSize(view);
    report.ending = view.ending();
    chooseWindow(view, options, report);
    report.summary = summarize(view, report.summary.range, stop);
    report.opRanges = options.opRanges.empty() ? std::vector{report.summary.range} : options.opRanges;
    const bool hasMarks = view.stepCount() > 0;
    Schedule schedule(chosenAnalyses(options, hasMarks), hasMarks);
    const auto work = [&] {
        while (const Analysis* analysis = schedule.take(stop)) {
            analysis->compute(view, report, stop);
            schedule.setEnded(analysis);
        }
    };
    {
        const std::jthread second(work);
        work();
    }
    return report;
}

} // namespace stepscope::analysis
