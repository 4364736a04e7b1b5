#pragma once

#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// Reads a file from its beginning to its end, unpacked if it is packed by gzip, in bounded memory.
class GzipFile
{
public:
    static format::Result<GzipFile> open(const std::filesystem::path& path);

    /// Fills as much of it as there is; 0 at the end, or where the packed data is damaged (see damage()).
    std::size_t read(std::span<char> bytes);
    /// Share of the file read, 0..1.
    [[nodiscard]] double share() const;
    /// Empty = none so far.
    [[nodiscard]] const std::string& damage() const { return m_damage; }

private:
    struct Close
    {
        void operator()(void* file) const;
    };
    GzipFile(void* file, std::uintmax_t size)
        : m_file(file)
        , m_size(size)
    {}

    std::unique_ptr<void, Close> m_file;
    std::uintmax_t m_size;
    std::string m_damage;
};

/// The beginning of a file as text, unpacked as far as it goes if it is packed by gzip.
std::string unpackedBeginning(std::string_view beginning);

} // namespace stepscope::analysis
