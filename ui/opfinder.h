#pragma once

#include "widgets/opsearch.h"

#include <QFutureWatcher>
#include <QObject>

#include <atomic>
#include <memory>
#include <optional>

namespace stepscope::ui {

/// Searches off the GUI thread, one search at a time. A newer request cancels the running one and replaces a waiting
/// one; only the newest one's result comes out.
class OpFinder : public QObject
{
    Q_OBJECT

public:
    using Finding = std::shared_ptr<const widgets::OpFinding>;

    explicit OpFinder(QObject* parent = nullptr);
    ~OpFinder() override;

    void request(const trace::TraceView& view, const widgets::OpQuery& query);
    /// Drops everything asked for.
    void clear();
    [[nodiscard]] bool isBusy() const { return m_waiting.has_value() || m_watcher.isRunning(); }

signals:
    void found(const stepscope::ui::OpFinder::Finding& finding);

private:
    struct Request
    {
        trace::TraceView view;
        widgets::OpQuery query;
    };

    void startWaiting();
    void takeResult();

    std::optional<Request> m_waiting;
    std::shared_ptr<std::atomic<bool>> m_cancelled;
    QFutureWatcher<Finding> m_watcher;
};

} // namespace stepscope::ui
