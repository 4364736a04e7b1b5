#pragma once

#include "analysis/algorithms/stepfigures.h"
#include "ui/latestjob.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QLabel;

namespace stepscope::ui {

class JumpTable;
class StepsModel;

/// The steps of the selection, or all: what each cost, and which are striking; sort, click to zoom to one, choose two
/// to compare them.
class StepsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit StepsPanel(QWidget* parent = nullptr);

    void setView(const trace::TraceView& view);
    /// Only steps that touch it; nothing = all.
    void setSelection(std::optional<trace::TimeRange> range);
    /// First steps that are no measure for the others.
    void setSkippedSteps(std::size_t steps);
    void clear();
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void stepActivated(std::size_t step);
    /// The two chosen steps, in the order of the table.
    void comparisonRequested(std::size_t a, std::size_t b);

private:
    void measureSome();
    void updateCount();
    void compareChosen();

    trace::TraceView m_view;
    std::size_t m_skipped = analysis::kSkippedSteps;
    using Figures = std::shared_ptr<const std::vector<analysis::StepFigures>>;
    Figures m_figures; ///< by step, as far as they are measured; never nullptr
    LatestJob<Figures> m_measuring;

    StepsModel* m_model = nullptr;
    JumpTable* m_table = nullptr;
    QAction* m_compare = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace stepscope::ui
