#pragma once

#include "remote/tegrastats/fieldtable.h"
#include "remote/tegrastats/reading.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace stepscope::tegrastats {

/// A stretch of the line and what it gave. Nothing of a line but blanks lies outside its fields.
struct Field
{
    enum class Kind : std::uint8_t {
        Clock,  ///< the time before the line
        Known,  ///< of the grammar
        Broken, ///< of the grammar, but it ends too early
        Extra,  ///< of no version known here; its numbers are readings of Quantity::Extra
    };
    std::string_view text;
    Kind kind = Kind::Extra;
    std::uint16_t firstReading = 0;
    std::uint16_t readings = 0;
};

/// One line of tegrastats, of any version. To be used again and again: parse() never allocates.
class Line
{
public:
    enum class Ending {
        Whole,
        Unsure, ///< no line end came and the last number could go on: its reading has State::Cut
        Cut,    ///< the last field is not complete
    };

    /// `text` without its line end; it is referred to, not copied. `terminated`: a line end stood behind it.
    void parse(std::string_view text, bool terminated = true);

    /// In the order in which they are printed.
    [[nodiscard]] std::span<const Reading> readings() const { return m_readings.all(); }
    [[nodiscard]] std::span<const Field> fields() const { return std::span(m_fields).first(m_fieldCount); }
    [[nodiscard]] const std::optional<WallTime>& clock() const { return m_clock; }
    [[nodiscard]] Ending ending() const { return m_ending; }
    /// It is a line of tegrastats: it has a field that nothing else prints, or several that look like its own.
    [[nodiscard]] bool isTegrastats() const { return m_isTegrastats; }
    /// What did not fit: readings that were counted only, or fields that became one extra.
    [[nodiscard]] bool isTooLong() const { return m_tooLong; }

private:
    static constexpr std::size_t kMostFields = 384;

    Match takeKnown(Scanner& in, bool& signature);
    void takeExtra(Scanner& in);
    void addNumbers(std::string_view text);
    void addField(std::string_view text, Field::Kind kind, std::size_t firstReading);
    void judgeEnding(std::string_view text, bool terminated);

    ReadingList m_readings;
    std::array<Field, kMostFields> m_fields;
    std::size_t m_fieldCount = 0;
    std::optional<WallTime> m_clock;
    Ending m_ending = Ending::Whole;
    bool m_isTegrastats = false;
    bool m_tooLong = false;
};

} // namespace stepscope::tegrastats
