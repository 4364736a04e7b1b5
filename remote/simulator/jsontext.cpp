#include "remote/simulator/jsontext.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace stepscope::simulator {

std::string jsonText(std::string_view text)
{
    std::string json = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
            json += escape.data();
        } else {
            json += c;
        }
    }
    return json + "\"";
}

std::string jsonNumber(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", std::isfinite(value) ? value : 0.0);
    return text.data();
}

} // namespace stepscope::simulator
