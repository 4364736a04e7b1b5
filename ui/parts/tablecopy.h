#pragma once

#include <QAbstractItemView>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVariant>

#include <vector>

class QAction;

namespace stepscope::ui {

/// The value of a cell in SI units with all digits, for CSV. Cells without it are copied as text.
inline constexpr int kRawRole = Qt::UserRole + 60;
/// Header role: name and unit of the column in CSV, such as "total_s".
inline constexpr int kRawHeaderRole = Qt::UserRole + 61;

/// Copies rows of any table or tree as CSV with a header line: Ctrl+C, and "Copy selected rows" and "Copy whole table"
/// in the context menu. A row of a tree starts with the text of its parent row. Long tables are written in slices of 15
/// ms between other events, so that a million rows do not block the window; copied() reports that the clipboard has all
/// rows.
class TableCopy : public QObject
{
    Q_OBJECT

public:
    explicit TableCopy(QAbstractItemView* view);

    /// Returns all rows at once; blocks for long tables.
    [[nodiscard]] QString csv(bool selectedOnly) const;
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
    std::vector<QModelIndex> m_rows; ///< still to be written; writing ends before the model changes, so they stay valid
    std::size_t m_written = 0;
    QString m_text;
    QList<QMetaObject::Connection> m_watched;
};

} // namespace stepscope::ui

/// Comma separated values by the rules of analysis/text/csvtext.h, as QString.
namespace stepscope::ui {

[[nodiscard]] QString csvField(const QString& text);
[[nodiscard]] QString csvLine(const QStringList& fields);
/// A floating point number with all its digits (the shortest text that reads back as the same number; empty if it is
/// not finite), any other value by QVariant::toString().
[[nodiscard]] QString csvValue(const QVariant& value);

} // namespace stepscope::ui
