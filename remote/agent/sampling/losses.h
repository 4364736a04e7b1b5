#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace stepscope::agent {

/// The kinds of data that the agent can lose.
enum class LossKind : std::uint16_t {
    Samples,
    Spans,
    Steps,
    Names,
    Ops,
    Lanes,
    Links,
    Facts,
    Work,
    Metrics,
    Events,
    Log,
    Connections,
    None
};
inline constexpr std::size_t kLossKinds = static_cast<std::size_t>(LossKind::None);

/// The name in a loss event's "what".
const char* lossName(LossKind kind);

/// Counts losses. Thread-safe; the writer turns the counts into events.
class LossLedger
{
public:
    /// `reason` is one line for the user with static lifetime.
    void add(LossKind kind, std::uint64_t count, std::int64_t time, const char* reason);

    struct Loss
    {
        LossKind kind = LossKind::None;
        std::uint64_t count = 0;
        std::int64_t from = 0;
        std::int64_t to = 0;
        const char* reason = "";
    };
    /// The losses of a kind since the last call that returned some; count 0 if there are none or if it is too early.
    /// While losses continue, the interval doubles from 1 s to 10 s: a report covers no longer time, and a day
    /// of losses takes about a megabyte for each kind.
    /// `final` ignores the interval. For one thread.
    Loss takeUnreported(LossKind kind, std::int64_t now, bool final);
    /// All losses since the start.
    [[nodiscard]] std::uint64_t total() const;

private:
    struct Row
    {
        std::atomic<std::uint64_t> count{0};
        std::atomic<std::int64_t> from{0}; ///< time of the first unreported loss; 0 = none
        std::atomic<std::int64_t> to{0};
        std::atomic<const char*> reason{""};
        std::uint64_t reported = 0;
        std::int64_t nextReport = 0;
        std::int64_t pause = 0;
    };
    std::array<Row, kLossKinds> m_rows;
};

} // namespace stepscope::agent
