#pragma once

#include "remote/format/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// All bytes of a file: mapped, or decompressed into memory if it is a gzip file.
class WholeFile
{
public:
    static constexpr std::size_t kMost = std::size_t{1} << 30U; ///< bytes after decompression

    /// Errors: not readable, damaged compression, more than kMost bytes.
    static format::Result<WholeFile> open(const std::filesystem::path& path);
    WholeFile(WholeFile&& other) noexcept;
    WholeFile& operator=(WholeFile&& other) noexcept;
    ~WholeFile();

    [[nodiscard]] std::string_view bytes() const;

private:
    WholeFile() = default;

    std::string m_text; ///< of a gzip file
    void* m_map = nullptr;
    std::size_t m_size = 0;
};

} // namespace stepscope::analysis
