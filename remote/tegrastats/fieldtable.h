#pragma once

#include "remote/tegrastats/reading.h"
#include "remote/tegrastats/scanner.h"

#include <array>
#include <cstddef>
#include <span>

namespace stepscope::tegrastats {

/// Readings of a line, in the order in which they are printed. More than fit are counted.
class ReadingList
{
public:
    static constexpr std::size_t kCapacity = 640;

    void add(Quantity quantity, Number number, std::string_view name = {}, int index = -1);
    void addState(Quantity quantity, State state, std::string_view name = {}, int index = -1);
    void cutBack(std::size_t size) { m_size = size; }

    [[nodiscard]] std::size_t size() const { return m_size; }
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
    No,     ///< the text is no such field
    Whole,  ///< it is, up to the scanner's position
    Broken, ///< it begins as one and ends too early: what was complete is kept
};

/// One form of a field.
///
/// To teach the grammar a new one:
///   1. write its parser: in namedfields.cpp when a fixed word begins it, in shapedfields.cpp when its shape tells it;
///      add a reading as soon as it is complete, so that a cut line keeps it,
///   2. give it a row in fieldtable.cpp; of several rows that match the first is taken, so fixed words stand first,
///   3. a new quantity gets its line in reading.h and quantities.cpp, in the same order,
///   4. show it in the table of tests/remote/tegrastats/tst_line.cpp.
struct FieldRow
{
    std::string_view head; ///< the field begins with this; empty: with any name
    bool signature;        ///< only tegrastats prints this: a line that has it is one of its lines
    Match (*parse)(Scanner& in, ReadingList& out);
};
std::span<const FieldRow> fieldTable();

// namedfields.cpp
Match parseRam(Scanner& in, ReadingList& out);
Match parseSwap(Scanner& in, ReadingList& out);
Match parseIram(Scanner& in, ReadingList& out);
Match parseCores(Scanner& in, ReadingList& out);
Match parseEmc(Scanner& in, ReadingList& out);
Match parseGpu(Scanner& in, ReadingList& out);
Match parseMts(Scanner& in, ReadingList& out);
Match parseLimit(Scanner& in, ReadingList& out);
// shapedfields.cpp
Match parseZone(Scanner& in, ReadingList& out);
Match parseEngine(Scanner& in, ReadingList& out);
Match parseRail(Scanner& in, ReadingList& out);

/// "p%", "p%@f", "@f", "p%@[f,f]", "@[f,f]" behind the scanner: false when it is none of them, and nothing is added.
bool takeLoadAndClock(Scanner& in, ReadingList& out, Quantity load, Quantity clock, std::string_view name);

} // namespace stepscope::tegrastats
