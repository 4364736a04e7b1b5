#pragma once

#include "analysis/metrics/stepfigures.h"
#include "ui/parts/backgroundjob.h"

#include <QWidget>

#include <memory>
#include <optional>
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

    void setView(const trace::TraceView& view);
    /// Shows the steps that overlap the range; nullopt: all.
    void setSelection(std::optional<trace::TimeRange> range);
    /// Number of first steps excluded from outlier detection.
    void setSkippedSteps(std::size_t steps);
    void clear();
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void stepActivated(std::size_t step);
    /// The two selected steps, in the order of the table.
    void comparisonRequested(std::size_t a, std::size_t b);

private:
    void measureSome();
    void updateCount();
    void compareChosen();

    trace::TraceView m_view;
    std::size_t m_skipped = analysis::kSkippedSteps;
    using Figures = std::shared_ptr<const std::vector<analysis::StepFigures>>;
    Figures m_figures; ///< of the first steps, as far as they are computed; never null
    BackgroundJob m_measuring;

    StepsModel* m_model = nullptr;
    JumpTable* m_table = nullptr;
    QAction* m_compare = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace stepscope::ui
