#pragma once

#include <QFrame>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

class QLabel;
class QPushButton;

namespace stepscope::ui {

/// A bubble that points to a part of the window: a title, a text, Next and Close.
class TourBubble : public QFrame
{
    Q_OBJECT

public:
    explicit TourBubble(QWidget* window);

    void setTexts(const QString& title, const QString& text, bool isLast);
    /// Places the bubble over the upper part of `anchor`, inside the window.
    void pointTo(const QWidget* anchor);

signals:
    void nextRequested();
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_next = nullptr;
};

/// The tour of the window: one bubble at a time, each when its part of the window is visible. It takes no focus; Esc or
/// Close ends it.
class Tour : public QObject
{
    Q_OBJECT

public:
    explicit Tour(QWidget* window);

    /// In the order in which they are shown.
    void addStop(QWidget* anchor, const QString& title, const QString& text);
    /// Shows the bubbles from the first one.
    void start();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    /// The bubble on display; null if the parts of all bubbles that are left are hidden.
    [[nodiscard]] const TourBubble* bubble() const;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void ended();

private:
    struct Stop
    {
        QPointer<QWidget> anchor;
        QString title;
        QString text;
        bool isDone = false;
    };

    void showNext();
    void finishStop();
    void end();

    QWidget* m_window;
    TourBubble* m_bubble;
    QList<Stop> m_stops;
    qsizetype m_shown = -1; ///< index of the stop on display
    bool m_isRunning = false;
};

} // namespace stepscope::ui
