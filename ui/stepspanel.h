#pragma once

#include "analysis/trace/traceview.h"

#include <QWidget>

class QLabel;

namespace stepscope::ui {

class JumpTable;
class StepsModel;

/// The steps: sort, click to zoom to one.
class StepsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit StepsPanel(QWidget* parent = nullptr);

    void setView(const trace::TraceView& view);
    void clear();
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void stepActivated(std::size_t step);

private:
    StepsModel* m_model = nullptr;
    JumpTable* m_table = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace stepscope::ui
