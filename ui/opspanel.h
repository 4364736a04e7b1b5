#pragma once

#include "analysis/algorithms/metrics.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace stepscope::ui {

class JumpTable;
class OpsFilter;
class OpsModel;

/// The ops of a range: sort, filter, click to go to the first instance.
class OpsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit OpsPanel(QWidget* parent = nullptr);

    /// `scope` says of what: "Selection", "Whole run".
    void setOps(std::vector<analysis::OpTotals> ops, const QString& scope);
    /// While there are no ops: why.
    void setEmptyText(const QString& text);
    void clear();
    void focusFilter();
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void opActivated(std::uint32_t op, std::size_t lane, std::size_t span);

private:
    void jump(const QModelIndex& index);
    void updateCount();

    OpsModel* m_model = nullptr;
    OpsFilter* m_filter = nullptr;
    QLineEdit* m_words = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
    JumpTable* m_table = nullptr;
    QString m_scope;
};

} // namespace stepscope::ui
