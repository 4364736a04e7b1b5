#pragma once

#include "remote/simulator/signals.h"
#include "remote/simulator/stepplan.h"

#include <utility>
#include <vector>

namespace stepscope::simulator {

/// A load of known shape, by which sensors are measured: everything busy, everything idle, for lengths at random from
/// 20 to 800 ms.
class LoadActivity : public Activity
{
public:
    LoadActivity(std::int64_t start, std::int64_t seconds, std::uint64_t seed, const Machine& machine,
                 std::size_t cores);

    [[nodiscard]] std::int64_t begin() const override { return m_pieces.begin(); }
    Signals integral(std::int64_t time) override { return m_pieces.integral(time); }
    Signals rates(std::int64_t time) override { return m_pieces.rates(time); }
    double memory(std::int64_t time) override;

    /// From, to; ns.
    [[nodiscard]] const std::vector<std::pair<std::int64_t, std::int64_t>>& phases() const { return m_phases; }
    [[nodiscard]] std::int64_t end() const { return m_pieces.end(); }

private:
    std::vector<std::pair<std::int64_t, std::int64_t>> m_phases;
    Pieces m_pieces;
};

} // namespace stepscope::simulator
