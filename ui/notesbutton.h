#pragma once

#include <QStringList>
#include <QToolButton>

class QLabel;

namespace stepscope::ui {

/// Sentences that have no room beside what they are about: opens them in full, to be read and copied.
class NotesButton : public QToolButton
{
    Q_OBJECT

public:
    explicit NotesButton(QWidget* parent = nullptr);

    /// The button is hidden while there are none. It says how many there are behind `heading`.
    void setNotes(const QString& heading, const QStringList& notes);
    /// As it is read when opened.
    [[nodiscard]] QString wholeText() const;

private:
    QLabel* m_text;
};

} // namespace stepscope::ui
