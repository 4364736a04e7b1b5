#pragma once

#include "analysis/report/verify.h"
#include "remote/format/records.h"

#include <unordered_map>
#include <unordered_set>

namespace stepscope::analysis {

/// Checks frames one by one. Keeps counts and definitions, no data.
class Verifier
{
public:
    void see(const format::Frame& frame);
    /// The verdict after the last frame; `damage` is what the reader found.
    Verdict conclude(const format::ReadDamage& damage);

private:
    struct Series
    {
        SamplingSummary summary;
        std::int64_t period = 0;
        std::int64_t first = 0, last = 0; ///< rows
        std::int64_t lastPresent = 0;
        bool any = false, anyPresent = false;
    };

    bool decode(const format::Frame& frame);
    bool seeHeader(const format::Frame& frame);
    bool seeSamples(const format::Frame& frame);
    void seeColumn(const format::SampleBlock& block, const format::SampleColumn& column);
    bool seeNames(const format::Frame& frame);
    bool seeOps(const format::Frame& frame);
    bool seeSpans(const format::Frame& frame);
    bool seeSteps(const format::Frame& frame);
    bool seeEvent(const format::Frame& frame);
    bool seeLog(const format::Frame& frame);
    void seeTime(std::int64_t time);
    void findFaults();

    Verdict m_verdict;
    std::unordered_map<std::uint32_t, Series> m_series;
    std::unordered_map<std::uint32_t, std::uint64_t> m_nextStep; ///< by process
    std::unordered_set<std::uint32_t> m_undefined;               ///< op ids without a definition
    std::vector<bool> m_names, m_ops;                            ///< ids that are defined
    bool m_anyTime = false;
};

} // namespace stepscope::analysis
