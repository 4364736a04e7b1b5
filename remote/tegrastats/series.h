#pragma once

#include "remote/tegrastats/reading.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::tegrastats {

/// What the same field of all lines is: "temperature of zone GPU", "clock of core 3".
struct Series
{
    Quantity quantity = Quantity::Extra;
    int index = -1;
    std::string name; ///< as printed

    [[nodiscard]] bool holds(const Reading& reading) const
    {
        return quantity == reading.quantity && index == reading.index && name == reading.name;
    }
};

/// Numbers the series that lines show. find() never allocates, and is quick for lines that are like the one before.
class SeriesTable
{
public:
    static constexpr std::size_t kMost = 1024; ///< a hostile log may not fill the memory

    /// `place`: position of the reading in its line.
    [[nodiscard]] std::optional<std::size_t> find(const Reading& reading, std::size_t place);
    /// As find(), but makes a new one where there is none; nullopt when there are too many.
    std::optional<std::size_t> findOrAdd(const Reading& reading, std::size_t place);

    [[nodiscard]] const Series& operator[](std::size_t i) const { return m_series[i]; }
    [[nodiscard]] std::size_t size() const { return m_series.size(); }

private:
    std::vector<Series> m_series;
    std::vector<std::size_t> m_guesses; ///< by place: where that reading of the line before belonged
};

/// A series as a channel of a recording: the fields of FORMAT.md, "header".
struct SeriesChannel
{
    std::string name;
    std::string_view quantity;
    std::string_view unit;
    double scale = 1;
    double resolution = 0;
    bool interval = false; ///< mean since the line before
    int core = -1;
    std::string rail;
    std::string_view parent; ///< of the rail; the board may lack it
    std::string_view role;
};
/// `board`: as the header's device names it; empty where it is not known.
SeriesChannel channelOf(const Series& series, std::string_view board = {});

} // namespace stepscope::tegrastats
