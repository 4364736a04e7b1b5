#pragma once

#include <QTableView>

#include <utility>
#include <vector>

namespace stepscope::ui {

class TableCopy;

/// A table whose rows refer to places in the recording: a click or Enter requests to go there; with
/// setJumpsOnDoubleClick() a double click or Enter. Rows can be copied as CSV (see TableCopy).
class JumpTable : public QTableView
{
    Q_OBJECT

public:
    explicit JumpTable(QWidget* parent = nullptr);

    [[nodiscard]] TableCopy* copying() const { return m_copying; }
    /// Column layout of a table with a name and figures in each row.
    struct Columns
    {
        int name = 0;                                ///< takes the remaining width, at least kLeastName
        int share = 0;                               ///< drawn as a bar
        int order = 0;                               ///< initial sort column, descending
        int firstFigure = 0;                         ///< this and all following columns are figures ...
        int figureChars = 0;                         ///< ... with this width, except those in `chars`
        std::vector<std::pair<int, int>> chars = {}; ///< column, width in characters
    };
    void layColumns(const Columns& columns);
    /// For rows that lead to another page.
    void setJumpsOnDoubleClick() { m_jumpsOnClick = false; }
    /// Widens columns that are narrower than their title with the sort arrow.
    void showWholeTitles();

    static constexpr int kLeastName = 22; ///< characters of a name; a narrower table scrolls

signals:
    void jumpRequested(const QModelIndex& index);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitName();

    TableCopy* m_copying;
    int m_name = -1; ///< column
    bool m_jumpsOnClick = true;
};

} // namespace stepscope::ui
