#pragma once

#include <QString>
#include <QStringDecoder>
#include <QStringList>

#include <string_view>

namespace stepscope::ui {

/// Converts the output of a training to the text that a terminal would show: removes escape sequences and applies
/// carriage returns and backspaces, with which progress bars rewrite their line. Accepts chunks of any size.
class TerminalText
{
public:
    static constexpr qsizetype kLongestLine = 10'000; ///< characters; longer lines are cut

    void feed(std::string_view bytes);
    /// Lines completed since the last call.
    [[nodiscard]] QStringList takeLines();
    /// The incomplete last line.
    [[nodiscard]] const QString& currentLine() const { return m_line; }

private:
    enum class State { Text, Escape, Control, Command, CommandEscape };

    void put(QChar character);
    void control(QChar character);
    void eraseLine();
    void newLine();

    QStringDecoder m_decoder{QStringDecoder::Utf8};
    State m_state = State::Text;
    QString m_parameters; ///< of the current control sequence
    QString m_line;
    qsizetype m_column = 0;
    QStringList m_finished;
};

} // namespace stepscope::ui
