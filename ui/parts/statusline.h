#pragma once

#include "analysis/trace/traceview.h"
#include "ui/parts/capture.h"

#include <QElapsedTimer>
#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace stepscope::ui {

/// The status line: state of the run, elapsed time, size, losses, and the profiling overhead of the agent.
class StatusLine : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setStatus(const CaptureStatus& status);
    void setView(const trace::TraceView& view, bool live);
    /// Text of the measurement between the timeline's cursors; empty hides it.
    void setMeasurement(const QString& oneLine);
    void clear();

    [[nodiscard]] QString text() const; ///< the whole line, for tests and screen readers

signals:
    void lossesClicked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString importedFiles() const; ///< their names without folders
    [[nodiscard]] static QString agentCost(const trace::TraceView& view);

    CaptureStatus m_status;
    trace::TraceView m_view;
    bool m_hasView = false;
    bool m_live = false;
    QElapsedTimer m_sinceView; ///< advances the elapsed time between the views of a live run
    QTimer m_tick;
    QLabel* m_dot = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_elapsed = nullptr;
    QLabel* m_bytes = nullptr;
    QLabel* m_agent = nullptr;
    QLabel* m_losses = nullptr;
    QLabel* m_measurement = nullptr;
};

/// Display name of a phase, such as "Connecting".
[[nodiscard]] QString phaseName(CapturePhase phase);
/// One line for a status, such as "Starting: uploading the agent". The text of a broken link is complete by itself.
[[nodiscard]] QString statusText(const CaptureStatus& status);

/// One line of plain text, elided with "…" at the available width. Callers that set a long text also set it as the tool
/// tip.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace stepscope::ui

class QLabel;
class QProgressBar;
class QPushButton;

namespace stepscope::ui {

/// Text, progress bar and Cancel of work that takes longer than a second. It is part of the page and does not block
/// input.
class BusyStrip : public QFrame
{
    Q_OBJECT

public:
    explicit BusyStrip(QWidget* parent = nullptr);

    /// `progress` 0..1; -1 = unknown.
    void setProgress(const QString& text, double progress);
    void setCancellable(bool cancellable);
    [[nodiscard]] QString text() const;

signals:
    void cancelRequested();

private:
    QLabel* m_text = nullptr;
    QProgressBar* m_bar = nullptr;
    QPushButton* m_cancel = nullptr;
};

} // namespace stepscope::ui
