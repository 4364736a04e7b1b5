#include "remote/link/transport/plainline.h"

#include "remote/format/plaintext.h"

#include <algorithm>

namespace stepscope::link {

namespace {

constexpr std::size_t kMaxLength = 300;

void trimEnd(std::string& line)
{
    while (!line.empty() && (line.back() == ' ' || line.back() == '.'))
        line.pop_back();
}

} // namespace

std::string plainLine(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t size = std::min(text.find_first_of("\n\r"), text.size());
        std::string line = format::plainText(text.substr(0, size), "");
        std::erase(line, '\t');
        line.erase(0, line.find_first_not_of(' '));
        if (line.size() > kMaxLength)
            line = format::plainText(std::string_view(line).substr(0, kMaxLength), ""); // a cut character is dropped
        trimEnd(line);
        if (!line.empty())
            return line;
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    return {};
}

} // namespace stepscope::link
