#pragma once

#include <QPersistentModelIndex>
#include <QTableView>

#include <cstdint>

namespace stepscope::ui {

class LogLineDelegate;
class LogModel;

/// The lines of a log, each with the time at which it was written, in a column at the left that stays in view. A click
/// on a line or its time, or Enter for the current line, goes to its time. Ctrl+C copies the selected lines; a double
/// click or F2 selects within a line.
class LogTable : public QTableView
{
    Q_OBJECT

public:
    explicit LogTable(LogModel* model, QWidget* parent = nullptr);

    /// Words for find(), whose occurrences are all highlighted, in either case; empty = none.
    void setSearchedWords(const QString& words);
    /// Makes the line with the next occurrence of the words current, and shows it.
    enum class Found { No, Yes, FromTheOtherEnd };
    Found find(bool backward);
    /// The selected lines, each with its end.
    [[nodiscard]] QString selectedLines() const;
    /// Whether the user selects within a line.
    [[nodiscard]] bool isEditing() const;
    /// Copies the selected lines.
    void copy() const;

    /// Scrolls vertically only, since a line can be wider than the table.
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    /// Typing does not search: there is a field for it, and a hundred thousand lines would be read for each key.
    void keyboardSearch(const QString& text) override;

signals:
    void timeActivated(qint64 time); ///< ns
    void movedByKey();               ///< to another line, which is in view

protected:
    void rowsAboutToBeRemoved(const QModelIndex& parent, int first, int last) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                                       const QEvent* event) const override;

private:
    void fitRows(int first, int last);
    void fitWidth();
    void startInView();
    void activate(int row);
    void showOccurrence(int row);

    LogModel* m_model;
    LogLineDelegate* m_delegate;
    QPersistentModelIndex m_found; ///< the line with the last occurrence of the words
    int m_widest = 0;              ///< px, of the lines
};

} // namespace stepscope::ui
