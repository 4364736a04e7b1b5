#pragma once

#include "remote/format/result.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace stepscope::analysis {

/// Receives the share done (0..1) and returns false to cancel. May be empty.
using Progress = std::function<bool(double)>;

/// Counts finished items of a known total and reports the share at intervals.
class ExportProgress
{
public:
    /// `progress` must outlive this object.
    ExportProgress(const Progress& progress, std::uint64_t total)
        : m_progress(progress)
        , m_total(std::max<std::uint64_t>(total, 1))
    {}

    /// Counts one item. Reports every 16,384 items. False after cancellation.
    bool advance()
    {
        constexpr std::uint64_t kBetweenReports = 1U << 14U;
        ++m_done;
        return m_done % kBetweenReports != 0 || report();
    }
    /// Reports the share done; false after cancellation.
    bool report()
    {
        return !m_progress || m_progress(static_cast<double>(std::min(m_done, m_total)) / static_cast<double>(m_total));
    }

    static format::Error cancelled()
    {
        return format::failure(format::Error::Code::Cancelled, "The export was cancelled; its files were removed.");
    }

private:
    const Progress& m_progress;
    std::uint64_t m_total;
    std::uint64_t m_done = 0;
};

} // namespace stepscope::analysis
