#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::json {

/// Writes JSON (RFC 8259) without spaces. Commas are inserted; brackets and keys have to match.
class Writer
{
public:
    /// Writes into the caller's memory and never allocates, so it can run beside the sampling threads. When the memory
    /// is too small, overflowed() is true and written() is not valid JSON.
    explicit Writer(std::span<char> memory)
        : m_memory(memory)
    {}
    /// Appends to a string, which grows as needed and must outlive the writer.
    explicit Writer(std::string& text)
        : m_text(&text)
    {}

    Writer& beginObject();
    Writer& endObject();
    Writer& beginArray();
    Writer& endArray();
    Writer& key(std::string_view name);
    /// Escapes the text; each byte that is not part of valid UTF-8 becomes U+FFFD.
    Writer& text(std::string_view value);
    Writer& integer(std::int64_t value);
    /// null when the value is not finite.
    Writer& real(double value, int significantDigits = 12);
    Writer& boolean(bool value);
    Writer& null();
    /// Inserts a value that is already valid JSON.
    Writer& raw(std::string_view json);

    [[nodiscard]] bool overflowed() const { return m_overflowed; }
    /// The JSON in the caller's memory; empty for a writer that appends to a string.
    [[nodiscard]] std::string_view written() const { return {m_memory.data(), m_size}; }

private:
    void separate();
    void put(std::string_view bytes);
    void putEscaped(unsigned char byte);

    std::span<char> m_memory;
    std::string* m_text = nullptr;
    std::size_t m_size = 0;
    bool m_needsComma = false;
    bool m_overflowed = false;
};

} // namespace stepscope::json
