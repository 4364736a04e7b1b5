#pragma once

#include <QTableView>

namespace stepscope::ui {

/// A table whose rows lead somewhere: a click or Enter asks to go there. Ctrl+C copies the selected rows as CSV.
class JumpTable : public QTableView
{
    Q_OBJECT

public:
    explicit JumpTable(QWidget* parent = nullptr);

    [[nodiscard]] QString selectedCsv() const;

signals:
    void jumpRequested(const QModelIndex& index);

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace stepscope::ui
