#pragma once

#include "analysis/trace/model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Decodes the JSON of a recording. The target is not trusted: missing or impossible values are omitted, and omitted
/// channels are counted as losses. No function throws.
namespace stepscope::trace {

inline constexpr std::size_t kMaxChannels = 4096; ///< the limit of a sample block
/// Times beyond +-73 years are not CLOCK_MONOTONIC. Sums and differences of a few times within cannot overflow.
inline constexpr std::int64_t kMaxTime = std::int64_t{1} << 61U;
inline bool isPossibleTime(std::int64_t time)
{
    return -kMaxTime <= time && time <= kMaxTime;
}

/// nullopt = the text is not a JSON object.
std::optional<RunHeader> parseHeader(std::string_view text, std::vector<Loss>& losses);
std::optional<RunEnding> parseEnding(std::string_view text);
/// Replaces the facts that the text contains. Returns false if it is not a JSON object.
bool mergeFacts(std::string_view text, Facts& facts);

struct EventDetails
{
    std::string kind;
    std::string text;
    std::optional<Loss> loss; ///< set for events of kind "loss"
};
/// A text that is not a JSON object becomes EventDetails::text.
EventDetails parseEvent(std::string_view text);

} // namespace stepscope::trace
