#pragma once

#include "analysis/energy/accountinput.h"
#include "analysis/energy/attribution.h"
#include "analysis/energy/occupancy.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// Sums the powers of columns up to the groups' consumption.
class GroupSums
{
public:
    GroupSums(const AccountInput& input, double seconds, ChannelAccount& account)
        : m_input(input)
        , m_seconds(seconds)
        , m_account(account)
        , m_shares(input.accountedTimes().sharesOfGroups())
    {}
    /// `ofPart`: the measured integral of the part of the time that the powers come from.
    void compute(const std::optional<trace::ChannelView::Integral>& ofPart);

private:
    /// Whether the group's ops ran outside of the part from which the powers come.
    [[nodiscard]] bool hasNoPower(std::size_t group) const;
    /// Of a part of the time, the powers of the ops are scaled so that the account of all the time closes as well as
    /// that of the part, since power may be different outside of it. Ops without a power count with the mean one.
    /// `measured`: of the part.
    void calibrate(const trace::ChannelView::Integral& measured);
    /// Mean power of ops and idle in the part, W.
    [[nodiscard]] double explainedPowerOfPart() const;
    /// With the calibration, whose size is part of the error.
    [[nodiscard]] Estimate calibrated(const Estimate& estimate) const;
    /// The scatter of ops is averaged out in a long window. Where much is left, the ops of the columns differ in power,
    /// and the window may be fitted to that.
    [[nodiscard]] bool scattersTooMuch() const;
    /// Energy of groups together, with the error of their seconds.
    [[nodiscard]] Estimate sumOf(std::span<const std::uint32_t> groups) const;
    /// Joins groups, the largest first, each with those that make the sum most precise, until the sum is precise.
    void join(std::vector<std::uint32_t> groups);
    /// Moves the group with which the sum is most precise, relative to its value, from `groups` to `joined`.
    [[nodiscard]] Estimate addBest(std::vector<std::uint32_t>& groups, std::vector<std::uint32_t>& joined) const;

    const AccountInput& m_input;
    double m_seconds;
    ChannelAccount& m_account;
    std::vector<std::vector<ColumnShare>> m_shares;
    double m_change = 0; ///< relative, of the ops' powers by the calibration
};

} // namespace stepscope::analysis
