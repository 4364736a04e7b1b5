#include "remote/link/transport/plainline.h"

namespace stepscope::link {

namespace {

constexpr std::size_t kMaxLength = 300;

bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

void trimEnd(std::string& line)
{
    while (!line.empty() && (line.back() == ' ' || line.back() == '.'))
        line.pop_back();
}

} // namespace

std::string plainLine(std::string_view text)
{
    std::string line;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            trimEnd(line);
            if (!line.empty())
                return line;
            continue;
        }
        if (isControl(c) || (line.empty() && c == ' '))
            continue;
        if (line.size() == kMaxLength)
            break;
        line += c;
    }
    trimEnd(line);
    return line;
}

} // namespace stepscope::link
