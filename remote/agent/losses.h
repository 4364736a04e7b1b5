#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace stepscope::agent {

/// Every way in which the agent can lose data, to be told by its name.
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
    Events,
    Log,
    Connections,
    None
};
inline constexpr std::size_t kLossKinds = static_cast<std::size_t>(LossKind::None);

/// The "what" of a loss event.
const char* lossName(LossKind kind);

/// Counts losses from all threads; the writer tells them.
class LossLedger
{
public:
    /// `reason` is one line for a person and lives as long as the program.
    void add(LossKind kind, std::uint64_t count, std::int64_t time, const char* reason);

    struct Loss
    {
        LossKind kind = LossKind::None;
        std::uint64_t count = 0;
        std::int64_t from = 0;
        std::int64_t to = 0;
        const char* reason = "";
    };
    /// What of this kind was lost and not told yet; count 0 when nothing. To be told rarely: when it goes on, the
    /// pauses double from 1 s to 10 min, so that telling a loss does not itself fill the disk. `final` tells it anyway.
    Loss takeUntold(LossKind kind, std::int64_t now, bool final);
    /// Of all kinds, told or not.
    [[nodiscard]] std::uint64_t total() const;

private:
    struct Row
    {
        std::atomic<std::uint64_t> count{0};
        std::atomic<std::int64_t> from{0}; ///< of the first that was not told; 0 = none
        std::atomic<std::int64_t> to{0};
        std::atomic<const char*> reason{""};
        std::uint64_t told = 0;
        std::int64_t nextTelling = 0;
        std::int64_t pause = 0;
    };
    std::array<Row, kLossKinds> m_rows;
};

} // namespace stepscope::agent
