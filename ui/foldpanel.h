#pragma once

#include "analysis/algorithms/foldchannel.h"
#include "analysis/algorithms/predictability.h"
#include "ui/foldpicture.h"
#include "ui/latestjob.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QSplitter;

namespace stepscope::ui {

class BusyStrip;
class ElidedLabel;
class FoldExport;
class JumpTable;
class NotesButton;
class OutliersModel;

/// What happens within a step: all steps of the scope laid over each other, channel by channel, above the ops of the
/// mean step; and the steps that are not like the others. Steps that nobody marked are looked for in the samples.
/// Works only while it is seen.
class FoldPanel : public QWidget
{
    Q_OBJECT

public:
    explicit FoldPanel(QWidget* parent = nullptr);

    /// The steps that lie in the range; while live, they are folded anew when there are half as many more.
    void setScope(const trace::TraceView& view, trace::TimeRange range);
    void clear();
    void setTheme(const widgets::Theme& theme);
    [[nodiscard]] widgets::FoldPlot* plot() const { return m_plot; }
    [[nodiscard]] JumpTable* outliers() const { return m_table; }
    [[nodiscard]] QComboBox* channels() const { return m_channels; }
    [[nodiscard]] QComboBox* singleSteps() const { return m_singles; }
    [[nodiscard]] FoldExport* exporting() const { return m_export; }
    /// What is said of the fold: steps, resolution, and what is to be known.
    [[nodiscard]] QString about() const;
    [[nodiscard]] QString warning() const;

signals:
    void stepActivated(trace::TimeRange step);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Known
    {
        analysis::StepList steps;
        std::shared_ptr<const analysis::PeriodReport> period; ///< where nobody marked steps
        std::vector<analysis::NamedSensor> sensors;
    };
    using KnownPointer = std::shared_ptr<const Known>;
    using FoldedPointer = std::shared_ptr<const FoldedSteps>;
    using PredictabilityPointer = std::shared_ptr<const analysis::Predictability>;

    void buildLayout();
    void fillChannels();
    void start();
    void foldChannel();
    void findOutliers();
    void stopWorking(const QString& why);
    void showFolded();
    void showOutliers();
    void tell();
    void showBusy(const QString& text);
    [[nodiscard]] const analysis::OutlierStep* chosenStep() const; ///< nullptr = none

    trace::TraceView m_view;
    trace::TimeRange m_range;
    std::uint64_t m_seen = 0; ///< steps, or samples where nobody marked any
    bool m_hasScope = false;
    bool m_isStale = false; ///< what is shown is of another scope, and is to be done when the panel is seen
    KnownPointer m_known;   ///< nullptr = not yet
    std::shared_ptr<const analysis::PeriodReport> m_period;
    std::uint64_t m_periodSamples = 0; ///< among which it was found
    FoldedPointer m_folded;
    PredictabilityPointer m_found;
    LatestJob<KnownPointer> m_knowing;
    LatestJob<FoldedPointer> m_folding;
    LatestJob<PredictabilityPointer> m_finding;

    QComboBox* m_channels;
    QComboBox* m_singles;
    ElidedLabel* m_about;
    ElidedLabel* m_warning;
    NotesButton* m_notes; ///< both in full, where there is no room
    BusyStrip* m_busy;
    widgets::FoldPlot* m_plot;
    FoldExport* m_export;
    JumpTable* m_table;
    OutliersModel* m_model;
    ElidedLabel* m_count;
    QSplitter* m_across;
};

} // namespace stepscope::ui
