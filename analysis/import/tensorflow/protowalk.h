#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace stepscope::analysis {

/// A field of a protobuf message: bytes of a text or message, or a number.
struct ProtoField
{
    int number = 0;
    bool isBytes = false;
    bool isCut = false; ///< the message ends within the bytes, of which the rest is missing
    std::string_view bytes{};
    std::uint64_t value = 0;
};

/// Calls `take` for each field of a message, until it returns false. Returns whether the message is valid to its end or
/// to the field that ended the walk.
bool walkMessage(std::string_view message, const std::function<bool(const ProtoField&)>& take);

/// The first field, if it is the text or message with this number and `message` may be cut behind it; else empty.
std::string_view firstBytes(std::string_view message, int number);

} // namespace stepscope::analysis
