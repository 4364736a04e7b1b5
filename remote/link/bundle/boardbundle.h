#pragma once

#include "remote/format/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::link {

/// A file or folder of a board.
struct BundleEntry
{
    enum class Kind { Folder, File, Program };

    std::string path; ///< absolute: below /proc or /sys, or one of three files of L4T
    Kind kind = Kind::Folder;
    unsigned mode = 0; ///< permissions to read and, of folders, to search
    std::string content;
};

/// What the agent's probe read on a board.
struct BoardBundle
{
    std::vector<BundleEntry> entries; ///< sorted by path
};

/// Checks and reads the text of a bundle. It is not trusted: error Corrupt for anything that a snapshot does not
/// contain.
format::Result<BoardBundle> readBundle(std::string_view text);

/// Writes the entries below a folder, which is created and must not exist.
format::Result<void> unpackBundle(const BoardBundle& bundle, const std::filesystem::path& folder);

/// Reads a bundle and unpacks it below `cache`, in a folder named by its content; one that exists already is used.
/// Returns the folder.
format::Result<std::filesystem::path> unpackBundleFile(const std::filesystem::path& file,
                                                       const std::filesystem::path& cache);

} // namespace stepscope::link
