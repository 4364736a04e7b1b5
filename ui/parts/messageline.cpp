#include "ui/parts/messageline.h"

#include "ui/parts/glyphs.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/statusline.h"

#include <QAccessible>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace stepscope::ui {
namespace {

struct KindLook
{
    const char* mark;
    const char* light; ///< background
    const char* dark;
    const char* edge;
};

/// In the order of MessageLine::Kind.
constexpr std::array kLooks{
    KindLook{QT_TRANSLATE_NOOP("stepscope::ui::MessageLine", "Note"), "#dcecf7", "#173a52", "#56b4e9"},
    KindLook{QT_TRANSLATE_NOOP("stepscope::ui::MessageLine", "Doubt"), "#fdf0d5", "#4a3413", "#e69f00"},
    KindLook{QT_TRANSLATE_NOOP("stepscope::ui::MessageLine", "Link"), "#fdf0d5", "#4a3413", "#e69f00"},
    KindLook{QT_TRANSLATE_NOOP("stepscope::ui::MessageLine", "Error"), "#fbe3d6", "#5a2412", "#d55e00"},
};

const KindLook& lookOf(MessageLine::Kind kind)
{
    return kLooks[static_cast<std::size_t>(kind)];
}

} // namespace

MessageLine::MessageLine(Place place, QWidget* parent)
    : QFrame(parent)
    , m_place(place)
    , m_mark(plainLabel(this))
    , m_text(plainLabel(this))
    , m_texts(new QVBoxLayout)
    , m_action(new QPushButton(this))
    , m_dismiss(new QToolButton(this))
{
    setObjectName(QStringLiteral("message"));
    QFont bold = m_mark->font();
    bold.setBold(true);
    m_mark->setFont(bold);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_action->setObjectName(QStringLiteral("messageAction"));
    connect(m_action, &QPushButton::clicked, this, &MessageLine::actionRequested);
    m_dismiss->setIcon(glyph(Glyph::Close));
    m_dismiss->setAutoRaise(true);
    m_dismiss->setText(tr("Dismiss"));
    m_dismiss->setToolTip(tr("Dismiss this message"));
    m_dismiss->setAccessibleName(tr("Dismiss this message"));
    m_dismiss->setVisible(place == Place::Banner);
    connect(m_dismiss, &QToolButton::clicked, this, &MessageLine::clear);
    auto* row = new QHBoxLayout(this);
    if (place == Place::Banner)
        row->setContentsMargins(16, 8, 8, 8);
    else
        row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(m_mark);
    m_texts->setSpacing(0);
    m_texts->addWidget(m_text);
    row->addLayout(m_texts, 1);
    row->addWidget(m_action);
    row->addWidget(m_dismiss);
    hide();
}

void MessageLine::setMessage(Kind kind, const QString& text, const QString& action, const QString& actionMeaning,
                             const QStringList& output)
{
    m_kind = kind;
    m_mark->setText(tr(lookOf(kind).mark));
    m_text->setText(text);
    showOutput(output);
    m_action->setText(action);
    m_action->setToolTip(actionMeaning);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(m_mark->text() + QStringLiteral(": ") + this->text());
    paintKind();
    setVisible(!text.isEmpty());
    if (m_place == Place::Banner && !text.isEmpty()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void MessageLine::clear()
{
    setMessage(m_kind, {});
}

QString MessageLine::text() const
{
    QStringList lines(m_text->text());
    for (const ElidedLabel* line : m_output)
        lines << line->text();
    return lines.join(QLatin1Char('\n'));
}

/// In a font of fixed width: the mark below a faulty place of a program is at its column.
void MessageLine::showOutput(const QStringList& lines)
{
    qDeleteAll(m_output);
    m_output.clear();
    for (const QString& line : lines) {
        auto* label = new ElidedLabel(this);
        label->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        label->setText(line);
        m_texts->addWidget(label);
        m_output << label;
    }
}

void MessageLine::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        paintKind();
}

void MessageLine::paintKind()
{
    const bool isDark = parentWidget() && parentWidget()->palette().window().color().lightness() < 128;
    const KindLook& colors = lookOf(m_kind);
    const QString style = QStringLiteral("#%1 { background: %2; border: 0; %3 solid %4; } #%1 QLabel { color: %5; }")
                              .arg(objectName(), QLatin1String(isDark ? colors.dark : colors.light),
                                   QLatin1String(m_place == Place::Banner ? "border-bottom: 2px" : "border-left: 3px"),
                                   QLatin1String(colors.edge), QLatin1String(isDark ? "#f4f4f4" : "#1b1b1b"));
    // setStyleSheet() changes the palette, which sends another change event.
    if (style != styleSheet())
        setStyleSheet(style);
}

} // namespace stepscope::ui
