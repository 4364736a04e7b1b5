#pragma once

#include "analysis/trace/model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// From a recording's JSON to types. The target is not trusted: whatever is missing or impossible is left out, and what
/// is left out that a person would miss is told as a loss. Nothing throws.
namespace stepscope::trace {

inline constexpr std::size_t kMaxChannels = 4096; ///< as many as a block of samples can hold
/// Times further from 0 than 73 years are no CLOCK_MONOTONIC; within, sums and differences of a few cannot overflow.
inline constexpr std::int64_t kMaxTime = std::int64_t{1} << 61U;
inline bool isPossibleTime(std::int64_t time)
{
    return -kMaxTime <= time && time <= kMaxTime;
}

/// nullopt when it is no JSON object.
std::optional<RunHeader> parseHeader(std::string_view text, std::vector<Loss>& losses);
std::optional<RunEnding> parseEnding(std::string_view text);
/// Puts what is said over what was said before; false when it is no JSON object.
bool mergeFacts(std::string_view text, Facts& facts);

struct EventDetails
{
    std::string kind;
    std::string text;
    std::optional<Loss> loss; ///< of events of that kind
};
/// Text that is no JSON object is taken as it is, so that nothing that was said gets lost.
EventDetails parseEvent(std::string_view text);

} // namespace stepscope::trace
