#include "ui/window/banner.h"

#include "ui/parts/glyphs.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace stepscope::ui {

Banner::Banner(QWidget* parent)
    : QFrame(parent)
    , m_mark(new QLabel(this))
    , m_text(new QLabel(this))
    , m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("banner"));
    QFont bold = m_mark->font();
    bold.setBold(true);
    m_mark->setFont(bold);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setIcon(glyph(Glyph::Close));
    m_close->setAutoRaise(true);
    m_close->setText(tr("Dismiss"));
    m_close->setToolTip(tr("Dismiss this message"));
    m_close->setAccessibleName(tr("Dismiss this message"));
    connect(m_close, &QToolButton::clicked, this, &Banner::clear);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 8, 8);
    row->setSpacing(8);
    row->addWidget(m_mark);
    row->addWidget(m_text, 1);
    row->addWidget(m_close);
    hide();
}

void Banner::show(Kind kind, const QString& oneLine)
{
    m_kind = kind;
    m_mark->setText(kind == Kind::Error ? tr("Error") : tr("Note"));
    m_text->setText(oneLine);
    setAccessibleName(m_mark->text() + QStringLiteral(": ") + oneLine);
    paintKind();
    QFrame::show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void Banner::clear()
{
    hide();
    m_text->clear();
}

QString Banner::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void Banner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        paintKind();
}

void Banner::paintKind()
{
    const bool dark = parentWidget() && parentWidget()->palette().window().color().lightness() < 128;
    const bool error = m_kind == Kind::Error;
    const QString back = error ? (dark ? "#5a2412" : "#fbe3d6") : (dark ? "#173a52" : "#dcecf7");
    const QString edge = error ? "#d55e00" : "#56b4e9";
    const QString text = dark ? "#f4f4f4" : "#1b1b1b";
    const QString style =
        QStringLiteral(
            "#banner { background: %1; border: 0; border-bottom: 2px solid %2; } #banner QLabel { color: %3; }")
            .arg(back, edge, text);
    // setStyleSheet() changes the palette, which sends another change event.
    if (style != styleSheet())
        setStyleSheet(style);
}

} // namespace stepscope::ui
