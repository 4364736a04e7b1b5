#pragma once

#include "remote/tegrastats/quantities.h"
#include "remote/tegrastats/scanner.h"

#include <array>
#include <cstddef>
#include <span>

namespace stepscope::tegrastats {

/// The readings of a line in the order in which they are printed. Readings beyond kCapacity are only counted.
class ReadingList
{
public:
    static constexpr std::size_t kCapacity = 640;

    void add(Quantity quantity, Number number, std::string_view name = {}, int index = -1);
    void addState(Quantity quantity, State state, std::string_view name = {}, int index = -1);
    void truncate(std::size_t size) { m_size = size; }

    [[nodiscard]] std::size_t size() const { return m_size; }
    /// Number of readings beyond kCapacity.
    [[nodiscard]] std::size_t lost() const { return m_lost; }
    [[nodiscard]] bool isFull() const { return m_size == kCapacity; }
    Reading& operator[](std::size_t i) { return m_readings[i]; }
    [[nodiscard]] std::span<const Reading> all() const { return std::span(m_readings).first(m_size); }
    void clear() { m_size = m_lost = 0; }

private:
    std::array<Reading, kCapacity> m_readings;
    std::size_t m_size = 0;
    std::size_t m_lost = 0;
};

enum class Match {
    No,     ///< the text is not such a field
    Whole,  ///< the text up to the scanner's position is the field
    Broken, ///< the field is incomplete; its complete readings are kept
};

/// One form of a field.
///
/// To add a form:
///   1. Write its parser in fieldtable.cpp, among those of fields with a fixed word or of fields that only their shape
///      identifies. Add a reading as soon as it is complete, so that a truncated line keeps it.
///   2. Add a row in fieldtable.cpp. The first matching row is used, so rows with fixed words come first.
///   3. Add a new quantity to quantities.h and quantities.cpp, in the same order.
///   4. Add examples to the table of tests/remote/tegrastats/tst_line.cpp.
struct FieldRow
{
    std::string_view head; ///< fixed word at the begin of the field; empty = any name
    bool signature;        ///< only tegrastats prints this field, so it identifies its lines
    Match (*parse)(Scanner& in, ReadingList& out);
};
std::span<const FieldRow> fieldTable();

} // namespace stepscope::tegrastats
