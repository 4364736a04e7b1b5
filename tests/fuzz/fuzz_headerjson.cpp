// Arbitrary JSON of a recording: header, footer, facts and events. The first byte selects the reader.

#include "analysis/trace/headerjson.h"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string_view>

using namespace stepscope::trace;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void checkHeader(std::string_view text)
{
    std::vector<Loss> losses;
    const auto header = parseHeader(text, losses);
    if (!header)
        return;
    require(header->channels.size() <= kMaxChannels && isPossibleTime(header->startMonotonic));
    std::set<std::uint32_t> ids;
    for (const Channel& channel : header->channels)
        require(ids.insert(channel.id).second && channel.periodNs.value_or(0) >= 0);
    for (const Loss& loss : losses)
        require(!loss.what.empty() && loss.count > 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 4) {
    case 0:
        checkHeader(text);
        break;
    case 1:
        (void)parseEnding(text);
        break;
    case 2: {
        Facts facts;
        const bool merged = mergeFacts(text, facts);
        require(mergeFacts(text, facts) == merged);
        break;
    }
    default:
        if (const EventDetails details = parseEvent(text); details.loss)
            require(!details.loss->what.empty() && details.loss->range.begin <= details.loss->range.end);
        break;
    }
    return 0;
}
