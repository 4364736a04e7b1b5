#include "ui/parts/elidedtext.h"

#include "ui/parts/statusline.h"
#include "ui/parts/swatch.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFontMetrics>
#include <QHeaderView>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleOptionComboBox>

#include <algorithm>
#include <array>

namespace stepscope::ui {

namespace {

constexpr int kFieldMargins = 8;        ///< px, of the frame and the text of a field
constexpr qsizetype kLongestTip = 1000; ///< characters; a longer one would cover the window

QString ofHeader(const QHeaderView& header, QPoint place)
{
    const int section = header.logicalIndexAt(place);
    if (header.orientation() == Qt::Vertical) // vertical headers are as wide as their widest text
        return {};
    if (header.model() == nullptr || section < 0)
        return {};
    const QString title = header.model()->headerData(section, header.orientation()).toString();
    const int margins = 2 * header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
    return header.fontMetrics().horizontalAdvance(title) + margins > header.sectionSize(section) ? title : QString();
}

QString ofCell(const QAbstractItemView& view, QPoint place)
{
    const QModelIndex cell = view.indexAt(place);
    const QRect room = view.visualRect(cell);
    const bool wraps = room.height() >= 2 * view.fontMetrics().height();
    if (!cell.isValid() || wraps)
        return {};
    const bool hasSwatch = cell.data(ShareBar::kColorRole).isValid(); // not in the size hint
    const int needed = view.sizeHintForIndex(cell).width() + (hasSwatch ? 2 * kSwatchPx : 0);
    if (needed <= room.intersected(view.viewport()->rect()).width())
        return {};
    const QString text = cell.data().toString();
    return text.size() > kLongestTip ? text.left(kLongestTip) + QChar(0x2026) : text;
}

QString ofChoice(const QComboBox& box)
{
    QStyleOptionComboBox option;
    option.initFrom(&box);
    const QRect room = box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
    return box.fontMetrics().horizontalAdvance(box.currentText()) > room.width() ? box.currentText() : QString();
}

} // namespace

QString elidedTextAt(const QWidget& widget, QPoint place)
{
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
        view != nullptr && view->viewport() == &widget) {
        const auto* header = qobject_cast<const QHeaderView*>(view);
        return header != nullptr ? ofHeader(*header, place) : ofCell(*view, place);
    }
    if (const auto* label = qobject_cast<const ElidedLabel*>(&widget))
        return label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width() ? label->text()
                                                                                                     : QString();
    if (const auto* box = qobject_cast<const QComboBox*>(&widget))
        return ofChoice(*box);
    const auto* field = qobject_cast<const QLineEdit*>(&widget);
    const bool isHint = field != nullptr && field->text().isEmpty();
    const QString hint = isHint ? field->placeholderText() : QString();
    return isHint && field->fontMetrics().horizontalAdvance(hint) > field->width() - kFieldMargins ? hint : QString();
}

namespace {

/// How a name is shortened, in order of preference.
enum class Elision {
    Middle,
    Right,
    AfterThird, ///< "aten…16,3,3]": one third shows the beginning, the rest the end, where shapes differ
    Left,
};
constexpr std::array kElisions{Elision::Middle, Elision::Right, Elision::AfterThird, Elision::Left};

QString elidedBy(Elision elision, const QString& text, const QFontMetrics& metrics, int width)
{
    if (elision == Elision::AfterThird && metrics.horizontalAdvance(text) > width) {
        qsizetype begin = 0;
        while (begin < text.size() && metrics.horizontalAdvance(text.left(begin + 1)) <= width / 3)
            ++begin;
        if (begin > 0 && text[begin - 1].isHighSurrogate())
            --begin;
        const QString head = text.left(begin);
        return head + metrics.elidedText(text.mid(begin), Qt::ElideLeft, width - metrics.horizontalAdvance(head));
    }
    return metrics.elidedText(text,
                              elision == Elision::Right  ? Qt::ElideRight
                              : elision == Elision::Left ? Qt::ElideLeft
                                                         : Qt::ElideMiddle,
                              width);
}

/// "VDD_IN (38 %)": a short remark at the end stays whole, since a part of a number would read as another one.
QString elidedBeforeRemark(const QString& text, const QFontMetrics& metrics, Elision elision, int width)
{
    static const QRegularExpression kRemark(QStringLiteral("\\s\\([^()]{1,12}\\)$"));
    const QString remark = kRemark.match(text).captured();
    const int rest = width - metrics.horizontalAdvance(remark);
    if (remark.isEmpty() || metrics.horizontalAdvance(text) <= width || rest < width / 4)
        return elidedBy(elision, text, metrics, width);
    return elidedBy(elision, text.chopped(remark.size()), metrics, rest) + remark;
}

} // namespace

QString distinctlyElided(const QString& text, const QStringList& others, const QFontMetrics& metrics, int width)
{
    for (const Elision elision : kElisions) {
        QString elided = elidedBeforeRemark(text, metrics, elision, width);
        const bool isAmbiguous =
            elided != text && std::any_of(others.begin(), others.end(), [&](const QString& other) {
                return other != text && elidedBeforeRemark(other, metrics, elision, width) == elided;
            });
        if (!isAmbiguous)
            return elided;
    }
    return elidedBeforeRemark(text, metrics, Elision::Middle, width);
}

} // namespace stepscope::ui
