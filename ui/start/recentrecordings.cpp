#include "ui/start/recentrecordings.h"

#include "ui/parts/plaintext.h"
#include "ui/start/recordingcard.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

RecentRecordings::RecentRecordings(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout)
    , m_none(plainLabel(tr("None yet. Start a training above, or drop a recording, a trace or a log into the window."),
                        this))
{
    setObjectName(QStringLiteral("recentRecordings"));
    m_none->setWordWrap(true);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_grid->setSpacing(8);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_none);
    column->addLayout(m_grid);
}

void RecentRecordings::setPaths(const QStringList& paths)
{
    QList<RecordingCard*> cards;
    for (const QString& path : paths) {
        RecordingCard* card = cardOf(path);
        if (!card) {
            card = new RecordingCard(path, this);
            connect(card, &RecordingCard::openRequested, this, &RecentRecordings::openRequested);
            connect(card, &RecordingCard::removeRequested, this, &RecentRecordings::remove, Qt::QueuedConnection);
        }
        cards.append(card);
    }
    for (RecordingCard* card : std::as_const(m_cards)) {
        if (!cards.contains(card)) {
            card->hide();
            card->deleteLater(); // one of its signals may have caused this
        }
    }
    m_cards = cards;
    m_columns = 0;
    arrange();
}

void RecentRecordings::setRecording(const RecentRecording& recording)
{
    if (RecordingCard* card = cardOf(recording.path))
        card->setRecording(recording);
}

QStringList RecentRecordings::paths() const
{
    QStringList paths;
    for (const RecordingCard* card : m_cards)
        paths.append(card->path());
    return paths;
}

RecordingCard* RecentRecordings::cardOf(const QString& path)
{
    const auto card =
        std::find_if(m_cards.begin(), m_cards.end(), [&path](const RecordingCard* it) { return it->path() == path; });
    return card == m_cards.end() ? nullptr : *card;
}

/// Moves the keyboard focus to the next card, so that the keyboard can remove several.
void RecentRecordings::remove(const QString& path)
{
    const auto index = m_cards.indexOf(cardOf(path));
    if (index < 0)
        return;
    QStringList rest = paths();
    rest.removeAt(index);
    setPaths(rest);
    if (!m_cards.isEmpty())
        m_cards[std::min(index, m_cards.size() - 1)]->setFocus(Qt::OtherFocusReason);
    emit removeRequested(path);
}

void RecentRecordings::arrange()
{
    m_none->setVisible(m_cards.isEmpty());
    if (m_cards.isEmpty())
        return;
    constexpr int kMostColumns = 3;
    const int least = m_cards.first()->sizeHint().width() + m_grid->spacing();
    const int columns = std::clamp(width() / std::max(1, least), 1, kMostColumns);
    if (columns == m_columns)
        return;
    m_columns = columns;
    while (QLayoutItem* item = m_grid->takeAt(0))
        delete item;
    for (int column = 0; column < kMostColumns; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    QWidget* before = nullptr;
    for (qsizetype i = 0; i < m_cards.size(); ++i) {
        m_grid->addWidget(m_cards[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
        m_cards[i]->show();
        if (before)
            setTabOrder(before, m_cards[i]);
        before = m_cards[i];
    }
}

void RecentRecordings::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace stepscope::ui
