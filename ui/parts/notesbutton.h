#pragma once

#include <QFrame>
#include <QStringList>
#include <QToolButton>

class QLabel;
class QPushButton;

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

/// A sentence above the figures that it concerns: a doubt about them, or a way to improve them, with a button for what
/// the window can do about it.
class AdviceLine : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Doubt, Note };
    explicit AdviceLine(QWidget* parent = nullptr);

    /// Hidden without a text. `action`: text of the button; empty = none.
    void setAdvice(Kind kind, const QString& text, const QString& action = {}, const QString& actionMeaning = {});
    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton* button() const { return m_action; }

signals:
    void actionRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintKind();

    Kind m_kind = Kind::Note;
    QLabel* m_mark;
    QLabel* m_text;
    QPushButton* m_action;
};

} // namespace stepscope::ui
