#pragma once

#include "analysis/import/recordingwriter.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// Collects rows of one group of channels with ids 0, 1, 2, ... and writes them in blocks.
class SampleRows
{
public:
    SampleRows(RecordingWriter& recording, std::size_t channels);

    /// Starts a row without values.
    void begin(std::int64_t time);
    void set(std::size_t channel, std::int64_t value);
    [[nodiscard]] bool isSet(std::size_t channel) const;
    /// Writes buffered rows.
    void flush();
    /// Number of values set so far.
    [[nodiscard]] std::uint64_t samples() const { return m_samples; }

private:
    RecordingWriter& m_recording;
    std::size_t m_mostRows;
    std::vector<std::int64_t> m_times;
    std::vector<std::vector<std::int64_t>> m_columns;
    std::uint64_t m_samples = 0;
};

} // namespace stepscope::analysis
