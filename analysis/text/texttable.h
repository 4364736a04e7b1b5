#pragma once

#include "analysis/text/quantitytext.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Aligned columns of text. Width is counted in code points.
namespace stepscope::analysis {

struct TextColumn
{
    std::string title;
    bool right = false;      ///< aligned right, for numbers
    std::size_t widest = 40; ///< longer cells are cut and marked with "..."
    bool cutInside = false;  ///< cut the middle and keep the end, for names that share a prefix
};

/// One line for the titles and one for each row; each line starts with two spaces and ends with a line feed. A column
/// is as wide as its widest cell. Every row has one cell per column.
[[nodiscard]] std::string tableText(const std::vector<TextColumn>& columns,
                                    const std::vector<std::vector<std::string>>& rows);

/// Replaces control characters and cuts the text to `widest` code points: at its end, or inside.
[[nodiscard]] std::string printable(std::string_view text, std::size_t widest, bool cutInside = false);

[[nodiscard]] std::size_t widthOf(std::string_view text);
/// Bytes of the first `columns` code points.
[[nodiscard]] std::size_t bytesOfColumns(std::string_view text, std::size_t columns);
[[nodiscard]] std::string padded(const std::string& text, std::size_t width, bool right);
void trimEnd(std::string& line);

/// Text for a terminal, at most 100 columns wide: headings, labelled lines and tables. Texts from a recording may
/// contain any bytes: control characters are replaced, so that no recording can control the terminal, and texts that
/// are too long are cut.
class TextPage
{
public:
    static constexpr std::size_t kWidth = 100;
    using Column = TextColumn;

    /// An empty line, unless it is the first, and a title.
    void heading(std::string_view title);
    /// "  label   text". Long texts continue below themselves, broken at spaces, on at most six lines.
    void line(std::string_view label, std::string_view text);
    void table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

} // namespace stepscope::analysis
