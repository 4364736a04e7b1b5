#pragma once

#include "analysis/energy/opgroupenergy.h"
#include "analysis/trace/traceview.h"
#include "ui/parts/backgroundjob.h"
#include "ui/parts/capture.h"
#include "ui/recording/panels/queryplaces.h"
#include "ui/recording/rangefigures.h"
#include "widgets/marks/spanplace.h"

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
class FailureLine;
class FoldPanel;
class HealthPanel;
class Inspector;
class InstancesPanel;
class LogPanel;
class MessageLine;
class Navigator;
class ObservationsPanel;
class OpsPanel;
class QueryPanel;
class ReportJob;
class StepsPanel;

/// Page of one recording, live or opened from a file: timeline, inspector and tables. A selection in one of them
/// updates the others.
class RecordingPage : public QWidget
{
    Q_OBJECT

public:
    enum class Tab { Ops, Energy, Steps, Fold, Observations, Log, Health, Bookmarks, Query };

    explicit RecordingPage(QWidget* parent = nullptr);
    ~RecordingPage() override;

    void setView(const trace::TraceView& view, bool live);
    /// Shows a line above the timeline while the link is silent or broken, and when it is back.
    void setStatus(const CaptureStatus& status);
    /// What is known of an unfinished recording on the page; empty = nothing. `canContinue` adds a button for it, which
    /// is called Attach while the training goes on (`runsOn`).
    void setUnfinished(const QString& oneLine, bool canContinue, bool runsOn = false);
    /// Call before the first view of another recording.
    void clear();

    [[nodiscard]] widgets::TimelineWidget* timeline() const { return m_timeline; }
    [[nodiscard]] const trace::TraceView& view() const { return m_view; }
    [[nodiscard]] bool hasView() const { return m_hasView; }
    [[nodiscard]] Inspector* inspector() const { return m_inspector; }
    [[nodiscard]] FoldPanel* foldPanel() const { return m_foldPanel; }
    [[nodiscard]] Navigator* navigator() const { return m_navigator; }
    [[nodiscard]] QWidget* tables() const;
    [[nodiscard]] QSplitter* acrossSplitter() const { return m_across; } ///< the timeline, then the inspector
    void setTheme(const widgets::Theme& theme);
    void showTab(Tab tab);
    [[nodiscard]] Tab tab() const;
    /// A stored number of a tab; ignores one that does not exist.
    void showTabNumber(int tab);

public slots:
    void zoomToStepInView();
    void zoomToNextStep(bool forward);
    void zoomToSelection();
    void findOp();
    /// See Navigator::step().
    void goToInstance(bool forward);
    /// Number of first steps excluded from the figures of the whole run.
    void setSkippedSteps(std::size_t steps);

signals:
    void tabChanged();
    void cancelRequested();
    void continueRequested(); ///< of the unfinished recording on the page
    void selfTestRequested(); ///< of the device on which it was recorded
    /// Two ranges of this recording.
    void comparisonRequested(stepscope::trace::TimeRange a, stepscope::trace::TimeRange b);

private:
    /// The row of the table of ops whose instances are shown.
    struct ChosenRow
    {
        analysis::OpGrouping grouping = analysis::OpGrouping::Op;
        std::uint32_t key = ~0U;
        QString title{}; ///< empty = none
    };

    void buildLayout();
    void buildLines(); ///< those above the splitter
    void connectTimeline();
    void connectPanels();
    void connectOps(); ///< the table of ops and its instances
    void showWholeEnd();
    void refreshPanels();
    void showLogEnd();
    void scopeChanged();
    void analyse(bool urgent);
    void analyseOps(bool urgent);
    void showOps(const RangeResult& result);
    void attributeEnergies();
    void showInstances();
    void highlightInstances(const std::shared_ptr<const std::vector<analysis::OpInstance>>& instances);
    void goTo(std::uint32_t op, widgets::SpanPlace place);
    void goToTime(std::int64_t time);
    void goToQueryPlace(const QueryPlaces::Place& place);
    [[nodiscard]] std::optional<widgets::SpanPlace> chosenSpan() const;

    trace::TraceView m_view;
    bool m_hasView = false;
    bool m_live = false;
    std::optional<widgets::SpanPlace> m_span; ///< the clicked span, shown by the inspector
    QString m_opsKey;                         ///< ranges of the ops that are shown or requested,
    QString m_opsScope;                       ///< its title,
    std::uint64_t m_opsSpans = 0;             ///< and the numbers of spans and samples in the view
    std::uint64_t m_opsSamples = 0;
    std::vector<trace::TimeRange> m_opsRanges;
    analysis::OpTableOptions m_opsOptions;
    ChosenRow m_row;
    std::size_t m_skippedSteps = analysis::kSkippedSteps;
    RangeAnalysis m_inspection;
    RangeAnalysis m_ops;
    std::shared_ptr<const std::vector<analysis::OpTotals>> m_rows; ///< of the table of ops, in the order of the result
    BackgroundJob m_energies;
    bool m_energiesPending = false; ///< not requested yet for m_rows
    QTimer m_refresh;               ///< limits refreshPanels() to twice a second
    QTimer m_scopeSettle;           ///< delays the analysis while the user zooms and pans

    widgets::TimelineWidget* m_timeline = nullptr;
    Inspector* m_inspector = nullptr;
    Navigator* m_navigator = nullptr;
    BusyStrip* m_progress = nullptr;
    MessageLine* m_link = nullptr;
    MessageLine* m_unfinished = nullptr;
    FailureLine* m_failure = nullptr;
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
    QueryPanel* m_queryPanel = nullptr;
    QTabWidget* m_tabs = nullptr;
    QSplitter* m_across = nullptr;
    QSplitter* m_down = nullptr;
};

} // namespace stepscope::ui
