#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kLabelWidth = 16;
constexpr std::string_view kCut = "...";

bool continuesCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::size_t widthOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continuesCharacter(c); }));
}

/// Bytes of the first `columns` characters.
std::size_t prefixOf(std::string_view text, std::size_t columns)
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
    const std::size_t own = widthOf(text);
    const std::string spaces(width > own ? width - own : 0, ' ');
    return right ? spaces + text : text + spaces;
}

void trimEnd(std::string& line)
{
    line.erase(line.find_last_not_of(' ') + 1);
}

/// Cuts the next line off `rest`, at a space where there is one.
std::string takeLine(std::string& rest, std::size_t width)
{
    if (widthOf(rest) <= width)
        return std::exchange(rest, {});
    const std::size_t most = prefixOf(rest, width);
    const std::size_t space = rest.rfind(' ', most);
    const std::size_t cut = space == std::string::npos || space == 0 ? most : space;
    std::string line = rest.substr(0, cut);
    rest.erase(0, rest.find_first_not_of(' ', cut));
    return line;
}

} // namespace

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
        const std::string tail = clean.substr(prefixOf(clean, width - (kept - head)));
        clean = clean.substr(0, prefixOf(clean, head)).append(kCut) + tail;
    }
    return clean;
}

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
    constexpr std::string_view kBetween = "  ";
    std::vector<std::size_t> widths;
    widths.reserve(columns.size());
    for (const Column& column : columns)
        widths.push_back(widthOf(column.title));
    std::vector<std::vector<std::string>> cells = rows;
    for (auto& row : cells) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            row[i] = printable(row[i], columns[i].widest, columns[i].cutInside);
            widths[i] = std::max(widths[i], widthOf(row[i]));
        }
    }
    std::vector<std::string> titles;
    titles.reserve(columns.size());
    for (const Column& column : columns)
        titles.push_back(column.title);
    cells.insert(cells.begin(), titles);
    for (const auto& row : cells) {
        std::string line;
        for (std::size_t i = 0; i < columns.size(); ++i)
            line.append(kBetween).append(padded(row[i], widths[i], columns[i].right));
        trimEnd(line);
        m_text += line + '\n';
    }
}

std::string fixedText(double value, int digits)
{
    if (!std::isfinite(value))
        return "not known";
    std::array<char, 400> memory{};
    const auto end =
        std::to_chars(memory.data(), memory.data() + memory.size(), value, std::chars_format::fixed, digits);
    return {memory.data(), end.ptr};
}

std::string percentText(double share)
{
    return fixedText(share * 100, 1) + " %";
}

std::string durationText(double seconds)
{
    constexpr double kLong = 120;
    const double size = std::abs(seconds);
    if (size >= kLong) {
        const auto whole = static_cast<std::int64_t>(std::llround(seconds));
        const std::int64_t minutes = whole / 60;
        if (minutes < 60)
            return std::to_string(minutes) + " min " + std::to_string(whole % 60) + " s";
        return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
    }
    if (size >= 1)
        return fixedText(seconds, 2) + " s";
    if (size >= 1e-3)
        return fixedText(seconds * 1e3, 2) + " ms";
    if (size >= 1e-6)
        return fixedText(seconds * 1e6, 2) + " us";
    return fixedText(seconds * 1e9, 0) + " ns";
}

std::string durationText(std::int64_t nanoseconds)
{
    return durationText(static_cast<double>(nanoseconds) * 1e-9);
}

std::string bytesText(double bytes)
{
    constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (std::abs(bytes) >= 1000 && unit + 1 < kUnits.size()) {
        bytes /= 1000;
        ++unit;
    }
    return fixedText(bytes, unit == 0 ? 0 : 2) + " " + kUnits[unit];
}

std::string countText(std::uint64_t count)
{
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, ",");
    return digits;
}

} // namespace stepscope::analysis
