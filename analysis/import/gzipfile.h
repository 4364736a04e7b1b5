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

/// Reads a file sequentially in bounded memory; decompresses gzip files.
class GzipFile
{
public:
    static format::Result<GzipFile> open(const std::filesystem::path& path);

    /// Returns the number of bytes read; 0 at the end, or where the compressed data is damaged (see damage()).
    std::size_t read(std::span<char> bytes);
    /// Share of the file read, 0..1.
    [[nodiscard]] double share() const;
    /// Description of the damage found so far; empty = none.
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

/// The beginning of a file as text; decompressed as far as possible if it is of a gzip file.
std::string unpackedBeginning(std::string_view beginning);

} // namespace stepscope::analysis
