#include "remote/agent/sources/reading/readcost.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {

std::optional<std::int64_t> medianReadNs(PersistentFile& file)
{
    constexpr std::int64_t kTimeout = 20 * format::kMillisecond;
    std::array<std::int64_t, 5> costs{};
    std::array<char, 4096> buffer;
    std::size_t count = 0;
    const std::int64_t begin = format::monotonicNs();
    for (std::int64_t before = begin; count < costs.size() && before - begin < kTimeout;) {
        const bool good = !file.read(buffer, before).empty();
        const std::int64_t after = format::monotonicNs();
        if (!good)
            break;
        costs[count++] = after - before;
        before = after;
    }
    if (count == 0)
        return std::nullopt;
    std::sort(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(count));
    return costs[count / 2];
}

} // namespace stepscope::agent
