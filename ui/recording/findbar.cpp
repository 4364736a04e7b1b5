#include "ui/recording/findbar.h"

#include "ui/parts/appearance.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"
#include "ui/parts/swatch.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int kTypingMs = 120;
constexpr int kRowsShown = 6;
constexpr int kWidthInChars = 96;

QToolButton* button(QWidget* parent, const QString& text, const QString& tip, const char* name)
{
    auto* result = new QToolButton(parent);
    result->setText(text);
    result->setToolTip(tip);
    result->setAccessibleName(tip);
    result->setObjectName(QLatin1String(name));
    result->setAutoRaise(true);
    return result;
}

} // namespace

FindBar::FindBar(QWidget* parent)
    : QWidget(parent)
    , m_words(new QLineEdit(this))
    , m_regular(button(this, QStringLiteral(".*"), tr("Regular expression"), "findRegular"))
    , m_case(button(this, QStringLiteral("Aa"), tr("Case sensitive"), "findCase"))
    , m_previous(button(this, QStringLiteral("↑"), tr("Previous instance (Shift+F3)"), "findPrevious"))
    , m_next(button(this, QStringLiteral("↓"), tr("Next instance (F3, Enter)"), "findNext"))
    , m_listed(button(this, tr("List"), tr("List the ops that match"), "findListed"))
    , m_message(new ElidedLabel(this))
    , m_model(new FindModel(this))
    , m_list(new JumpTable(this))
{
    setObjectName(QStringLiteral("findBar"));
    m_words->setObjectName(QStringLiteral("findWords"));
    m_words->setPlaceholderText(tr("Find ops by name: conv2d, ^aten::.*backward"));
    m_words->setAccessibleName(tr("Find ops by name"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    m_message->setObjectName(QStringLiteral("findMessage"));
    for (QToolButton* toggle : {m_regular, m_case, m_listed})
        toggle->setCheckable(true);
    m_regular->setChecked(true);
    m_listed->setChecked(true);
    m_list->setObjectName(QStringLiteral("findList"));
    m_list->setAccessibleName(tr("Ops that match"));
    m_list->setSortingEnabled(false);
    m_list->setModel(m_model);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    buildLayout();

    connect(m_words, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
    connect(&m_typing, &QTimer::timeout, this, &FindBar::emitQuery);
    connect(m_regular, &QToolButton::toggled, this, &FindBar::emitQuery);
    connect(m_case, &QToolButton::toggled, this, &FindBar::emitQuery);
    connect(m_next, &QToolButton::clicked, this, [this] { emit stepRequested(true); });
    connect(m_previous, &QToolButton::clicked, this, [this] { emit stepRequested(false); });
    connect(m_listed, &QToolButton::toggled, this, &FindBar::updateListHeight);
    connect(m_list, &JumpTable::jumpRequested, this, [this](const QModelIndex& index) {
        emit opRequested(m_model->matches()[static_cast<std::size_t>(index.row())].op);
    });
    updateListHeight();
    hide();
}

void FindBar::buildLayout()
{
    auto* close = button(this, QStringLiteral("✕"), tr("End the search (Esc)"), "findClose");
    connect(close, &QToolButton::clicked, this, &FindBar::close);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(4);
    row->addWidget(m_words, 2);
    for (QToolButton* item : {m_regular, m_case, m_previous, m_next, m_listed})
        row->addWidget(item);
    row->addSpacing(4);
    row->addWidget(m_message, 3);
    row->addWidget(close);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(1, 1, 1, 1); // the frame
    all->setSpacing(0);
    all->addLayout(row);
    all->addWidget(m_list);
    QHeaderView* header = m_list->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(FindModel::Name, QHeaderView::Stretch);
    header->setSectionResizeMode(FindModel::Shapes, QHeaderView::Stretch);
    header->setSectionResizeMode(FindModel::Count, QHeaderView::ResizeToContents);
}

void FindBar::floatOver(QWidget* below)
{
    m_below = below;
    below->installEventFilter(this);
    raise();
    place();
}

/// Below the ruler, so that the times stay visible.
void FindBar::place()
{
    if (!m_below)
        return;
    constexpr int kMargin = 8;
    const QRect area = m_below->geometry().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const int width = std::min(area.width(), fontMetrics().averageCharWidth() * kWidthInChars);
    m_list->setFixedHeight(m_listHeight);
    layout()->invalidate();
    const int wanted = layout()->totalSizeHint().height();
    if (wanted > area.height()) // a low timeline: the list scrolls
        m_list->setFixedHeight(std::max(0, m_listHeight - (wanted - area.height())));
    const int height = std::min(area.height(), wanted);
    setGeometry(area.right() + 1 - width, area.top(), width, height);
}

void FindBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void FindBar::open()
{
    show();
    raise();
    place();
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

void FindBar::setPlainText(const QString& text)
{
    {
        const QSignalBlocker quiet(m_regular);
        m_regular->setChecked(false);
    }
    m_words->setText(text);
    emitQuery();
}

widgets::OpQuery FindBar::query() const
{
    return {m_words->text(), m_regular->isChecked(), m_case->isChecked(), 0};
}

void FindBar::emitQuery()
{
    m_typing.stop();
    const widgets::OpQuery now = query();
    if (!now.isEmpty()) {
        // Invalid patterns are reported without a search.
        if (const QString error = widgets::patternError(now); !error.isEmpty()) {
            showError(error);
            return;
        }
        m_message->setPalette({});
        m_message->setText(tr("Searching…"));
    } else {
        clear();
    }
    emit queryChanged(now);
}

void FindBar::showError(const QString& text)
{
    m_model->setMatches({});
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, currentTheme().error);
    m_message->setPalette(palette);
    m_message->setText(text);
    m_message->setToolTip(text);
    updateListHeight();
}

void FindBar::setFinding(const widgets::OpFinding& finding)
{
    if (!finding.error.isEmpty()) {
        showError(finding.error);
        return;
    }
    m_message->setPalette({});
    m_message->setToolTip({});
    m_model->setMatches(finding.ops);
    updateListHeight();
    setPlace(std::nullopt, finding.instances ? finding.instances->count() : 0);
}

void FindBar::setPlace(std::optional<std::size_t> place, std::size_t count)
{
    if (count == 0)
        m_message->setText(tr("No op matches the pattern."));
    else if (place)
        m_message->setText(tr("%1 of %2").arg(countOf(*place + 1), countOf(count)));
    else
        m_message->setText(count == 1 ? tr("1 instance") : tr("%1 instances").arg(countOf(count)));
    m_next->setEnabled(count > 0);
    m_previous->setEnabled(count > 0);
}

void FindBar::clear()
{
    m_model->setMatches({});
    m_message->clear();
    m_message->setToolTip({});
    updateListHeight();
}

QString FindBar::message() const
{
    return m_message->text();
}

void FindBar::updateListHeight()
{
    const int rows = std::min(m_model->rowCount(), kRowsShown);
    m_list->setVisible(m_listed->isChecked() && rows > 0);
    m_listHeight =
        m_list->horizontalHeader()->sizeHint().height() + rows * m_list->verticalHeader()->defaultSectionSize() + 2;
    place();
}

void FindBar::close()
{
    m_typing.stop();
    hide();
    emit closed();
}

void FindBar::setCurrentOp(const QString& name, const QString& shapes)
{
    const std::vector<widgets::OpMatch>& matches = m_model->matches();
    const auto match = std::find_if(matches.begin(), matches.end(), [&](const widgets::OpMatch& other) {
        return other.name == name && other.shapes == shapes;
    });
    if (match == matches.end())
        m_list->clearSelection();
    else
        m_list->selectRow(static_cast<int>(match - matches.begin()));
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_below) {
        if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show)
            place();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_typing.isActive())
            emitQuery();
        emit stepRequested(!key->modifiers().testFlag(Qt::ShiftModifier));
        return true;
    case Qt::Key_Down:
        if (m_list->isVisible()) {
            m_list->setFocus();
            m_list->selectRow(0);
        }
        return true;
    default:
        return false;
    }
}

void FindModel::setMatches(std::vector<widgets::OpMatch> matches)
{
    beginResetModel();
    m_matches = std::move(matches);
    endResetModel();
}

int FindModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matches.size());
}

int FindModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const widgets::OpMatch& match = m_matches[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == Count ? Qt::AlignVCenter | Qt::AlignRight : Qt::AlignVCenter | Qt::AlignLeft);
    if (role == Qt::UserRole && index.column() == Count)
        return QVariant::fromValue(static_cast<qulonglong>(match.count));
    if (role == Qt::ToolTipRole)
        return match.shapes.isEmpty() ? match.name : match.name + QLatin1Char('\n') + match.shapes;
    if (role == Qt::DecorationRole && index.column() == Name)
        return opSwatch(match.name.toStdString());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return opText(match.name.toStdString());
    case Shapes:
        return match.shapes;
    default:
        return countOf(match.count);
    }
}

QVariant FindModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Op");
    case Shapes:
        return tr("Shapes");
    default:
        return tr("Instances");
    }
}

} // namespace stepscope::ui
