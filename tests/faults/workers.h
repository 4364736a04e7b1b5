#pragma once

#include <functional>

namespace stepscope::tests {

/// Runs the task in this many processes at once, each with its number; prints their outputs one after the other.
/// Returns the sum of their results.
int runInWorkers(int count, const std::function<int(int number)>& task);

} // namespace stepscope::tests
