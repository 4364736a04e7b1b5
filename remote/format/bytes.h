#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>

namespace stepscope::format {

static_assert(std::endian::native == std::endian::little, "the format and all supported machines are little endian");

/// Writes into the caller's memory and never allocates. A write beyond the end is ignored and sets overflowed().
class ByteWriter
{
public:
    explicit ByteWriter(std::span<std::byte> memory)
        : m_memory(memory)
    {}

    template <typename Integer>
    void fixed(Integer value)
    {
        if (std::byte* to = claim(sizeof value))
            std::memcpy(to, &value, sizeof value);
    }
    void varint(std::uint64_t value)
    {
        while (value >= 0x80) {
            fixed(static_cast<std::uint8_t>(value | 0x80U));
            value >>= 7U;
        }
        fixed(static_cast<std::uint8_t>(value));
    }
    /// A varint of a signed value: 0, -1, 1, -2 ... become 0, 1, 2, 3 ..., so that values near zero are short.
    void zigzag(std::int64_t value)
    {
        varint((static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63));
    }
    void bytes(std::span<const std::byte> data)
    {
        if (data.empty())
            return;
        if (std::byte* to = claim(data.size()))
            std::memcpy(to, data.data(), data.size());
    }
    /// The length as varint, then the bytes.
    void text(std::string_view value)
    {
        varint(value.size());
        bytes(std::as_bytes(std::span(value)));
    }

    [[nodiscard]] bool overflowed() const { return m_overflowed; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::span<const std::byte> written() const { return m_memory.first(m_size); }

private:
    std::byte* claim(std::size_t count)
    {
        if (m_overflowed || m_memory.size() - m_size < count) {
            m_overflowed = true;
            return nullptr;
        }
        std::byte* to = m_memory.data() + m_size;
        m_size += count;
        return to;
    }

    std::span<std::byte> m_memory;
    std::size_t m_size = 0;
    bool m_overflowed = false;
};

/// Reads untrusted bytes. A read beyond the end or of a malformed varint returns zero and sets failed(); so do all
/// later reads.
class ByteReader
{
public:
    explicit ByteReader(std::span<const std::byte> data)
        : m_data(data)
    {}

    template <typename Integer>
    Integer fixed()
    {
        Integer value{};
        if (const std::byte* from = claim(sizeof value))
            std::memcpy(&value, from, sizeof value);
        return value;
    }
    std::uint64_t varint()
    {
        // Most varints have one byte.
        if (m_position < m_data.size()) {
            const auto byte = static_cast<std::uint8_t>(m_data[m_position]);
            if (byte < 0x80) {
                ++m_position;
                return byte;
            }
        }
        return longVarint();
    }
    /// A varint of at most 32 bits (ids, counts, flags); a larger value sets failed().
    std::uint32_t varint32()
    {
        const std::uint64_t value = varint();
        if (value <= std::numeric_limits<std::uint32_t>::max())
            return static_cast<std::uint32_t>(value);
        fail();
        return 0;
    }
    std::int64_t zigzag()
    {
        const std::uint64_t value = varint();
        return static_cast<std::int64_t>((value >> 1U) ^ (0 - (value & 1U)));
    }
    std::span<const std::byte> bytes(std::size_t count)
    {
        const std::byte* from = claim(count);
        return from ? std::span(from, count) : std::span<const std::byte>();
    }
    std::string_view text()
    {
        const std::uint64_t length = varint();
        if (length > remaining()) {
            fail();
            return {};
        }
        const auto data = bytes(static_cast<std::size_t>(length));
        return {reinterpret_cast<const char*>(data.data()), data.size()};
    }

    [[nodiscard]] bool failed() const { return m_failed; }
    [[nodiscard]] std::size_t remaining() const { return m_data.size() - m_position; }
    /// Whether all bytes were read without a failure.
    [[nodiscard]] bool exhausted() const { return !m_failed && m_position == m_data.size(); }

private:
    std::uint64_t longVarint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && m_position < m_data.size(); shift += 7) {
            const auto byte = static_cast<std::uint8_t>(m_data[m_position++]);
            if (shift == 63 && byte > 1)
                break; // more than 64 bits
            value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
            if (byte < 0x80)
                return value;
        }
        fail();
        return 0;
    }
    void fail()
    {
        m_failed = true;
        m_data = {};
        m_position = 0;
    }
    const std::byte* claim(std::size_t count)
    {
        if (m_failed || m_data.size() - m_position < count) {
            fail();
            return nullptr;
        }
        const std::byte* from = m_data.data() + m_position;
        m_position += count;
        return from;
    }

    std::span<const std::byte> m_data;
    std::size_t m_position = 0;
    bool m_failed = false;
};

// Sums and differences modulo 2^64. Any int64 must survive a round trip, and signed overflow would be undefined.
inline std::int64_t wrappingDifference(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
inline std::int64_t wrappingSum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

} // namespace stepscope::format
