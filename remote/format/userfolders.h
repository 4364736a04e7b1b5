#pragma once

#include <filesystem>

/// The user's folders of the XDG base directory specification, version 0.8: a variable that is unset, empty or not an
/// absolute path has no effect. Qt 6.4 knows all but the folder of states.
namespace stepscope::format {

/// XDG_STATE_HOME/stepscope, else ~/.local/state/stepscope: what the program remembers by itself, such as recent files,
/// the layout of the window, and unfinished recordings.
std::filesystem::path stateFolder();

/// XDG_CACHE_HOME/stepscope, else ~/.cache/stepscope: what can be made again.
std::filesystem::path cacheFolder();

} // namespace stepscope::format
