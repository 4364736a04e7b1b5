#include "remote/agent/losses.h"

#include "remote/agent/system/clock.h"

#include <algorithm>

namespace stepscope::agent {
namespace {

constexpr std::array<const char*, kLossKinds> kNames{"samples", "spans", "steps", "names",  "ops", "lanes",
                                                     "links",   "facts", "work",  "events", "log", "connections"};

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

LossLedger::Loss LossLedger::takeUntold(LossKind kind, std::int64_t now, bool final)
{
    Row& row = m_rows[static_cast<std::size_t>(kind)];
    const std::uint64_t count = row.count.load();
    if (count == row.told || (now < row.nextTelling && !final))
        return {};
    // A loss long after the one before is news again.
    const bool goesOn = row.nextTelling != 0 && now < row.nextTelling + row.pause;
    row.pause = goesOn ? std::min(row.pause * 2, 600 * kSecond) : kSecond;
    row.nextTelling = now + row.pause;
    const Loss loss{kind, count - row.told, row.from.exchange(0), row.to.load(), row.reason.load()};
    row.told = count;
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
