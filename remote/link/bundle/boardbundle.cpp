#include "remote/link/bundle/boardbundle.h"

#include "remote/format/frame.h"
#include "remote/format/plaintext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <optional>
#include <set>
#include <span>

namespace stepscope::link {
namespace {

using format::Error;
using format::Result;
using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t kMostOfBundle = std::size_t{16} << 20U;
constexpr std::size_t kMostBoardFiles = 8193; // and the program
constexpr std::size_t kMostOfBoardFile = 65536;
constexpr std::size_t kLongestPath = 1024;
constexpr std::size_t kLongestName = 255;
constexpr const char* kNotedProgram = "/usr/bin/tegrastats";

Error damaged(const std::string& what)
{
    return format::failure(Error::Code::Corrupt, "this is not a valid bundle of a board: " + what +
                                                     "; nothing was unpacked. Make it again with `stepscope doctor "
                                                     "TARGET --bundle FILE`");
}

/// The path for a message, cut and without control characters.
std::string shown(const std::string& path)
{
    constexpr std::size_t kMost = 80;
    std::string text = format::plainText(std::string_view(path).substr(0, kMost), "?");
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, '?');
    return "'" + text + "'";
}

bool isOfSystem(std::string_view path)
{
    return path.starts_with("/proc/") || path.starts_with("/sys/") || path == "/etc/nv_tegra_release" ||
           path == "/etc/nvpmodel.conf" || path == "/var/lib/nvpmodel/status";
}

/// Parts are names: not empty, not . or .., without control characters.
bool hasPlainParts(std::string_view path)
{
    if (path.size() > kLongestPath)
        return false;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::string_view part = path.substr(0, path.find('/'));
        const bool isName = !part.empty() && part != "." && part != ".." && part.size() <= kLongestName;
        if (!isName || std::any_of(part.begin(), part.end(), [](char c) { return c >= 0 && c < 0x20; }))
            return false;
        path.remove_prefix(part.size());
    }
    return true;
}

std::optional<std::string> textOf(const json& object, const char* key)
{
    const auto member = object.find(key);
    if (member == object.end() || !member->is_string())
        return std::nullopt;
    return member->get<std::string>();
}

std::optional<std::string> bytesOf(const std::string& hex)
{
    const auto digit = [](char c) -> int {
        if (c >= '0' && c <= '9')
            return c - '0';
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    };
    if (hex.size() % 2 != 0)
        return std::nullopt;
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        const int high = digit(hex[i]);
        const int low = digit(hex[i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        bytes += static_cast<char>(high << 4 | low);
    }
    return bytes;
}

/// "0444"; nothing but permissions to read, and of folders to search, is kept.
std::optional<unsigned> modeOf(const std::string& text, BundleEntry::Kind kind)
{
    if (text.size() != 4 || text.front() != '0' || text.find_first_not_of("01234567") != std::string::npos)
        return std::nullopt;
    unsigned mode = 0;
    for (const char c : text)
        mode = mode << 3U | static_cast<unsigned>(c - '0');
    return mode & (kind == BundleEntry::Kind::Folder ? 0555U : 0444U);
}

Result<std::string> contentOf(const json& object, const std::string& path)
{
    std::optional<std::string> content = textOf(object, "text");
    if (const auto hex = textOf(object, "hex")) {
        content = bytesOf(*hex);
        if (!content)
            return damaged("the content of " + shown(path) + " is not hexadecimal");
    }
    if (content && content->size() > kMostOfBoardFile)
        return damaged("the content of " + shown(path) + " is larger than 64 KiB");
    return content.value_or("");
}

Result<BundleEntry> entryOf(const json& object)
{
    if (!object.is_object())
        return damaged("an entry is not an object");
    BundleEntry entry;
    entry.path = textOf(object, "path").value_or("");
    const std::string kind = textOf(object, "kind").value_or("");
    if (kind == "file")
        entry.kind = BundleEntry::Kind::File;
    else if (kind == "program")
        entry.kind = BundleEntry::Kind::Program;
    else if (kind != "folder")
        return damaged(shown(entry.path) + " is neither a file nor a folder; links and devices are not accepted");
    const bool isInside =
        entry.kind == BundleEntry::Kind::Program ? entry.path == kNotedProgram : isOfSystem(entry.path);
    if (!isInside || !hasPlainParts(entry.path))
        return damaged("the path " + shown(entry.path) + " is not below /proc or /sys");
    const auto mode = modeOf(textOf(object, "mode").value_or(""), entry.kind);
    if (!mode)
        return damaged("the permissions of " + shown(entry.path) + " are not four octal digits");
    entry.mode = *mode;
    if (entry.kind == BundleEntry::Kind::File)
        entry.content = TRY(contentOf(object, entry.path));
    return entry;
}

/// Sorts, and refuses paths that repeat another one or lie below a file.
Result<void> checkTree(std::vector<BundleEntry>& entries)
{
    std::sort(entries.begin(), entries.end(),
              [](const BundleEntry& a, const BundleEntry& b) { return a.path < b.path; });
    std::set<std::string_view> files;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const BundleEntry& entry = entries[i];
        if (i > 0 && entries[i - 1].path == entry.path)
            return damaged("the path " + shown(entry.path) + " appears twice");
        if (entry.kind != BundleEntry::Kind::Folder)
            files.insert(entry.path);
    }
    for (const BundleEntry& entry : entries) {
        for (std::size_t at = entry.path.find('/', 1); at != std::string::npos; at = entry.path.find('/', at + 1)) {
            if (files.contains(std::string_view(entry.path).substr(0, at)))
                return damaged("the path " + shown(entry.path) + " lies below a file");
        }
    }
    return {};
}

Error notWritten(const fs::path& path)
{
    return format::failure("the bundle cannot be unpacked: " + path.string() +
                           " cannot be written; check the free space and the permissions of this folder");
}

Result<void> writeEntry(const BundleEntry& entry, const fs::path& place)
{
    std::error_code error;
    fs::create_directories(entry.kind == BundleEntry::Kind::Folder ? place : place.parent_path(), error);
    if (error)
        return notWritten(place);
    if (entry.kind == BundleEntry::Kind::Folder)
        return {};
    std::ofstream file(place, std::ios::binary);
    file << (entry.kind == BundleEntry::Kind::Program ? "#!/bin/sh\nexit 1\n" : entry.content);
    file.close();
    const unsigned mode = entry.kind == BundleEntry::Kind::Program ? 0555U : entry.mode;
    fs::permissions(place, static_cast<fs::perms>(mode), error);
    return file.good() && !error ? Result<void>() : notWritten(place);
}

} // namespace

Result<BoardBundle> readBundle(std::string_view text)
{
    if (text.size() > kMostOfBundle)
        return damaged("it is larger than 16 MiB");
    const json root = json::parse(text, nullptr, false);
    if (!root.is_object() || !root.contains("board_bundle"))
        return damaged("it is not JSON with the member board_bundle");
    if (root["board_bundle"] != 1)
        return format::failure(Error::Code::Corrupt,
                               "this bundle has a newer format; open it with a newer version of Stepscope");
    const auto entries = root.find("entries");
    if (entries == root.end() || !entries->is_array())
        return damaged("it has no entries");
    if (entries->size() > kMostBoardFiles)
        return damaged("it has more than " + std::to_string(kMostBoardFiles) + " entries");
    BoardBundle bundle;
    for (const json& object : *entries)
        bundle.entries.push_back(TRY(entryOf(object)));
    TRY(checkTree(bundle.entries));
    return bundle;
}

Result<void> unpackBundle(const BoardBundle& bundle, const fs::path& folder)
{
    std::error_code error;
    if (fs::exists(folder, error))
        return format::failure("the bundle cannot be unpacked: " + folder.string() + " exists already");
    fs::create_directories(folder, error);
    if (error)
        return notWritten(folder);
    for (const BundleEntry& entry : bundle.entries)
        TRY(writeEntry(entry, folder / entry.path.substr(1)));
    // After their contents, the innermost first.
    for (auto entry = bundle.entries.rbegin(); entry != bundle.entries.rend(); ++entry) {
        if (entry->kind == BundleEntry::Kind::Folder)
            fs::permissions(folder / entry->path.substr(1), static_cast<fs::perms>(entry->mode | 0200U), error);
    }
    return {};
}

Result<fs::path> unpackBundleFile(const fs::path& file, const fs::path& cache)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return format::failure(Error::Code::NotFound,
                               "the bundle " + file.string() + " cannot be read; check its name and permissions");
    std::string text(kMostOfBundle + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    const BoardBundle bundle = TRY(readBundle(text));
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "%zu-%08x", text.size(), format::crc32c(std::as_bytes(std::span(text))));
    const fs::path folder = cache / name.data();
    std::error_code error;
    if (fs::is_directory(folder, error))
        return folder;
    fs::create_directories(cache, error);
    // Renamed when it is whole, so that a crash leaves no part of a board.
    std::string pattern = (cache / "new-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
        return notWritten(cache);
    const fs::path fresh = fs::path(pattern) / "board";
    auto done = unpackBundle(bundle, fresh);
    if (done)
        fs::rename(fresh, folder, error);
    std::error_code ignored;
    fs::remove_all(pattern, ignored);
    if (!done)
        return done.error();
    return fs::is_directory(folder, ignored) ? Result<fs::path>(folder) : notWritten(folder);
}

} // namespace stepscope::link
