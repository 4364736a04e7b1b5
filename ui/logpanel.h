#pragma once

#include "analysis/trace/traceview.h"
#include "ui/terminaltext.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace stepscope::ui {

/// The training's output as a terminal would have shown it. Follows the end until one scrolls up; search.
class LogPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kLinesKept = 100'000;

    explicit LogPanel(QWidget* parent = nullptr);

    void setView(const trace::TraceView& view);
    void clear();
    [[nodiscard]] QString text() const;
    void focusSearch();
    /// All that was written, with the time of each piece since the recording began, and whether it was an error.
    [[nodiscard]] QString csv() const;

private:
    void showMenu(QPoint place);
    void readSome();
    void showLines(const QStringList& lines);
    void find(bool backward);
    void setFollowing(bool on);

    trace::TraceView m_view;
    std::size_t m_read = 0; ///< chunks taken from the view
    TerminalText m_terminal;
    QString m_shownTail; ///< the unfinished line as it stands in the last block
    QTimer m_reading;
    bool m_following = true;
    QPlainTextEdit* m_text = nullptr;
    QLineEdit* m_words = nullptr;
    QLabel* m_found = nullptr;
    QCheckBox* m_follow = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace stepscope::ui
