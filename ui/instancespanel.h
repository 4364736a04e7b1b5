#pragma once

#include "analysis/algorithms/durationbins.h"
#include "ui/latestjob.h"
#include "widgets/histogram.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;

namespace stepscope::ui {

class InstancesModel;
class JumpTable;

/// The instances of one row of the table of ops: how long they take, as a histogram and as a list. A stretch of the
/// histogram that is chosen with the mouse is what the list shows, and what the timeline is to light.
class InstancesPanel : public QWidget
{
    Q_OBJECT

public:
    /// Rows of the list: of more instances the longest are listed, and the panel says so.
    static constexpr std::size_t kListed = 50'000;

    /// Which instances: those of the row with that key that begin in the range.
    struct Subject
    {
        trace::TimeRange range;
        analysis::OpGrouping grouping = analysis::OpGrouping::Op;
        std::uint32_t key = ~0U; ///< of no row
        QString title{};
        bool operator==(const Subject&) const = default;
    };

    /// By start.
    using Instances = std::shared_ptr<const std::vector<analysis::OpInstance>>;

    explicit InstancesPanel(QWidget* parent = nullptr);

    void setSubject(const trace::TraceView& view, const Subject& subject);
    void clear();
    void setTheme(const widgets::Theme& theme);
    /// Marks where one instance lies among the others, s.
    void setMark(std::optional<double> seconds);
    [[nodiscard]] widgets::Histogram* histogram() const { return m_histogram; }
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void instanceActivated(std::size_t lane, std::size_t span);
    /// Those that were chosen in the histogram, to be lit in the timeline; nullptr = none were.
    void litChanged(const stepscope::ui::InstancesPanel::Instances& instances);

private:
    struct Found
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
    void showFound(Found found);
    static Chosen chosenOf(const Instances& all, std::optional<widgets::DurationRange> range);
    void choose();
    void tellCount();
    void setScale();

    trace::TraceView m_view;
    Subject m_subject;
    Found m_found;
    std::uint64_t m_spans = 0; ///< that the view had
    LatestJob<Found> m_finding;
    LatestJob<Chosen> m_choosing;
    bool m_isLit = false;

    widgets::Histogram* m_histogram = nullptr;
    InstancesModel* m_model = nullptr;
    JumpTable* m_table = nullptr;
    QComboBox* m_scale = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_about = nullptr;
    QLabel* m_empty = nullptr;
    QWidget* m_content = nullptr;
};

} // namespace stepscope::ui
