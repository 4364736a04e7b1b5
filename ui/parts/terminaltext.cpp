#include "ui/parts/terminaltext.h"

#include <QByteArrayView>

#include <utility>

namespace stepscope::ui {

void TerminalText::feed(std::string_view bytes)
{
    const QString text = m_decoder.decode(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    for (const QChar character : text) {
        switch (m_state) {
        case State::Text:
            if (character == QChar(0x1b))
                m_state = State::Escape;
            else
                put(character);
            break;
        case State::Escape:
            // ESC [ begins a control sequence, ESC ] ESC P ESC X ESC ^ ESC _ a text for the terminal itself.
            m_parameters.clear();
            m_state = character == QLatin1Char('[')                      ? State::Control
                      : QStringLiteral("]PX^_").contains(character)      ? State::Command
                      : QStringLiteral(" #%()*+-./").contains(character) ? State::Escape
                                                                         : State::Text;
            break;
        case State::Control:
            control(character);
            break;
        case State::Command:
            if (character == QChar(0x07))
                m_state = State::Text;
            else if (character == QChar(0x1b))
                m_state = State::CommandEscape;
            else if (character == QLatin1Char('\n')) {
                m_state = State::Text; // unterminated sequence: keep the rest of the log
                newLine();
            }
            break;
        case State::CommandEscape:
            m_state = State::Text;
            break;
        }
    }
}

QStringList TerminalText::takeLines()
{
    return std::exchange(m_finished, {});
}

void TerminalText::put(QChar character)
{
    switch (character.unicode()) {
    case '\n':
        return newLine();
    case '\r':
        m_column = 0;
        return;
    case '\b':
        m_column = std::max<qsizetype>(0, m_column - 1);
        return;
    case '\t':
        do
            put(QLatin1Char(' '));
        while (m_column % 8 != 0 && m_column < kLongestLine);
        return;
    default:
        break;
    }
    if (character.unicode() < 0x20 || character.unicode() == 0x7f || m_column >= kLongestLine)
        return;
    if (m_column < m_line.size())
        m_line[m_column] = character;
    else
        m_line.append(character);
    ++m_column;
}

void TerminalText::control(QChar character)
{
    if (character.unicode() >= 0x20 && character.unicode() < 0x40) {
        if (m_parameters.size() < 32)
            m_parameters.append(character);
        return;
    }
    m_state = State::Text;
    if (character == QLatin1Char('K'))
        eraseLine();
    else if (character == QLatin1Char('\n'))
        newLine();
}

void TerminalText::eraseLine()
{
    if (m_parameters.isEmpty() || m_parameters == QLatin1String("0"))
        m_line.truncate(m_column);
    else if (m_parameters == QLatin1String("2"))
        m_line.fill(QLatin1Char(' '));
}

void TerminalText::newLine()
{
    m_finished.append(std::exchange(m_line, {}));
    m_column = 0;
}

} // namespace stepscope::ui
