#pragma once

#include <QTableView>
#include <QTimer>

#include <map>
#include <set>
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
        std::vector<int> leaving = {};               ///< columns that a narrow table omits, the first one first
    };
    void layColumns(const Columns& columns);
    /// Only the part of layColumns() that gives the names the remaining width.
    void setNameColumn(int column);
    /// Use it in place of setColumnHidden() with layColumns(): a narrow table hides further columns.
    void setColumnWanted(int column, bool isWanted);
    /// For rows that lead to another page.
    void setJumpsOnDoubleClick() { m_jumpsOnClick = false; }
    /// All columns but that of the names fit their contents when the table is shown first, and are widened for longer
    /// ones. A column that the user has resized keeps its size until the table is empty.
    void setFitsContents();
    /// Widens columns that are narrower than their title with the sort arrow.
    void showWholeTitles();

    static constexpr int kLeastName = 22;    ///< characters of a name; a narrower table scrolls
    static constexpr int kLeastNamePx = 160; ///< and this width

signals:
    void jumpRequested(const QModelIndex& index);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void fitName();
    void fitContents();
    [[nodiscard]] int titleWidth(int column) const;
    /// Hides the columns that have no room, and returns the width of the others without the name.
    int fitColumns(int room);

    TableCopy* m_copying;
    std::vector<int> m_leaving;
    std::set<int> m_unwanted;
    std::map<int, int> m_widths; ///< of columns hidden for want of room
    std::set<int> m_sized;       ///< columns that the user has resized
    QTimer m_contents;           ///< until changed contents are fitted
    bool m_isFitting = false;
    bool m_fitsContents = false;
    bool m_isFitted = false; ///< contents are only widened from now on
    int m_name = -1;         ///< column
    bool m_jumpsOnClick = true;
};

} // namespace stepscope::ui
