#pragma once

#include "analysis/metrics/stepfigures.h"
#include "analysis/trace/recordlist.h"
#include "ui/parts/backgroundjob.h"
#include "ui/parts/tablecopy.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

class QAction;
class QLabel;

namespace stepscope::ui {

class JumpTable;
class StepsModel;

/// Table of the steps of the selection, or of all: figures and outliers. A click zooms to a step; two selected steps
/// can be compared.
class StepsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit StepsPanel(QWidget* parent = nullptr);

    /// Samples may arrive later than the steps that they belong to. While `isLive`, only the last steps are measured
    /// again, otherwise all of them: the view may be the last one of a file that was shown while it was read.
    void setView(const trace::TraceView& view, bool isLive);
    /// Shows the steps that overlap one of the ranges, which are disjoint and in order of time; without ranges all.
    /// `title` names them.
    void setSelections(const std::vector<trace::TimeRange>& ranges, const QString& title);
    /// Number of first steps excluded from outlier detection.
    void setSkippedSteps(std::size_t steps);
    void clear();
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void stepActivated(std::size_t step);
    /// The two selected steps, in the order of the table.
    void comparisonRequested(std::size_t a, std::size_t b);

private:
    void beginPass();
    void measureSome();
    void takeMeasured(std::size_t last);
    /// Why the table is empty, and what to do.
    [[nodiscard]] QString emptyText() const;
    void updateCount();
    void compareChosen();

    trace::TraceView m_view;
    bool m_isLive = false;
    /// The steps are measured from the first to the last, and again when the view has grown.
    struct Pass
    {
        std::size_t next = 0;    ///< the first step that this pass has not measured yet
        std::size_t end = 0;     ///< number of steps when it began
        std::size_t settled = 0; ///< analysis::settledSteps() then: the next pass of a live run begins there
        std::uint64_t records = 0;
        bool isLive = true;
    };
    Pass m_pass;
    std::size_t m_skipped = analysis::kSkippedSteps;
    QString m_title; ///< of the selections
    BackgroundJob m_measuring;

    StepsModel* m_model = nullptr;
    JumpTable* m_table = nullptr;
    QAction* m_compare = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
};

/// Steps of a recording. Reads rows from the view on demand; figures arrive later. It sorts without a proxy model,
/// since a day of training has a million steps.
class StepsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Index,
        Start,
        Duration,
        Energy,
        Power,
        Cpu,
        Gpu,
        Memory,
        Intermediate,
        Rate,
        Traced,
        Outlier,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// A longer view of the same recording: adds rows. Call clear() before another recording.
    void setView(const trace::TraceView& view);
    /// Shows the steps that overlap one of the ranges; without ranges all.
    void setRanges(const std::vector<trace::TimeRange>& ranges);
    /// Figures of the steps from `first` on, which is at most measuredSteps(). They replace former ones.
    void setFigures(std::size_t first, const std::vector<analysis::StepFigures>& figures);
    /// Those among all steps that have figures, see analysis::outlierSteps().
    void setOutliers(std::vector<std::int8_t> outliers);
    /// Sorts rows by figures that came after sort(). Rows of a live run keep their places instead, so that they do not
    /// move while the user reads them.
    void arrangeAgain();
    /// Number of the first steps that have figures.
    [[nodiscard]] std::size_t measuredSteps() const { return m_figures->size(); }
    void clear();
    /// Index for TraceView::step().
    [[nodiscard]] std::size_t stepAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    struct Steps
    {
        std::size_t first = 0, last = 0;
        bool operator==(const Steps&) const = default;
    };

    [[nodiscard]] std::vector<Steps> stepsInRanges() const;
    /// `at`: index for TraceView::step().
    [[nodiscard]] double key(std::size_t at, int column) const;
    [[nodiscard]] QString text(std::size_t at, int column) const;
    [[nodiscard]] QString toolTip(std::size_t at, int column) const;
    /// NaN if not computed yet or not measured.
    [[nodiscard]] double figure(std::size_t step, double analysis::StepFigures::*which) const;
    void arrange();
    void figuresChanged();

    trace::TraceView m_view;
    std::vector<trace::TimeRange> m_ranges;
    std::vector<Steps> m_steps{Steps{}}; ///< shown; never empty
    std::vector<std::uint32_t> m_order;  ///< row -> step
    /// Of the first steps, in pieces of 64 KiB: an array would be copied each second of a live run, and many small
    /// pieces would keep the memory around them, which other parts have freed, from being returned.
    using FigureList = trace::RecordList<analysis::StepFigures, 10>;
    std::optional<FigureList> m_figures{std::in_place}; ///< always has a value
    std::vector<std::int8_t> m_outliers;                ///< of the same steps
    int m_column = Index;
    Qt::SortOrder m_sorting = Qt::AscendingOrder;
};

} // namespace stepscope::ui
