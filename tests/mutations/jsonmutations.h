#pragma once

#include "tests/mutations/random.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stepscope::mutations {

/// Replaces, removes and repeats a few values, anywhere in the tree.
void mutateJson(nlohmann::json& tree, Random& random);
/// The same in a text; a text that is not JSON is unchanged. Limits: numbers without a finite value become null.
std::string mutatedJson(const std::string& text, Random& random);

} // namespace stepscope::mutations
