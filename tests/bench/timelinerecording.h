#pragma once

#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

/// A training on a board of ten cores, as long and as crowded as asked for: 24 channels in 16 rows at 10 ms, and spans
/// nested two deep on 8 lanes over the same time.
namespace stepscope::bench {

inline constexpr std::size_t kChannels = 24;
inline constexpr std::uint32_t kLanes = 8;

class TimelineRecording
{
public:
    explicit TimelineRecording(std::int64_t period);

    /// Appends rows of all channels, `period` apart, and lets the store take them.
    void addSamples(std::size_t rows);
    /// Appends spans to every lane, as many in all as said, so that they fill the time that has samples from `begin`.
    void addSpans(std::size_t count, std::int64_t begin);
    /// Lets the store take what was added since; may be called by another thread than the rest, one at a time.
    void feed();

    [[nodiscard]] std::int64_t end() const { return m_end; }
    [[nodiscard]] trace::TraceView view() const { return m_store->view(); }

private:
    void describe();

    std::unique_ptr<trace::TraceStore> m_store = std::make_unique<trace::TraceStore>();
    testing::RecordingBuilder m_builder;
    std::mt19937 m_random{1};
    std::int64_t m_period;
    std::int64_t m_end = 0;
};

/// 24 h of samples, and so many spans over them.
trace::TraceView makeDay(std::size_t spans);

} // namespace stepscope::bench
