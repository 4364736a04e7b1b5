#include "analysis/report/analysis.h"

#include <algorithm>
#include <string>

namespace stepscope::analysis {
namespace {

/// Depth-first search over the needs.
class RunOrder
{
public:
    explicit RunOrder(std::span<const Analysis> table)
        : m_table(table)
        , m_states(table.size(), State::Open)
    {}

    format::Result<std::vector<const Analysis*>> sorted()
    {
        for (std::size_t i = 0; i < m_table.size(); ++i)
            TRY(visit(i));
        return m_order;
    }

private:
    enum class State { Open, Entered, Done };

    format::Result<void> visit(std::size_t index)
    {
        const Analysis& analysis = m_table[index];
        if (m_states[index] == State::Done)
            return {};
        if (m_states[index] == State::Entered)
            return format::failure("The analysis \"" + std::string(analysis.name) + "\" needs itself.");
        m_states[index] = State::Entered;
        for (const std::string_view need : analysis.needs) {
            const auto needed =
                std::find_if(m_table.begin(), m_table.end(), [&](const Analysis& other) { return other.name == need; });
            if (needed == m_table.end())
                return format::failure("The analysis \"" + std::string(analysis.name) + "\" needs \"" +
                                       std::string(need) + "\", which does not exist.");
            TRY(visit(static_cast<std::size_t>(needed - m_table.begin())));
        }
        m_states[index] = State::Done;
        m_order.push_back(&analysis);
        return {};
    }

    std::span<const Analysis> m_table;
    std::vector<State> m_states;
    std::vector<const Analysis*> m_order;
};

} // namespace

const std::vector<Analysis>& analyses()
{
    static const std::vector<Analysis> table{
        {"losses", {}, computeLosses},
        {"steps", {}, computeSteps},
        {"period", {}, computePeriod},
        {"cpu", {}, computeCpu},
        {"memory", {}, computeMemory},
        {"energy", {"steps"}, computeEnergy},
        {"temperatures", {}, computeTemperatures},
        {"ops", {}, computeOps},
        {"op energy", {}, computeOpEnergy},
        {"module energy", {"op energy"}, computeModuleEnergy},
        {"position energy", {"op energy"}, computePositionEnergy},
        {"untraced energy", {"op energy"}, computeUntracedEnergy},
        {"predictability", {"op energy", "period"}, computePredictability},
        {"observations", {"steps", "energy"}, computeObservations},
        {"agent overhead", {}, computeAgentOverhead},
    };
    return table;
}

format::Result<std::vector<const Analysis*>> runOrder(std::span<const Analysis> table)
{
    return RunOrder(table).sorted();
}

} // namespace stepscope::analysis
