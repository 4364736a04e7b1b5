#include "remote/format/similarname.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>

namespace stepscope::format {
namespace {

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Insertions, deletions and replacements between two words (Levenshtein, 1965).
std::size_t distanceOf(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

std::string similarName(const std::string& name, const std::vector<std::string>& names)
{
    const auto begun = std::find_if(names.begin(), names.end(), [&](const std::string& known) {
        return name.size() > 2 && lower(known).starts_with(lower(name));
    });
    if (begun != names.end())
        return *begun;
    std::string best;
    std::size_t least = std::max<std::size_t>(2, name.size() / 3) + 1;
    for (const std::string& known : names) {
        const std::size_t distance = distanceOf(lower(name), lower(known));
        if (distance < least) {
            least = distance;
            best = known;
        }
    }
    return best;
}

} // namespace stepscope::format
