#pragma once

#include "analysis/trace/model.h"

#include <memory>
#include <vector>

namespace stepscope::trace {

/// Everything that was lost. Like losses close in time become one, and so do all like ones once there are many, so that
/// a target cannot fill the memory with them.
class LossList
{
public:
    void add(Loss loss);
    /// Stays as it is when more are added.
    [[nodiscard]] std::shared_ptr<const std::vector<Loss>> list() const;

private:
    std::vector<Loss> m_losses;
    mutable std::shared_ptr<const std::vector<Loss>> m_list; ///< a copy of them; null = out of date
};

} // namespace stepscope::trace
