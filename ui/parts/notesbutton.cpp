#include "ui/parts/notesbutton.h"

#include "ui/parts/plaintext.h"

#include <QLabel>
#include <QMenu>
#include <QWidgetAction>

namespace stepscope::ui {

namespace {

constexpr int kWidth = 72; ///< characters a line

} // namespace

NotesButton::NotesButton(QWidget* parent)
    : QToolButton(parent)
    , m_text(plainLabel())
{
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    m_text->setWordWrap(true);
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

} // namespace stepscope::ui
