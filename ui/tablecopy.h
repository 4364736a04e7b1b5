#pragma once

#include <QAbstractItemView>
#include <QObject>
#include <QTimer>

#include <vector>

class QAction;

namespace stepscope::ui {

/// What a cell holds for programs: the figure in SI units, with every digit. Without it a cell's text is copied.
inline constexpr int kRawRole = Qt::UserRole + 60;
/// Of a header: the column's name and unit for programs, "total_s".
inline constexpr int kRawHeaderRole = Qt::UserRole + 61;

/// Copies rows of any table or tree as CSV, with a header: Ctrl+C and "Copy selected rows", "Copy whole table" in its
/// context menu. A tree's rows are preceded by the text of the row above them. Long tables are written piece by piece
/// between other events, so that a million rows do not hold the window up; the clipboard has them when copied() comes.
class TableCopy : public QObject
{
    Q_OBJECT

public:
    explicit TableCopy(QAbstractItemView* view);

    /// Written at once.
    [[nodiscard]] QString csv(bool selectedOnly) const;
    [[nodiscard]] QAction* selectedAction() const { return m_selected; }
    [[nodiscard]] QAction* wholeAction() const { return m_whole; }

public slots:
    void copySelected();
    void copyWhole();

signals:
    void copied(qsizetype rows);

private:
    void begin(bool selectedOnly);
    void writeSome();
    void finishNow();
    [[nodiscard]] QString header() const;
    [[nodiscard]] QString line(const QModelIndex& row) const;
    [[nodiscard]] std::vector<QModelIndex> rows(bool selectedOnly) const;
    void addRows(const QModelIndex& parent, std::vector<QModelIndex>& rows) const;
    [[nodiscard]] bool isTree() const;
    [[nodiscard]] bool isShown(int column) const;

    QAbstractItemView* m_view;
    QAction* m_selected;
    QAction* m_whole;
    QTimer m_writing;
    std::vector<QModelIndex> m_rows; ///< to be written; valid, since changes of the model are forestalled
    std::size_t m_written = 0;
    QString m_text;
    QList<QMetaObject::Connection> m_watched;
};

} // namespace stepscope::ui
