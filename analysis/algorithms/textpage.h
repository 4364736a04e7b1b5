#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// Lines for a terminal, at most 100 columns wide. Texts from a recording may hold anything: control characters are
/// replaced, so that no recording can drive the terminal, and what is too long is cut.
class TextPage
{
public:
    static constexpr std::size_t kWidth = 100;

    /// An empty line and a title.
    void heading(std::string_view title);
    /// "  label   text", the text broken at spaces when it is too long.
    void line(std::string_view label, std::string_view text);

    struct Column
    {
        std::string title;
        bool right = false;      ///< numbers
        std::size_t widest = 40; ///< longer cells are cut, with "..." where something is missing
        bool cutInside = false;  ///< keep the end, too: names whose beginnings are alike
    };
    /// Columns as wide as their cells; `rows` have a cell a column.
    void table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

/// Without control characters, at most `widest` columns (code points) wide; what is too long loses its end, or its
/// inside.
std::string printable(std::string_view text, std::size_t widest, bool cutInside = false);

/// With `digits` behind the point.
std::string fixedText(double value, int digits);
/// "12.3 %" of a share 0..1.
std::string percentText(double share);
/// "1.23 s", "45.6 ms", "7.89 us", "12 ns"; longer than two minutes "5 min 12 s".
std::string durationText(double seconds);
std::string durationText(std::int64_t nanoseconds);
/// "5.94 GB", decimal prefixes.
std::string bytesText(double bytes);
/// "1,234,567".
std::string countText(std::uint64_t count);
/// "not known" without a value.
template <typename Format>
std::string orUnknown(const std::optional<double>& value, Format format)
{
    return value ? format(*value) : std::string("not known");
}

} // namespace stepscope::analysis
