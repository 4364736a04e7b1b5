#pragma once

#include <QStringList>
#include <QToolButton>

class QLabel;

namespace stepscope::ui {

/// Button that opens a list of notes too long for the panel, as text that can be copied.
class NotesButton : public QToolButton
{
    Q_OBJECT

public:
    explicit NotesButton(QWidget* parent = nullptr);

    /// Hides the button if both are empty. The button shows the number of notes.
    void setNotes(const QString& heading, const QStringList& notes);
    /// The text of the popup.
    [[nodiscard]] QString wholeText() const;

private:
    QLabel* m_text;
};

} // namespace stepscope::ui
