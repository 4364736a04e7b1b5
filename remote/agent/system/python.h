#pragma once

#include <optional>
#include <string>

namespace stepscope::agent {

struct Python
{
    std::string path;
    std::string version; ///< "3.6.9"; empty without an answer within two seconds
};

/// The python3 (or python) on PATH and its version, for which it is started.
std::optional<Python> findPython();

} // namespace stepscope::agent
