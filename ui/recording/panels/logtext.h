#pragma once

#include <QPlainTextEdit>

#include <cstdint>
#include <deque>
#include <optional>

namespace stepscope::ui {

/// The lines of a log, each with the time at which it was written, in a column at the left. A click on a line, or Enter
/// for the line of the text cursor, goes to its time. The line nearest to a time is marked.
class LogText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit LogText(QWidget* parent = nullptr);

    /// Times are shown relative to this one, ns.
    void setStart(std::int64_t start);
    /// Replaces the incomplete last line by `text`, which may have several lines, with a time for each, ns.
    void append(const QString& text, const std::deque<std::int64_t>& times);
    void clearLines();
    /// Marks the line whose time is nearest; nothing = no mark.
    void setMarkedTime(std::optional<std::int64_t> time);
    /// Number of the marked line; -1 = none.
    [[nodiscard]] int markedLine() const { return m_marked; }
    [[nodiscard]] std::optional<std::int64_t> timeOfLine(int line) const;

signals:
    void timeActivated(qint64 time); ///< ns

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeColumn();
    void paintColumn();
    void activate(int line);
    void mark(int line);
    [[nodiscard]] QString timeText(std::int64_t time) const;
    /// Number of the first line that was written after this time.
    [[nodiscard]] int firstAfter(std::int64_t time) const;

    QWidget* m_column;
    std::deque<std::int64_t> m_times; ///< of the lines; the document drops its first lines when it is full
    std::int64_t m_start = 0;
    std::optional<std::int64_t> m_markedTime;
    int m_marked = -1;
    QPoint m_pressedAt;
};

} // namespace stepscope::ui
