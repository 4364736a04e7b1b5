#include "ui/recording/panels/loglinedelegate.h"

#include <QLineEdit>
#include <QPainter>
#include <QTimer>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kOccurrenceAlpha = 110;

/// The part of a line up to the right edge of the view, at least, since a line can have thousands of characters.
/// `width`: px from the left end of the line to that edge.
QString visiblePart(const QString& line, int width, const QFontMetrics& metrics)
{
    constexpr int kNarrower = 4; // characters in the width of a space
    constexpr int kWithoutWidth = 64;
    return line.left(kNarrower * std::max(width, 0) / metrics.horizontalAdvance(QLatin1Char(' ')) + kWithoutWidth);
}

} // namespace

void LogLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem background = option;
    initStyleOption(&background, index);
    background.text.clear();
    const QWidget* widget = option.widget;
    widget->style()->drawControl(QStyle::CE_ItemViewItem, &background, painter, widget);
    const QRect place = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    const QString line = visiblePart(index.data().toString(), widget->width() - place.left(), option.fontMetrics);
    paintOccurrences(*painter, option, line, place);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const auto group = option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    painter->setFont(option.font);
    painter->setPen(option.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
}

/// Measures each piece of the line once: a target could send thousands of occurrences.
void LogLineDelegate::paintOccurrences(QPainter& painter, const QStyleOptionViewItem& option, const QString& line,
                                       const QRect& place) const
{
    if (m_words.isEmpty())
        return;
    QColor colour(Qt::yellow);
    colour.setAlpha(kOccurrenceAlpha);
    int left = place.left();
    qsizetype measured = 0;
    for (qsizetype at = line.indexOf(m_words, 0, Qt::CaseInsensitive); at >= 0 && left < option.widget->width();
         at = line.indexOf(m_words, measured, Qt::CaseInsensitive)) {
        left += option.fontMetrics.horizontalAdvance(line.mid(measured, at - measured));
        const int width = option.fontMetrics.horizontalAdvance(line.mid(at, m_words.size()));
        if (left + width > 0)
            painter.fillRect(left, place.top(), width, place.height(), colour);
        left += width;
        measured = at + m_words.size();
    }
}

QWidget* LogLineDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                       const QModelIndex& /*index*/) const
{
    constexpr int kOwnMargin = 2; // px, of a line edit
    auto* editor = new QLineEdit(parent);
    editor->setReadOnly(true);
    editor->setFrame(false);
    editor->setFont(option.font);
    editor->setTextMargins(kPadding - kOwnMargin, 0, 0, 0);
    // The view selects all when it has opened the editor, which would show the end of a long line.
    QTimer::singleShot(0, editor, [editor] { editor->home(false); });
    return editor;
}

/// The view also calls this when the mark of the line changes. Setting the text again would lose the selection.
void LogLineDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* line = static_cast<QLineEdit*>(editor);
    if (line->text().isEmpty())
        line->setText(index.data().toString());
}

void LogLineDelegate::setModelData(QWidget* /*editor*/, QAbstractItemModel* /*model*/,
                                   const QModelIndex& /*index*/) const
{}

void LogLineDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                           const QModelIndex& /*index*/) const
{
    editor->setGeometry(0, option.rect.top(), editor->parentWidget()->width(), option.rect.height());
}

} // namespace stepscope::ui
