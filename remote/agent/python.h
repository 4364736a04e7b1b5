#pragma once

#include <optional>
#include <string>

namespace stepscope::agent {

struct Python
{
    std::string path;
    std::string version; ///< "3.6.9"; empty when it did not say within two seconds
};

/// The python3 (or python) that PATH finds; asks it for its version.
std::optional<Python> findPython();

} // namespace stepscope::agent
