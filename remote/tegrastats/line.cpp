#include "remote/tegrastats/line.h"

#include "remote/tegrastats/clockprefix.h"
#include "remote/tegrastats/quantities.h"

namespace stepscope::tegrastats {

void Line::parse(std::string_view text, bool terminated)
{
    m_readings.clear();
    m_fieldCount = 0;
    m_tooLong = false;
    m_clock.reset();
    std::size_t knownFields = 0;
    bool signature = false;
    Scanner in(text);
    in.takeBlanks();
    const std::size_t start = in.position();
    m_clock = takeClockPrefix(in);
    if (m_clock)
        addField(in.since(start), Field::Kind::Clock, 0);
    while (in.takeBlanks(), !in.atEnd()) {
        const std::size_t fieldStart = in.position();
        const std::size_t firstReading = m_readings.size();
        if (m_fieldCount + 1 == kMaxFields) {
            m_tooLong = true;
            in.goTo(text.size());
            addField(in.since(fieldStart), Field::Kind::Extra, firstReading);
            break;
        }
        const Match match = takeKnown(in, signature);
        if (match == Match::No) {
            takeExtra(in);
            continue;
        }
        ++knownFields;
        addField(in.since(fieldStart), match == Match::Whole ? Field::Kind::Known : Field::Kind::Broken, firstReading);
    }
    constexpr std::size_t kEnoughFields = 3;
    m_tooLong = m_tooLong || m_readings.lost() > 0;
    m_isTegrastats = signature || knownFields >= kEnoughFields;
    judgeEnding(text, terminated);
}

/// A row that matches a complete field takes precedence over a row with an incomplete match.
Match Line::takeKnown(Scanner& in, bool& signature)
{
    const std::size_t start = in.position();
    const std::size_t readings = m_readings.size();
    const FieldRow* broken = nullptr;
    for (const FieldRow& row : fieldTable()) {
        if (!in.rest().starts_with(row.head))
            continue;
        const Match match = row.parse(in, m_readings);
        if (match == Match::Whole) {
            signature = signature || row.signature;
            return match;
        }
        if (match == Match::Broken && broken == nullptr)
            broken = &row;
        in.goTo(start);
        m_readings.truncate(readings);
    }
    if (broken == nullptr)
        return Match::No;
    signature = signature || broken->signature;
    return broken->parse(in, m_readings);
}

/// Takes a word that is not a field of the grammar, and the following words that begin without a capital letter and
/// therefore cannot begin a field.
void Line::takeExtra(Scanner& in)
{
    const std::size_t start = in.position();
    const std::size_t firstReading = m_readings.size();
    in.takeWord();
    for (;;) {
        const std::size_t end = in.position();
        in.takeBlanks();
        const std::size_t next = in.position();
        bool ignored = false;
        const bool joins = !in.atEnd() && !Scanner::isUpper(in.next()) && takeKnown(in, ignored) == Match::No;
        m_readings.truncate(firstReading);
        if (!joins) {
            in.goTo(end);
            break;
        }
        in.goTo(next);
        in.takeWord();
    }
    addNumbers(in.since(start));
    addField(in.since(start), Field::Kind::Extra, firstReading);
}

/// Adds the numbers of an extra field, except digits within names. The first word of the field names them if it is a
/// name.
void Line::addNumbers(std::string_view text)
{
    constexpr int kMost = 8;
    Scanner in(text);
    const std::string_view name = in.takeName();
    int index = 0;
    bool inName = false;
    while (!in.atEnd() && index < kMost) {
        const char c = in.next();
        const bool begins = Scanner::isDigit(c) || (c == '-' && !inName);
        const auto number = begins && !inName ? in.takeNumber(factsOf(Quantity::Extra).decimals) : std::nullopt;
        if (number)
            m_readings.add(Quantity::Extra, *number, name, index++);
        else
            in.goTo(in.position() + 1);
        inName = Scanner::isLetter(c) || c == '_' || (inName && Scanner::isDigit(c));
    }
}

void Line::addField(std::string_view text, Field::Kind kind, std::size_t firstReading)
{
    while (!text.empty() && Scanner::isBlank(text.back()))
        text.remove_suffix(1);
    m_fields[m_fieldCount++] = {text, kind, static_cast<std::uint16_t>(firstReading),
                                static_cast<std::uint16_t>(m_readings.size() - firstReading)};
}

void Line::judgeEnding(std::string_view text, bool terminated)
{
    m_ending = Ending::Whole;
    if (m_fieldCount == 0)
        return;
    const Field& last = m_fields[m_fieldCount - 1];
    const bool broken = last.kind == Field::Kind::Broken;
    const bool endsInNumber = last.readings > 0 && Scanner::isDigit(text.back());
    const Quantity quantity = last.readings > 0 ? m_readings[m_readings.size() - 1].quantity : Quantity::Extra;
    if (broken || (last.kind == Field::Kind::Extra && !terminated))
        m_ending = Ending::Cut;
    else if (!terminated && endsInNumber)
        m_ending = Ending::Unsure;
    // The only broken field that keeps a number at its end is the list of cores.
    if (m_ending == Ending::Whole || !endsInNumber || (broken && quantity != Quantity::CpuFrequency))
        return;
    // One clock after the list of cores applies to each core.
    const bool shared = quantity == Quantity::CpuFrequency && !broken;
    for (std::size_t i = m_readings.size(); i-- > last.firstReading && m_readings[i].quantity == quantity;) {
        m_readings[i].state = State::Cut;
        if (!shared)
            break;
    }
}

} // namespace stepscope::tegrastats
