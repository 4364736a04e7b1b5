#include "analysis/text/textpage.h"

#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kLabelWidth = 16;

/// Removes the next line from `rest`, which ends at a space where there is one.
std::string takeLine(std::string& rest, std::size_t width)
{
    if (widthOf(rest) <= width)
        return std::exchange(rest, {});
    const std::size_t most = bytesOfColumns(rest, width);
    const std::size_t space = rest.rfind(' ', most);
    const std::size_t cut = space == std::string::npos || space == 0 ? most : space;
    std::string line = rest.substr(0, cut);
    rest.erase(0, rest.find_first_not_of(' ', cut));
    return line;
}

} // namespace

void TextPage::heading(std::string_view title)
{
    if (!m_text.empty())
        m_text += '\n';
    m_text += printable(title, kWidth) + '\n';
}

void TextPage::line(std::string_view label, std::string_view text)
{
    constexpr std::size_t kMostLines = 4;
    constexpr std::size_t kTextWidth = kWidth - kLabelWidth - 2;
    std::string rest = printable(text, kMostLines * (kTextWidth - 20));
    std::string first = printable(label, kLabelWidth);
    do {
        std::string line = "  " + padded(std::exchange(first, {}), kLabelWidth, false) + takeLine(rest, kTextWidth);
        trimEnd(line);
        m_text += line + '\n';
    } while (!rest.empty());
}

void TextPage::table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows)
{
    m_text += tableText(columns, rows);
}

} // namespace stepscope::analysis
