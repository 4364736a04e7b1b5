#pragma once

#include "analysis/folding/foldchannel.h"
#include "analysis/folding/outliersteps.h"
#include "analysis/folding/predictability.h"
#include "ui/parts/backgroundjob.h"
#include "widgets/plots/foldplot.h"

#include <QString>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace stepscope::ui {

/// Folded steps of a recording and the waveform of one channel.
struct FoldedSteps
{
    analysis::FoldedSteps steps;
    analysis::FoldedChannel channel;
    std::size_t channelIndex = 0;
};

/// The default channel: power of a rail, else GPU utilization, else CPU utilization of the training. nullopt if only
/// channels of the agent exist.
std::optional<std::size_t> channelToFold(const trace::TraceView& view);

/// Display name of a channel: the name of the rail, or the name with the CPU cluster.
QString foldName(const trace::Channel& info);

/// The waveform above the ops of the mean step, with `singles` single steps and the highlighted step `highlighted`
/// (null: none).
widgets::FoldPicture foldPicture(const trace::TraceView& view, const FoldedSteps& folded, std::size_t singles,
                                 const analysis::OutlierStep* highlighted);

} // namespace stepscope::ui

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

/// Folds all steps of the scope into one mean step: the waveform of a channel above the ops of the mean step, and a
/// table of outlier steps. Without step marks it detects the steps in the samples. It computes only while it is
/// visible.
class FoldPanel : public QWidget
{
    Q_OBJECT

public:
    explicit FoldPanel(QWidget* parent = nullptr);

    /// Folds the steps in the range. While live, it folds again when the number of steps has grown by half.
    void setScope(const trace::TraceView& view, trace::TimeRange range, bool isLive);
    void clear();
    void setTheme(const widgets::Theme& theme);
    [[nodiscard]] widgets::FoldPlot* plot() const { return m_plot; }
    [[nodiscard]] JumpTable* outliers() const { return m_table; }
    [[nodiscard]] QComboBox* channels() const { return m_channels; }
    [[nodiscard]] QComboBox* singleSteps() const { return m_singles; }
    [[nodiscard]] FoldExport* exporting() const { return m_export; }
    /// Text about the fold: number of steps, resolution, sensor correction.
    [[nodiscard]] QString about() const;
    [[nodiscard]] QString warning() const;

signals:
    void stepActivated(trace::TimeRange step);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Inputs
    {
        analysis::StepList steps;
        std::shared_ptr<const analysis::PeriodReport> period; ///< of recordings without step marks
        std::vector<analysis::NamedSensor> sensors;
    };
    using InputsPointer = std::shared_ptr<const Inputs>;
    using FoldedPointer = std::shared_ptr<const FoldedSteps>;
    using PredictabilityPointer = std::shared_ptr<const analysis::Predictability>;

    void buildLayout();
    QWidget* buildTable();
    void fillChannels();
    void start();
    void foldChannel();
    void findOutliers();
    void stopWorking(const QString& why);
    void showFolded();
    void showOutliers();
    void report();
    void showBusy(const QString& text);
    [[nodiscard]] const analysis::OutlierStep* chosenStep() const; ///< nullptr = none

    trace::TraceView m_view;
    trace::TimeRange m_range;
    std::uint64_t m_recordCount = 0; ///< steps, or samples if no steps are marked
    bool m_hasScope = false;
    bool m_isStale = false; ///< the result is of an old scope; start() runs when the panel becomes visible
    InputsPointer m_inputs; ///< null until computed
    std::shared_ptr<const analysis::PeriodReport> m_period;
    std::uint64_t m_periodSamples = 0; ///< in the view when the period was detected
    FoldedPointer m_folded;
    PredictabilityPointer m_predictability;
    BackgroundJob m_preparing;
    BackgroundJob m_folding;
    BackgroundJob m_outlierSearch;

    QComboBox* m_channels;
    QComboBox* m_singles;
    ElidedLabel* m_about;
    ElidedLabel* m_warning;
    NotesButton* m_notes; ///< both texts without elision
    BusyStrip* m_busy;
    widgets::FoldPlot* m_plot;
    FoldExport* m_export;
    JumpTable* m_table;
    OutliersModel* m_model;
    ElidedLabel* m_count;
    QSplitter* m_across;
};

} // namespace stepscope::ui
