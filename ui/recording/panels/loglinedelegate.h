#pragma once

#include <QString>
#include <QStyledItemDelegate>

namespace stepscope::ui {

/// Draws a line of the log in one piece from its left end, with all occurrences of the searched words highlighted. Its
/// editor is read-only: it selects a part of the line. The editor is as wide as the view and scrolls by itself.
class LogLineDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kPadding = 4; ///< px, at both sides of a line

    using QStyledItemDelegate::QStyledItemDelegate;

    /// In either case; empty = none.
    void setSearchedWords(const QString& words) { m_words = words; }
    [[nodiscard]] const QString& searchedWords() const { return m_words; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

private:
    void paintOccurrences(QPainter& painter, const QStyleOptionViewItem& option, const QString& line,
                          const QRect& place) const;

    QString m_words;
};

} // namespace stepscope::ui
