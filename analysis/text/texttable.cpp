#include "analysis/text/texttable.h"

#include <algorithm>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::string_view kCut = "...";
constexpr std::string_view kBetween = "  ";

bool continuesCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

} // namespace

std::size_t widthOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continuesCharacter(c); }));
}

std::size_t bytesOfColumns(std::string_view text, std::size_t columns)
{
    std::size_t at = 0;
    for (std::size_t seen = 0; at < text.size(); ++at) {
        seen += continuesCharacter(text[at]) ? 0 : 1;
        if (seen > columns)
            break;
    }
    return at;
}

std::string padded(const std::string& text, std::size_t width, bool right)
{
    const std::size_t textWidth = widthOf(text);
    const std::string spaces(width > textWidth ? width - textWidth : 0, ' ');
    return right ? spaces + text : text + spaces;
}

void trimEnd(std::string& line)
{
    line.erase(line.find_last_not_of(' ') + 1);
}

std::string printable(std::string_view text, std::size_t widest, bool cutInside)
{
    std::string clean;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        // C1 controls are 0xC2 0x80..0x9F in UTF-8.
        const bool c1 = c == 0xC2U && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0U;
        if (c < 0x20U || c == 0x7FU || c1) {
            clean += c == '\n' || c == '\t' ? ' ' : '?';
            i += c1 ? 1 : 0;
        } else {
            clean += text[i];
        }
    }
    const std::size_t width = widthOf(clean);
    if (width > widest && widest > kCut.size()) {
        const std::size_t kept = widest - kCut.size();
        const std::size_t head = cutInside ? kept / 3 : kept;
        const std::string tail = clean.substr(bytesOfColumns(clean, width - (kept - head)));
        clean = clean.substr(0, bytesOfColumns(clean, head)).append(kCut) + tail;
    }
    return clean;
}

std::string tableText(const std::vector<TextColumn>& columns, const std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::size_t> widths;
    std::vector<std::string> titles;
    for (const TextColumn& column : columns) {
        widths.push_back(widthOf(column.title));
        titles.push_back(column.title);
    }
    std::vector<std::vector<std::string>> cells{titles};
    for (std::vector<std::string> row : rows) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            row[i] = printable(row[i], columns[i].widest, columns[i].cutInside);
            widths[i] = std::max(widths[i], widthOf(row[i]));
        }
        cells.push_back(std::move(row));
    }
    std::string text;
    for (const auto& row : cells) {
        std::string line;
        for (std::size_t i = 0; i < columns.size(); ++i)
            line.append(kBetween).append(padded(row[i], widths[i], columns[i].right));
        trimEnd(line);
        text.append(line) += '\n';
    }
    return text;
}

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
    constexpr std::size_t kMostLines = 6;
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
