#pragma once

#include <QTableView>

namespace stepscope::ui {

class TableCopy;

/// A table whose rows lead somewhere: a click or Enter asks to go there. Rows are copied as CSV (TableCopy).
class JumpTable : public QTableView
{
    Q_OBJECT

public:
    explicit JumpTable(QWidget* parent = nullptr);

    [[nodiscard]] TableCopy* copying() const { return m_copying; }
    /// Columns that are narrower than their titles, with the arrow of the order, become as wide.
    void showWholeTitles();

signals:
    void jumpRequested(const QModelIndex& index);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    TableCopy* m_copying;
};

} // namespace stepscope::ui
