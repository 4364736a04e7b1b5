#pragma once

#include "analysis/trace/traceview.h"
#include "ui/parts/capture.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>

class QWidget;

namespace stepscope::ui {

class ComparisonController;
class FleetPage;
class Sidebar;

/// Keeps the status of every capture of the window, and passes it with the captures' views to what shows them: the
/// fleet page, the side bar and the comparison. Asks before the window is closed while runs go on.
class FleetController : public QObject
{
    Q_OBJECT

public:
    /// The dialog is a child of `window`.
    FleetController(FleetPage* page, Sidebar* sidebar, ComparisonController* comparison, QWidget* window);

    /// True if the phase or the file is new.
    bool setStatus(const CaptureStatus& status);
    void setView(const QString& recording, const trace::TraceView& view, bool live);
    /// The latest status of a device; without a capture, idle.
    [[nodiscard]] CaptureStatus statusOf(const QString& target) const;
    [[nodiscard]] bool hasCaptures() const { return !m_captures.isEmpty(); }
    /// The devices with a run that goes on.
    [[nodiscard]] QStringList liveTargets() const;
    /// False if runs go on; then it has opened a dialog that asks once for all of them, and emits closeConfirmed() if
    /// the user agrees.
    [[nodiscard]] bool mayClose();

signals:
    void closeConfirmed();

private:
    FleetPage* m_page;
    Sidebar* m_sidebar;
    ComparisonController* m_comparison;
    QWidget* m_window;
    QHash<QString, CaptureStatus> m_captures; ///< by target
    bool m_isAsking = false;
    bool m_isConfirmed = false;
};

} // namespace stepscope::ui
