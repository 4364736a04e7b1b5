#include "remote/json/writer.h"

#include "remote/json/utf8.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace stepscope::json {

Writer& Writer::beginObject()
{
    separate();
    put("{");
    m_needsComma = false;
    return *this;
}

Writer& Writer::endObject()
{
    put("}");
    m_needsComma = true;
    return *this;
}

Writer& Writer::beginArray()
{
    separate();
    put("[");
    m_needsComma = false;
    return *this;
}

Writer& Writer::endArray()
{
    put("]");
    m_needsComma = true;
    return *this;
}

Writer& Writer::key(std::string_view name)
{
    text(name);
    put(":");
    m_needsComma = false;
    return *this;
}

Writer& Writer::text(std::string_view value)
{
    separate();
    put("\"");
    while (!value.empty()) {
        const std::size_t length = sequenceLength(value);
        if (length == 1)
            putEscaped(static_cast<unsigned char>(value.front()));
        else
            put(length == 0 ? std::string_view("\xEF\xBF\xBD") : value.substr(0, length));
        value.remove_prefix(length == 0 ? 1 : length);
    }
    put("\"");
    return *this;
}

Writer& Writer::integer(std::int64_t value)
{
    separate();
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    put({digits.data(), static_cast<std::size_t>(end - digits.data())});
    return *this;
}

Writer& Writer::real(double value, int significantDigits)
{
    if (!std::isfinite(value))
        return null();
    separate();
    std::array<char, 40> digits{};
    const int size = std::snprintf(digits.data(), digits.size(), "%.*g", significantDigits, value);
    put({digits.data(), static_cast<std::size_t>(size)});
    return *this;
}

Writer& Writer::boolean(bool value)
{
    return raw(value ? "true" : "false");
}

Writer& Writer::null()
{
    return raw("null");
}

Writer& Writer::raw(std::string_view json)
{
    separate();
    put(json);
    return *this;
}

void Writer::separate()
{
    if (m_needsComma)
        put(",");
    m_needsComma = true;
}

void Writer::put(std::string_view bytes)
{
    if (m_text != nullptr) {
        m_text->append(bytes);
        return;
    }
    if (m_overflowed || m_memory.size() - m_size < bytes.size()) {
        m_overflowed = true;
        return;
    }
    std::memcpy(m_memory.data() + m_size, bytes.data(), bytes.size());
    m_size += bytes.size();
}

void Writer::putEscaped(unsigned char byte)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    if (byte == '"' || byte == '\\') {
        const std::array<char, 2> escaped{'\\', static_cast<char>(byte)};
        put({escaped.data(), escaped.size()});
    } else if (byte == '\n') {
        put("\\n");
    } else if (byte < 0x20 || byte == 0x7F) {
        const std::array<char, 6> escaped{'\\', 'u', '0', '0', kHex[byte >> 4U], kHex[byte & 15U]};
        put({escaped.data(), escaped.size()});
    } else {
        const char plain = static_cast<char>(byte);
        put({&plain, 1});
    }
}

} // namespace stepscope::json
