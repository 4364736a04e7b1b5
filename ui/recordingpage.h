#pragma once

#include "analysis/algorithms/openergy.h"
#include "analysis/trace/traceview.h"
#include "ui/capture.h"
#include "ui/latestjob.h"
#include "ui/rangeanalysis.h"
#include "widgets/spanplace.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QSplitter;
class QTabWidget;

namespace stepscope::widgets {
class TimelineWidget;
struct Theme;
} // namespace stepscope::widgets

namespace stepscope::ui {

class BusyStrip;
class EnergyPanel;
class FoldPanel;
class HealthPanel;
class Inspector;
class InstancesPanel;
class LogPanel;
class Navigator;
class ObservationsPanel;
class OpsPanel;
class ReportJob;
class StepsPanel;

/// One recording, live or opened: timeline, inspector and tables, and how a selection in one drives the others.
class RecordingPage : public QWidget
{
    Q_OBJECT

public:
    enum class Tab { Ops, Energy, Steps, Fold, Observations, Log, Health, Bookmarks };

    explicit RecordingPage(QWidget* parent = nullptr);
    ~RecordingPage() override;

    void setView(const trace::TraceView& view, bool live);
    void setStatus(const CaptureStatus& status);
    /// Another recording: forgets what was shown.
    void clear();

    [[nodiscard]] widgets::TimelineWidget* timeline() const { return m_timeline; }
    [[nodiscard]] const trace::TraceView& view() const { return m_view; }
    [[nodiscard]] Inspector* inspector() const { return m_inspector; }
    [[nodiscard]] FoldPanel* foldPanel() const { return m_foldPanel; }
    [[nodiscard]] Navigator* navigator() const { return m_navigator; }
    [[nodiscard]] QWidget* tables() const;
    void setTheme(const widgets::Theme& theme);
    void showTab(Tab tab);

public slots:
    void zoomToStepInView();
    void zoomToNextStep(bool forward);
    void zoomToSelection();
    void findOp();
    /// Of the op that was gone to or clicked on last.
    void goToInstance(bool forward);
    /// First steps that are left out of the figures of the whole run.
    void setSkippedSteps(std::size_t steps);

signals:
    void cancelRequested();
    /// Two stretches of this recording.
    void comparisonRequested(stepscope::trace::TimeRange a, stepscope::trace::TimeRange b);

private:
    struct Scope
    {
        QString title;
        trace::TimeRange range;
        QString note{};
    };
    /// The row of the table of ops whose instances are shown.
    struct ChosenRow
    {
        analysis::OpGrouping grouping = analysis::OpGrouping::Op;
        std::uint32_t key = ~0U;
        QString title{}; ///< empty = none
    };

    void buildLayout();
    void connectTimeline();
    void connectPanels();
    void refreshPanels();
    void scopeChanged();
    void analyse(bool urgent);
    void analyseOps(bool urgent);
    void showOps(const RangeResult& result);
    void findEnergies();
    void showInstances();
    void lightInstances(const std::shared_ptr<const std::vector<analysis::OpInstance>>& instances);
    void goTo(std::uint32_t op, widgets::SpanPlace place);
    [[nodiscard]] QString emptyOpsText() const;
    [[nodiscard]] Scope wholeRun() const;
    [[nodiscard]] std::optional<widgets::SpanPlace> chosenSpan() const;
    [[nodiscard]] Scope inspected() const;
    [[nodiscard]] Scope tabled() const;
    [[nodiscard]] std::size_t stepInView() const;

    trace::TraceView m_view;
    bool m_hasView = false;
    bool m_live = false;
    std::optional<widgets::SpanPlace> m_span; ///< clicked on; the inspector shows it
    QString m_opsKey;                         ///< which ops are shown or on their way: of what range,
    QString m_opsScope;                       ///< in words,
    std::uint64_t m_opsSpans = 0;             ///< and of how many spans
    trace::TimeRange m_opsRange;
    analysis::OpTableOptions m_opsOptions;
    ChosenRow m_row;
    std::size_t m_skippedSteps = analysis::kSkippedSteps;
    RangeAnalysis m_inspection;
    RangeAnalysis m_ops;
    std::shared_ptr<const std::vector<analysis::OpTotals>> m_rows; ///< of the table, as they came
    LatestJob<analysis::OpEnergies> m_energies;
    bool m_wantsEnergies = false; ///< of these rows nobody has asked yet
    QTimer m_refresh;             ///< panels, at most twice a second
    QTimer m_scopeSettle;         ///< while one zooms and pans

    widgets::TimelineWidget* m_timeline = nullptr;
    Inspector* m_inspector = nullptr;
    Navigator* m_navigator = nullptr;
    BusyStrip* m_progress = nullptr;
    OpsPanel* m_opsPanel = nullptr;
    InstancesPanel* m_instances = nullptr;
    QSplitter* m_opsAcross = nullptr;
    StepsPanel* m_stepsPanel = nullptr;
    ReportJob* m_report = nullptr;
    EnergyPanel* m_energyPanel = nullptr;
    ObservationsPanel* m_observationsPanel = nullptr;
    FoldPanel* m_foldPanel = nullptr;
    LogPanel* m_logPanel = nullptr;
    HealthPanel* m_healthPanel = nullptr;
    QTabWidget* m_tabs = nullptr;
    QSplitter* m_across = nullptr;
    QSplitter* m_down = nullptr;
};

} // namespace stepscope::ui
