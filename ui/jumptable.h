#pragma once

#include <QTableView>

#include <utility>
#include <vector>

namespace stepscope::ui {

class TableCopy;

/// A table whose rows lead somewhere: a click or Enter asks to go there. Rows are copied as CSV (TableCopy).
class JumpTable : public QTableView
{
    Q_OBJECT

public:
    explicit JumpTable(QWidget* parent = nullptr);

    [[nodiscard]] TableCopy* copying() const { return m_copying; }
    /// A table of named things and their figures.
    struct Columns
    {
        int name = 0;                                ///< takes the room that is left
        int share = 0;                               ///< drawn as a bar
        int order = 0;                               ///< by which it is sorted at first, the largest on top
        int firstFigure = 0;                         ///< all from here on are figures ...
        int figureChars = 0;                         ///< ... and so wide, but for those in `chars`
        std::vector<std::pair<int, int>> chars = {}; ///< column, width in characters
    };
    void layColumns(const Columns& columns);
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
