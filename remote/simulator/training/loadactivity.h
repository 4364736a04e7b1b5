#pragma once

#include "remote/simulator/training/signals.h"
#include "remote/simulator/training/stepplan.h"

#include <utility>
#include <vector>

namespace stepscope::simulator {

/// A load of known shape for measuring sensors: all cores and the GPU are busy and idle in alternation, each time for a
/// random duration of 20 to 800 ms.
class LoadActivity : public Activity
{
public:
    LoadActivity(std::int64_t start, std::int64_t seconds, std::uint64_t seed, const Machine& machine,
                 std::size_t cores);

    [[nodiscard]] std::int64_t begin() const override { return m_signals.begin(); }
    Signals integral(std::int64_t time) override { return m_signals.integral(time); }
    Signals rates(std::int64_t time) override { return m_signals.rates(time); }
    double memory(std::int64_t time) override;

    /// Begin and end of the busy phases, ns.
    [[nodiscard]] const std::vector<std::pair<std::int64_t, std::int64_t>>& phases() const { return m_phases; }
    [[nodiscard]] std::int64_t end() const { return m_signals.end(); }

private:
    std::vector<std::pair<std::int64_t, std::int64_t>> m_phases;
    PiecewiseSignals m_signals;
};

} // namespace stepscope::simulator
