#pragma once

#include "tests/mutations/random.h"

#include <span>
#include <string>

namespace stepscope::mutations {

/// Changes the trace or log of another program: values of its JSON, numbers, lines and bytes of its text. Some are
/// compressed with gzip, and some of these damaged.
std::string mutatedTrace(std::span<const std::string> originals, Random& random);

} // namespace stepscope::mutations
