#pragma once

#include <QString>
#include <QStringDecoder>
#include <QStringList>

#include <string_view>

namespace stepscope::ui {

/// What a terminal would show of a training's output: escape sequences taken out, carriage returns and backspaces
/// obeyed (progress bars rewrite their line). Takes bytes in pieces of any size.
class TerminalText
{
public:
    static constexpr qsizetype kLongestLine = 10'000; ///< characters; the rest of a line is left out

    void feed(std::string_view bytes);
    /// Lines finished since the last call.
    [[nodiscard]] QStringList takeLines();
    /// The line that is still being written.
    [[nodiscard]] const QString& currentLine() const { return m_line; }

private:
    enum class State { Text, Escape, Control, Command, CommandEscape };

    void put(QChar character);
    void control(QChar character);
    void eraseLine();
    void newLine();

    QStringDecoder m_decoder{QStringDecoder::Utf8};
    State m_state = State::Text;
    QString m_parameters; ///< of the control sequence being read
    QString m_line;
    qsizetype m_column = 0;
    QStringList m_finished;
};

} // namespace stepscope::ui
