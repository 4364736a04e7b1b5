#pragma once

#include "analysis/trace/model.h"

#include <memory>
#include <vector>

namespace stepscope::trace {

/// The losses of a recording. Losses of the same kind and reason that are close in time are merged. Once the list is
/// long, all of the same kind and reason are merged, so that a target cannot fill the memory with losses.
class LossList
{
public:
    void add(Loss loss);
    /// The losses so far; add() does not change the returned list.
    [[nodiscard]] std::shared_ptr<const std::vector<Loss>> list() const;

private:
    std::vector<Loss> m_losses;
    mutable std::shared_ptr<const std::vector<Loss>> m_list; ///< copy of m_losses; null = out of date
};

} // namespace stepscope::trace
