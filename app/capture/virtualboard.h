#pragma once

#include <string>

namespace stepscope::app {

/// Where the program of virtual boards is: beside this program, or where the build puts it. A path that names the
/// expected place where it is nowhere.
std::string virtualBoardProgram();

} // namespace stepscope::app
