#pragma once

#include "analysis/trace/traceview.h"
#include "ui/parts/terminaltext.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace stepscope::ui {

class LogModel;
class LogTable;

/// Output of the training as a terminal shows it, with the time of each line, and search. Follows the end until the
/// user scrolls up.
class LogPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LogPanel(QWidget* parent = nullptr);

    void setView(const trace::TraceView& view);
    void clear();
    /// Marks the line that was written nearest to this time; nothing = no mark.
    void setCursorTime(std::optional<std::int64_t> time);
    /// Shows the last lines, and those that follow.
    void goToEnd();
    /// The kept lines.
    [[nodiscard]] QString text() const;
    /// The whole output as CSV: time since the start of the recording, stream, and text of each chunk.
    [[nodiscard]] QString csv() const;

signals:
    /// The user chose the line that was written at this time.
    void timeActivated(qint64 time);

private:
    void connectParts();
    void showMenu(QPoint place);
    void readSome();
    void scrollAfterDrop(int dropped);
    void followIfAtEnd();
    [[nodiscard]] bool isSelecting() const;
    void find(bool backward);
    void setFollowing(bool on);

    trace::TraceView m_view;
    std::size_t m_read = 0; ///< chunks taken from the view
    TerminalText m_terminal;
    QTimer m_reading;
    bool m_following = true;
    std::int64_t m_tailTime = 0; ///< of the incomplete line
    LogModel* m_lines = nullptr;
    LogTable* m_table = nullptr;
    QLineEdit* m_words = nullptr;
    QLabel* m_searchResult = nullptr;
    QCheckBox* m_follow = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace stepscope::ui
