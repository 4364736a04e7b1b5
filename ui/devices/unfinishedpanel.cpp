#include "ui/devices/unfinishedpanel.h"

#include "ui/parts/glyphs.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"

#include <QDir>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {
namespace {

QLabel* boldLabel(const QString& text, QWidget* parent)
{
    auto* label = plainLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

ElidedLabel* elided(const QString& text, QWidget* parent)
{
    auto* label = new ElidedLabel(parent);
    label->setText(text);
    label->setToolTip(text);
    return label;
}

} // namespace

UnfinishedPanel::UnfinishedPanel(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QVBoxLayout)
    , m_more(plainLabel(this))
{
    setObjectName(QStringLiteral("unfinished"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(boldLabel(tr("Unfinished recordings"), this));
    m_rows->setSpacing(4);
    column->addLayout(m_rows);
    column->addWidget(m_more);
    hide();
}

void UnfinishedPanel::setRecordings(const QList<UnfinishedRecording>& recordings)
{
    if (recordings == m_recordings)
        return;
    m_recordings = recordings;
    rebuild();
}

void UnfinishedPanel::setBusyTargets(const QStringList& targets)
{
    if (targets == m_busyTargets)
        return;
    m_busyTargets = targets;
    rebuild();
}

void UnfinishedPanel::rebuild()
{
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        // The signal of one of its buttons may have caused this.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const qsizetype shown = std::min(m_recordings.size(), kMostShown);
    for (qsizetype i = 0; i < shown; ++i)
        m_rows->addWidget(makeRow(m_recordings[i], i == 0));
    m_more->setVisible(shown < m_recordings.size());
    m_more->setText(tr("and %1 more").arg(m_recordings.size() - shown));
    setVisible(!m_recordings.isEmpty());
}

QWidget* UnfinishedPanel::makeRow(const UnfinishedRecording& recording, bool isFirst)
{
    auto* row = new QFrame(this);
    row->setObjectName(QStringLiteral("unfinishedRow"));
    row->setFrameShape(QFrame::StyledPanel);
    const QString size = recording.bytes > 0 ? bytes(static_cast<double>(recording.bytes)) : tr("no data yet");
    QLabel* name = boldLabel(QFileInfo(recording.recording).completeBaseName(), row);
    name->setToolTip(QDir::toNativeSeparators(recording.recording));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    auto* first = new QHBoxLayout;
    first->setSpacing(16);
    first->addWidget(name);
    first->addWidget(elided(tr("run %1 on %2, %3 here").arg(recording.run, recording.target, size), row), 1);
    texts->addLayout(first);
    auto* state = elided(recording.state, row);
    state->setObjectName(QStringLiteral("unfinishedState"));
    texts->addWidget(state);

    auto* resume = new QPushButton(isFirst ? tr("Contin&ue") : tr("Continue"), row);
    resume->setObjectName(QStringLiteral("continue"));
    resume->setToolTip(tr("Fetch the rest into the same file, and follow the run while it goes on"));
    resume->setAccessibleName(tr("Continue %1").arg(name->text()));
    resume->setEnabled(!m_busyTargets.contains(recording.target));
    resume->setVisible(recording.canContinue);
    auto* forget = new QToolButton(row);
    forget->setObjectName(QStringLiteral("forget"));
    forget->setIcon(glyph(Glyph::Close));
    forget->setAutoRaise(true);
    forget->setToolTip(tr("Remove from this list; the file and the run stay"));
    forget->setAccessibleName(tr("Remove %1 from this list").arg(name->text()));
    connect(resume, &QPushButton::clicked, this, [this, path = recording.recording] { emit continueRequested(path); });
    connect(forget, &QToolButton::clicked, this, [this, path = recording.recording] { emit forgetRequested(path); });

    auto* across = new QHBoxLayout(row);
    across->setContentsMargins(12, 6, 6, 6);
    across->setSpacing(8);
    across->addLayout(texts, 1);
    across->addWidget(resume);
    across->addWidget(forget);
    return row;
}

} // namespace stepscope::ui
