#pragma once

#include "analysis/export/exporter.h"

#include <algorithm>
#include <cstdint>

namespace stepscope::analysis {

/// Counts what is done of a known amount and asks now and then whether to go on.
class ExportProgress
{
public:
    ExportProgress(const Progress& progress, std::uint64_t amount)
        : m_progress(progress)
        , m_amount(std::max<std::uint64_t>(amount, 1))
    {}

    /// One more is done; false when cancelled.
    bool advance()
    {
        constexpr std::uint64_t kBetweenCalls = 1U << 14U;
        ++m_done;
        return m_done % kBetweenCalls != 0 || tell();
    }
    /// Tells where it stands; false when cancelled.
    bool tell()
    {
        return !m_progress ||
               m_progress(static_cast<double>(std::min(m_done, m_amount)) / static_cast<double>(m_amount));
    }

    static format::Error cancelled()
    {
        return format::failure(format::Error::Code::Cancelled, "The export was cancelled; its files were removed.");
    }

private:
    const Progress& m_progress;
    std::uint64_t m_amount;
    std::uint64_t m_done = 0;
};

} // namespace stepscope::analysis
