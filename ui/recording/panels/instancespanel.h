#pragma once

#include "analysis/metrics/durationbins.h"
#include "analysis/metrics/optable.h"
#include "ui/parts/backgroundjob.h"
#include "ui/parts/tablecopy.h"
#include "widgets/plots/histogram.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;

namespace stepscope::ui {

class InstancesModel;
class JumpTable;

/// The instances of one row of the table of ops: a histogram of their durations, and a list. A range selected in the
/// histogram filters the list and highlights its instances in the timeline.
class InstancesPanel : public QWidget
{
    Q_OBJECT

public:
    /// Largest number of listed rows. Of more instances the longest are listed, and the panel says so.
    static constexpr std::size_t kListed = 50'000;

    /// The instances of the row with this key that lie in the ranges, which are disjoint and in order of time.
    struct Subject
    {
        std::vector<trace::TimeRange> ranges;
        analysis::OpGrouping grouping = analysis::OpGrouping::Op;
        std::uint32_t key = ~0U; ///< ~0U: no row
        QString title{};
        bool operator==(const Subject&) const = default;
    };

    /// Sorted by start.
    using Instances = std::shared_ptr<const std::vector<analysis::OpInstance>>;

    explicit InstancesPanel(QWidget* parent = nullptr);

    void setSubject(const trace::TraceView& view, const Subject& subject);
    void clear();
    void setTheme(const widgets::Theme& theme);
    /// Marks a duration in s in the histogram.
    void setMark(std::optional<double> seconds);
    [[nodiscard]] widgets::Histogram* histogram() const { return m_histogram; }
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void instanceActivated(std::size_t lane, std::size_t span);
    /// Instances in the selected range of the histogram, to be highlighted in the timeline; null: no selection.
    void highlightChanged(const stepscope::ui::InstancesPanel::Instances& instances);

private:
    struct Distribution
    {
        Instances instances;
        analysis::DurationBins bins;
    };
    struct Chosen
    {
        Instances all;
        std::vector<analysis::OpInstance> listed;
    };

    void buildLayout();
    void analyse();
    void showDistribution(Distribution distribution);
    static Chosen chosenOf(const Instances& all, std::optional<widgets::DurationRange> range);
    void choose();
    void updateSummary();
    void setScale();

    trace::TraceView m_view;
    Subject m_subject;
    Distribution m_distribution;
    std::uint64_t m_spans = 0; ///< of the view
    BackgroundJob m_analysing;
    BackgroundJob m_choosing;
    bool m_isHighlighted = false;

    widgets::Histogram* m_histogram = nullptr;
    InstancesModel* m_model = nullptr;
    JumpTable* m_table = nullptr;
    QComboBox* m_scale = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_empty = nullptr;
    QWidget* m_content = nullptr;
};

/// Instances of ops, a row each.
class InstancesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Start, Duration, Step, Lane, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Keeps the current sort order.
    void setInstances(const trace::TraceView& view, std::vector<analysis::OpInstance> instances);
    [[nodiscard]] const analysis::OpInstance& instance(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void arrange();
    [[nodiscard]] QVariant raw(const analysis::OpInstance& instance, int column) const;
    [[nodiscard]] QString text(const analysis::OpInstance& instance, int column) const;
    /// Index of the step in which the instance begins; stepCount() if there is none.
    [[nodiscard]] std::size_t stepOf(const analysis::OpInstance& instance) const;

    trace::TraceView m_view;
    std::vector<analysis::OpInstance> m_rows;
    int m_column = Duration;
    Qt::SortOrder m_order = Qt::DescendingOrder;
};

} // namespace stepscope::ui
