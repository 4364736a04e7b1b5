#pragma once

#include "remote/format/records.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// Functions that encode messages. Each returns the bytes to send; those with tables split them into several messages
/// where a limit of the protocol requires it.
namespace stepscope::hookwire {

struct Hello
{
    std::int64_t process = 0;
    std::int64_t parentProcess = 0;
    std::string_view python{};     ///< version; empty: left out
    std::string_view executable{}; ///< empty: left out
};
std::string encodeHello(const Hello& hello);

/// Defines names with the ids `firstId`, `firstId` + 1, ... Names are cut to format::kMaxName bytes.
std::string encodeNames(std::uint32_t firstId, std::span<const std::string_view> names);
/// Defines ops with the ids `firstId`, `firstId` + 1, ...; their names must be defined before.
std::string encodeOps(std::uint32_t firstId, std::span<const format::Op> ops);
/// `lane.process` is not sent: the agent takes it from the socket.
std::string encodeLane(const format::Lane& lane);

struct Span
{
    std::int64_t start = 0;    ///< ns
    std::int64_t duration = 0; ///< ns
    std::uint32_t op = 0;
    std::uint8_t depth = 0; ///< 0 = outermost
};
/// Spans of one lane, sorted by start, parents before children.
std::string encodeSpans(std::uint32_t lane, std::span<const Span> spans);
/// `Step::process` is not sent: the agent numbers the processes.
/// Links from spans of one lane, the causes, to those of another, by their starts.
std::string encodeLinks(std::uint32_t causes, std::uint32_t effects, std::span<const format::Link> links);
std::string encodeStep(const format::Step& step);
/// `json` is one JSON object.
std::string encodeFacts(std::string_view json);

} // namespace stepscope::hookwire
