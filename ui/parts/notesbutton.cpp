#include "ui/parts/notesbutton.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QWidgetAction>

namespace stepscope::ui {

namespace {

constexpr int kWidth = 72; ///< characters a line

} // namespace

NotesButton::NotesButton(QWidget* parent)
    : QToolButton(parent)
    , m_text(new QLabel)
{
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setMargin(12);
    m_text->setFixedWidth(fontMetrics().averageCharWidth() * kWidth);
    auto* menu = new QMenu(this);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(m_text);
    menu->addAction(action);
    setMenu(menu);
    hide();
}

void NotesButton::setNotes(const QString& heading, const QStringList& notes)
{
    setVisible(!heading.isEmpty());
    if (heading.isEmpty() && notes.isEmpty())
        return m_text->clear(); // an empty text has no height
    m_text->setText((QStringList{heading} + notes).join(QStringLiteral("\n\n")));
    m_text->setFixedHeight(m_text->heightForWidth(m_text->width()));
    setText(notes.isEmpty() ? tr("More") : tr("Notes (%1)").arg(notes.size()));
    setToolTip(tr("Show the full text"));
}

QString NotesButton::wholeText() const
{
    return m_text->text();
}

AdviceLine::AdviceLine(QWidget* parent)
    : QFrame(parent)
    , m_mark(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
{
    setObjectName(QStringLiteral("advice"));
    QFont bold = m_mark->font();
    bold.setBold(true);
    m_mark->setFont(bold);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_action->setObjectName(QStringLiteral("adviceAction"));
    connect(m_action, &QPushButton::clicked, this, &AdviceLine::actionRequested);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(m_mark);
    row->addWidget(m_text, 1);
    row->addWidget(m_action);
    hide();
}

void AdviceLine::setAdvice(Kind kind, const QString& text, const QString& action, const QString& actionMeaning)
{
    m_kind = kind;
    m_mark->setText(kind == Kind::Doubt ? tr("Doubt") : tr("Note"));
    m_text->setText(text);
    m_action->setText(action);
    m_action->setToolTip(actionMeaning);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(m_mark->text() + QStringLiteral(": ") + text);
    paintKind();
    setVisible(!text.isEmpty());
}

QString AdviceLine::text() const
{
    return m_text->text();
}

void AdviceLine::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        paintKind();
}

void AdviceLine::paintKind()
{
    const bool isDark = parentWidget() && parentWidget()->palette().window().color().lightness() < 128;
    const bool isDoubt = m_kind == Kind::Doubt;
    const QString back = isDoubt ? (isDark ? "#4a3413" : "#fdf0d5") : (isDark ? "#173a52" : "#dcecf7");
    const QString style = QStringLiteral("#advice { background: %1; border: 0; border-left: 3px solid %2; } "
                                         "#advice QLabel { color: %3; }")
                              .arg(back, isDoubt ? "#e69f00" : "#56b4e9", isDark ? "#f4f4f4" : "#1b1b1b");
    // setStyleSheet() changes the palette, which sends another change event.
    if (style != styleSheet())
        setStyleSheet(style);
}

} // namespace stepscope::ui
