#pragma once

#include "remote/hookwire/messagetype.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace stepscope::hookwire {

/// Builds one message. The payload must not exceed kMaxPayload.
class Message
{
public:
    explicit Message(MessageType type)
        : m_bytes(kHeadSize, '\0')
    {
        m_bytes[kHeadSize - 1] = static_cast<char>(type);
    }

    /// A fixed-width integer, or a struct of such without padding.
    template <typename Number>
    Message& number(Number value)
    {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    /// Length as u32, then the bytes.
    Message& text(std::string_view value)
    {
        number(static_cast<std::uint32_t>(value.size()));
        return raw(value);
    }
    Message& raw(std::string_view bytes)
    {
        m_bytes += bytes;
        return *this;
    }

    [[nodiscard]] std::size_t payloadSize() const { return m_bytes.size() - kHeadSize; }
    /// Head and payload.
    std::string bytes()
    {
        const auto length = static_cast<std::uint32_t>(payloadSize());
        std::memcpy(m_bytes.data(), &length, sizeof length);
        return m_bytes;
    }

private:
    std::string m_bytes;
};

} // namespace stepscope::hookwire
