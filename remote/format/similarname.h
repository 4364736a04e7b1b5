#pragma once

#include <string>
#include <vector>

namespace stepscope::format {

/// The name that a person who wrote `name` probably meant, for errors: one that begins so, else the one that differs in
/// the fewest characters; empty if none is similar. Ignores case.
std::string similarName(const std::string& name, const std::vector<std::string>& names);

} // namespace stepscope::format
