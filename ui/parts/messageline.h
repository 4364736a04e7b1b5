#pragma once

#include <QFrame>
#include <QList>
#include <QStringList>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace stepscope::ui {

class ElidedLabel;

/// A short message: an error, a broken link, a doubt about the figures below, or a note, with an optional button for
/// what the window can do about it. Hidden without a text. It does not block input.
class MessageLine : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Note, Doubt, Link, Error };
    /// A panel's line lies above the figures that it concerns; the window's banner is above the page, can be
    /// dismissed, and is announced by screen readers when it appears.
    enum class Place { Panel, Banner };
    explicit MessageLine(Place place, QWidget* parent = nullptr);

    /// `action`: text of the button; empty = none. `output`: lines of a program, shown below the text as a terminal
    /// shows them; a line that is too long is elided at its end.
    void setMessage(Kind kind, const QString& text, const QString& action = {}, const QString& actionMeaning = {},
                    const QStringList& output = {});
    void clear();
    [[nodiscard]] QString text() const; ///< with the output
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// Call it when the user opens something else: the error is of what was opened before.
    void clearError()
    {
        if (m_kind == Kind::Error)
            clear();
    }
    [[nodiscard]] QPushButton* actionButton() const { return m_action; }
    [[nodiscard]] QToolButton* dismissButton() const { return m_dismiss; }

signals:
    void actionRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintKind();
    void showOutput(const QStringList& lines);

    Place m_place;
    Kind m_kind = Kind::Note;
    QLabel* m_mark;
    QLabel* m_text;
    QVBoxLayout* m_texts;
    QList<ElidedLabel*> m_output;
    QPushButton* m_action;
    QToolButton* m_dismiss;
};

} // namespace stepscope::ui
