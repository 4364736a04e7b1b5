#include "remote/agent/sources/readcost.h"

#include "remote/agent/system/clock.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {

std::optional<std::int64_t> medianReadNs(KeptFile& file)
{
    constexpr std::int64_t kPatience = 20 * kMillisecond;
    std::array<std::int64_t, 5> costs{};
    std::array<char, 4096> buffer;
    std::size_t count = 0;
    const std::int64_t begin = monotonicNs();
    for (std::int64_t before = begin; count < costs.size() && before - begin < kPatience;) {
        const bool good = !file.read(buffer, before).empty();
        const std::int64_t after = monotonicNs();
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
