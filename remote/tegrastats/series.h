#pragma once

#include "remote/tegrastats/quantities.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::tegrastats {

/// Identity of a field across lines, such as "temperature of zone GPU" or "clock of core 3".
struct Series
{
    Quantity quantity = Quantity::Extra;
    int index = -1;
    std::string name; ///< as printed

    [[nodiscard]] bool matches(const Reading& reading) const
    {
        return quantity == reading.quantity && index == reading.index && name == reading.name;
    }
};

/// Numbers the series of a log. find() never allocates and takes O(1) for lines with the same fields as the previous
/// line.
class SeriesTable
{
public:
    static constexpr std::size_t kMaxSeries = 1024; ///< bounds the memory for hostile logs

    /// Index of the series of a reading. `place`: index of the reading in its line.
    [[nodiscard]] std::optional<std::size_t> find(const Reading& reading, std::size_t place);
    /// As find(), but adds a missing series; nullopt = there are kMaxSeries already.
    std::optional<std::size_t> findOrAdd(const Reading& reading, std::size_t place);

    [[nodiscard]] const Series& operator[](std::size_t i) const { return m_series[i]; }
    [[nodiscard]] std::size_t size() const { return m_series.size(); }

private:
    std::vector<Series> m_series;
    std::vector<std::size_t> m_guesses; ///< by place: series of that reading in the previous line
};

/// The channel of a series in a recording; fields as in FORMAT.md, "header".
struct SeriesChannel
{
    std::string name;
    std::string_view quantity;
    std::string_view unit;
    double scale = 1;
    double resolution = 0;
    bool interval = false; ///< mean since the previous line
    int core = -1;
    std::string rail;
    std::string_view parent; ///< parent of the rail; the board may not have it
    std::string_view role;
};
/// `board`: device name of the header; empty = unknown.
SeriesChannel channelOf(const Series& series, std::string_view board = {});

} // namespace stepscope::tegrastats
