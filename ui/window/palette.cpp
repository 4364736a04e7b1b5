#include "ui/window/palette.h"

#include "ui/parts/plaintext.h"
#include "ui/window/fuzzymatch.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int kWidthInChars = 90;
constexpr int kRows = 14;

/// The text at the left; detail and kind in a muted colour at the right.
class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem item = option;
        const QString kind = index.data(PaletteModel::kKindRole).toString();
        const QString detail = index.data(PaletteModel::kDetailRole).toString();
        const QString right = detail.isEmpty() ? kind : detail + QStringLiteral("   ") + kind;
        const int most = option.rect.width() / 2;
        constexpr int kRounding = 2; // px; a text that just fits would be elided
        const int width = std::min(option.fontMetrics.horizontalAdvance(right) + kRounding, most);
        item.textElideMode = Qt::ElideMiddle;
        item.rect.setWidth(option.rect.width() - width - 16);
        QStyledItemDelegate::paint(painter, item, index);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        const QRect place = option.rect.adjusted(option.rect.width() - width - 8, 0, -8, 0);
        painter->fillRect(place.adjusted(-8, 0, 0, 0),
                          option.palette.color(isSelected ? QPalette::Highlight : QPalette::Base));
        painter->setPen(option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::PlaceholderText));
        painter->drawText(place, Qt::AlignVCenter | Qt::AlignRight,
                          option.fontMetrics.elidedText(right, Qt::ElideMiddle, width));
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 8};
    }
};

} // namespace

PaletteModel::PaletteModel(std::vector<PaletteEntry> entries, QObject* parent)
    : QAbstractListModel(parent)
    , m_entries(std::move(entries))
{
    setPattern({});
}

void PaletteModel::setPattern(const QString& pattern)
{
    std::vector<std::pair<int, std::size_t>> matches;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (pattern.trimmed().isEmpty())
            matches.emplace_back(0, i);
        else if (const auto score = fuzzyScore(pattern, m_entries[i].text))
            matches.emplace_back(*score + m_entries[i].bonus, i);
    }
    std::stable_sort(matches.begin(), matches.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    matches.resize(std::min(matches.size(), kShown));
    beginResetModel();
    m_order.clear();
    for (const auto& [score, index] : matches)
        m_order.push_back(index);
    endResetModel();
}

const PaletteEntry& PaletteModel::entry(int row) const
{
    return m_entries[m_order[static_cast<std::size_t>(row)]];
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const PaletteEntry& shown = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shown.text;
    case Qt::DecorationRole:
        return shown.icon;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(shown.text, shown.kind);
    case kKindRole:
        return shown.kind;
    case kDetailRole:
        return shown.detail;
    default:
        return {};
    }
}

Palette::Palette(std::vector<PaletteEntry> entries, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_model(new PaletteModel(std::move(entries), this))
    , m_words(new QLineEdit(this))
    , m_list(new QListView(this))
{
    setObjectName(QStringLiteral("palette"));
    setWindowTitle(tr("Go to"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_words->setObjectName(QStringLiteral("paletteWords"));
    m_words->setPlaceholderText(tr("Recording, page, op or action"));
    m_words->setAccessibleName(tr("Part of the name of a recording, page, op or action"));
    m_words->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Matches"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the delegate elides
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus); // the keys go to the field
    auto* none = plainLabel(tr("Nothing matches."), this);
    none->setForegroundRole(QPalette::PlaceholderText);
    none->setMargin(8);
    none->hide();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(8, 8, 8, 8);
    all->setSpacing(8);
    all->addWidget(m_words);
    all->addWidget(m_list, 1);
    all->addWidget(none, 1);
    connect(m_words, &QLineEdit::textChanged, this, [this, none](const QString& text) {
        m_model->setPattern(text);
        m_list->setCurrentIndex(m_model->index(0));
        m_list->setVisible(m_model->rowCount() > 0);
        none->setVisible(m_model->rowCount() == 0);
    });
    connect(m_list, &QListView::clicked, this, &Palette::choose);
    m_list->setCurrentIndex(m_model->index(0));
    const int line = fontMetrics().height() + 8;
    const QSize room = parent->size();
    resize(std::min(fontMetrics().averageCharWidth() * kWidthInChars, room.width() - 16),
           std::min(line * (kRows + 2) + 24, room.height() - 16));
    QDialog::move(parent->mapToGlobal(QPoint((room.width() - width()) / 2, std::min(room.height() / 8, 80))));
}

void Palette::choose()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid())
        return;
    // The entry may open a dialog or another page: the palette is closed before.
    const std::function<void()> act = m_model->entry(current.row()).choose;
    close();
    act();
}

void Palette::move(int rows)
{
    const int count = m_model->rowCount();
    if (count == 0)
        return;
    const int row = std::clamp(m_list->currentIndex().row() + rows, 0, count - 1);
    m_list->setCurrentIndex(m_model->index(row));
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        move(1);
        return true;
    case Qt::Key_Up:
        move(-1);
        return true;
    case Qt::Key_PageDown:
        move(kRows);
        return true;
    case Qt::Key_PageUp:
        move(-kRows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose();
        return true;
    default:
        return false;
    }
}

} // namespace stepscope::ui
