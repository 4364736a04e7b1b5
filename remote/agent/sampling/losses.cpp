#include "remote/agent/sampling/losses.h"

#include "remote/format/clock.h"

#include <algorithm>

namespace stepscope::agent {
namespace {

constexpr std::array<const char*, kLossKinds> kNames{"samples", "spans", "steps",      "names", "ops",
                                                     "lanes",   "links", "facts",      "work",  "metrics",
                                                     "events",  "log",   "connections"};

constexpr std::int64_t kLongestPause = 10 * format::kSecond;

} // namespace

const char* lossName(LossKind kind)
{
    const auto row = static_cast<std::size_t>(kind);
    return row < kNames.size() ? kNames[row] : "";
}

void LossLedger::add(LossKind kind, std::uint64_t count, std::int64_t time, const char* reason)
{
    if (kind == LossKind::None || count == 0)
        return;
    Row& row = m_rows[static_cast<std::size_t>(kind)];
    std::int64_t none = 0;
    row.from.compare_exchange_strong(none, time);
    row.to.store(time);
    row.reason.store(reason);
    row.count.fetch_add(count);
}

LossLedger::Loss LossLedger::takeUnreported(LossKind kind, std::int64_t now, bool final)
{
    Row& row = m_rows[static_cast<std::size_t>(kind)];
    const std::uint64_t count = row.count.load();
    if (count == row.reported || (now < row.nextReport && !final))
        return {};
    // The interval starts at 1 s again when the previous loss is long ago.
    const bool continues = row.nextReport != 0 && now < row.nextReport + row.pause;
    row.pause = continues ? std::min(row.pause * 2, kLongestPause) : format::kSecond;
    row.nextReport = now + row.pause;
    const Loss loss{kind, count - row.reported, row.from.exchange(0), row.to.load(), row.reason.load()};
    row.reported = count;
    return loss;
}

std::uint64_t LossLedger::total() const
{
    std::uint64_t sum = 0;
    for (const Row& row : m_rows)
        sum += row.count.load();
    return sum;
}

} // namespace stepscope::agent
