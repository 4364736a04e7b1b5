#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stepscope::agent {

/// Writes JSON into memory given by the caller; never allocates, so events can be told at any time.
/// When the memory is too small it only remembers that (`overflowed`), and what is written is no JSON.
class JsonWriter
{
public:
    explicit JsonWriter(std::span<char> memory)
        : m_memory(memory)
    {}

    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);
    JsonWriter& text(std::string_view value); ///< escaped; bytes that are not UTF-8 become U+FFFD
    JsonWriter& integer(std::int64_t value);
    JsonWriter& real(double value); ///< null when not finite
    JsonWriter& boolean(bool value);
    JsonWriter& null();
    /// JSON that was checked elsewhere, as it is.
    JsonWriter& raw(std::string_view json);

    [[nodiscard]] bool overflowed() const { return m_overflowed; }
    [[nodiscard]] std::string_view written() const { return {m_memory.data(), m_size}; }

private:
    void separate();
    void put(std::string_view bytes);
    void putEscaped(unsigned char byte);

    std::span<char> m_memory;
    std::size_t m_size = 0;
    bool m_needsComma = false;
    bool m_overflowed = false;
};

} // namespace stepscope::agent
