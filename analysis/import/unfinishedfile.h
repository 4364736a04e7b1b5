#pragma once

#include <filesystem>
#include <system_error>
#include <utility>

namespace stepscope::analysis {

/// Removes a file that is being written, unless it is kept: after an error, a cancellation, or an exception, as where
/// memory is exhausted.
class UnfinishedFile
{
public:
    explicit UnfinishedFile(std::filesystem::path path)
        : m_path(std::move(path))
    {}
    ~UnfinishedFile()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove(m_path, ignored);
    }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    void keep() { m_path.clear(); }

private:
    std::filesystem::path m_path;
};

} // namespace stepscope::analysis
