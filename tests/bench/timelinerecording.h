#pragma once

#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

/// A synthetic training on a board with ten cores: 24 channels in 16 rows, and spans of two depths on 8 lanes over the
/// same time.
namespace stepscope::bench {

inline constexpr std::size_t kChannels = 24;
inline constexpr std::uint32_t kLanes = 8;

class TimelineRecording
{
public:
    explicit TimelineRecording(std::int64_t period);

    /// Appends `rows` samples of all channels at the period and feeds them to the store.
    void addSamples(std::size_t rows);
    /// Appends `count` spans in total to all lanes, which fill the time from `begin` to end().
    void addSpans(std::size_t count, std::int64_t begin);
    /// Feeds the appended data to the store. Any thread may call it, but not two at a time.
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

/// 24 h of samples at 10 ms, and `spans` spans.
trace::TraceView makeDay(std::size_t spans);

} // namespace stepscope::bench
