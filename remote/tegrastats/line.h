#pragma once

#include "remote/tegrastats/fieldtable.h"
#include "remote/tegrastats/quantities.h"
#include "remote/tegrastats/scanner.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace stepscope::tegrastats {

/// A part of the line and its readings. Only blanks lie between the fields of a line.
struct Field
{
    enum class Kind : std::uint8_t {
        Clock,  ///< the time of day before the line
        Known,  ///< a field of the grammar
        Broken, ///< an incomplete field of the grammar
        Extra,  ///< not in the grammar; its numbers are readings of Quantity::Extra
    };
    std::string_view text;
    Kind kind = Kind::Extra;
    std::uint16_t firstReading = 0;
    std::uint16_t readings = 0;
};

/// A parsed line of any version of tegrastats. parse() never allocates, so one object should parse many lines.
class Line
{
public:
    enum class Ending {
        Whole,
        Unsure, ///< no line end, and the last number may be truncated: its reading has State::Cut
        Cut,    ///< the last field is incomplete
    };

    /// Parses a line. `text` excludes the line end and must outlive the results, which refer to it. `terminated`:
    /// whether a line end followed.
    void parse(std::string_view text, bool terminated = true);

    /// In the order in which they are printed.
    [[nodiscard]] std::span<const Reading> readings() const { return m_readings.all(); }
    [[nodiscard]] std::span<const Field> fields() const { return std::span(m_fields).first(m_fieldCount); }
    [[nodiscard]] const std::optional<WallTime>& clock() const { return m_clock; }
    [[nodiscard]] Ending ending() const { return m_ending; }
    /// Whether this is a line of tegrastats: it has a field that only tegrastats prints, or at least three fields of
    /// the grammar.
    [[nodiscard]] bool isTegrastats() const { return m_isTegrastats; }
    /// Whether the line exceeds the capacity: further readings are only counted, further fields become one extra field.
    [[nodiscard]] bool isTooLong() const { return m_tooLong; }

private:
    static constexpr std::size_t kMaxFields = 384;

    Match takeKnown(Scanner& in, bool& signature);
    void takeExtra(Scanner& in);
    void addNumbers(std::string_view text);
    void addField(std::string_view text, Field::Kind kind, std::size_t firstReading);
    void judgeEnding(std::string_view text, bool terminated);

    ReadingList m_readings;
    std::array<Field, kMaxFields> m_fields;
    std::size_t m_fieldCount = 0;
    std::optional<WallTime> m_clock;
    Ending m_ending = Ending::Whole;
    bool m_isTegrastats = false;
    bool m_tooLong = false;
};

/// Takes the time of day before a line and the blanks after it; nullopt = the line begins with something else, nothing
/// is taken. Formats: "MM-DD-YYYY HH:MM:SS " (L4T 34 and later), and those that users' scripts add:
/// "YYYY-MM-DD HH:MM:SS ", "[YYYY-MM-DD HH:MM:SS] : ", seconds since 1970. Fractions and a time zone are optional.
std::optional<WallTime> takeClockPrefix(Scanner& in);

/// Whether the line is the output of `date` in any language. Some logs begin with such a line.
bool isDateLine(std::string_view line);

} // namespace stepscope::tegrastats
