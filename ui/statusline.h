#pragma once

#include "analysis/trace/traceview.h"
#include "ui/capture.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace stepscope::ui {

/// The line at the bottom: state of the run, elapsed time, bytes, losses, what the agent itself costs.
class StatusLine : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setStatus(const CaptureStatus& status);
    void setView(const trace::TraceView& view, bool live);
    /// What lies between the timeline's cursors; empty = nothing to tell.
    void setMeasurement(const QString& oneLine);
    void clear();

    [[nodiscard]] QString text() const; ///< all of it, for tests and screen readers

signals:
    void lossesClicked();

private:
    void refresh();
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] static QString agentCost(const trace::TraceView& view);

    CaptureStatus m_status;
    trace::TraceView m_view;
    bool m_hasView = false;
    bool m_live = false;
    QElapsedTimer m_sinceView; ///< the clock runs on between views of a live run
    QTimer m_tick;
    QLabel* m_dot = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_elapsed = nullptr;
    QLabel* m_bytes = nullptr;
    QLabel* m_agent = nullptr;
    QLabel* m_losses = nullptr;
    QLabel* m_measurement = nullptr;
};

/// "Connecting", "Streaming", ...: a phase in a word or two.
[[nodiscard]] QString phaseName(CapturePhase phase);

} // namespace stepscope::ui
