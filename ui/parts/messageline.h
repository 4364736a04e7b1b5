#pragma once

#include <QFrame>

class QLabel;
class QPushButton;
class QToolButton;

namespace stepscope::ui {

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

    /// `action`: text of the button; empty = none.
    void setMessage(Kind kind, const QString& text, const QString& action = {}, const QString& actionMeaning = {});
    void clear();
    [[nodiscard]] QString text() const;
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

    Place m_place;
    Kind m_kind = Kind::Note;
    QLabel* m_mark;
    QLabel* m_text;
    QPushButton* m_action;
    QToolButton* m_dismiss;
};

} // namespace stepscope::ui
