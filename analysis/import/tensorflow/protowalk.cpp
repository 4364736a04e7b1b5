#include "analysis/import/tensorflow/protowalk.h"

#include <algorithm>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <limits>

namespace stepscope::analysis {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

CodedInputStream streamOf(std::string_view bytes)
{
    constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<int>::max());
    return CodedInputStream(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                            static_cast<int>(std::min(bytes.size(), kMost)));
}

} // namespace

bool walkMessage(std::string_view message, const std::function<bool(const ProtoField&)>& take)
{
    CodedInputStream stream = streamOf(message);
    while (const std::uint32_t tag = stream.ReadTag()) {
        ProtoField field{.number = WireFormatLite::GetTagFieldNumber(tag)};
        switch (WireFormatLite::GetTagWireType(tag)) {
        case WireFormatLite::WIRETYPE_LENGTH_DELIMITED: {
            std::uint32_t size = 0;
            if (!stream.ReadVarint32(&size))
                return false;
            const auto at = static_cast<std::size_t>(stream.CurrentPosition());
            field.isBytes = true;
            field.isCut = size > message.size() - at;
            if (field.isCut) {
                field.bytes = message.substr(at);
                take(field);
                return false;
            }
            if (!stream.Skip(static_cast<int>(size)))
                return false;
            field.bytes = message.substr(at, size);
            break;
        }
        case WireFormatLite::WIRETYPE_VARINT:
            if (!stream.ReadVarint64(&field.value))
                return false;
            break;
        default:
            if (!WireFormatLite::SkipField(&stream, tag))
                return false;
            continue;
        }
        if (field.number == 0)
            return false;
        if (!take(field))
            return true;
    }
    return stream.CurrentPosition() == static_cast<int>(message.size());
}

std::string_view firstBytes(std::string_view message, int number)
{
    CodedInputStream stream = streamOf(message);
    const std::uint32_t tag = stream.ReadTag();
    std::uint32_t size = 0;
    if (tag == 0 || WireFormatLite::GetTagFieldNumber(tag) != number ||
        WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED || !stream.ReadVarint32(&size))
        return {};
    return message.substr(static_cast<std::size_t>(stream.CurrentPosition()), size);
}

} // namespace stepscope::analysis
