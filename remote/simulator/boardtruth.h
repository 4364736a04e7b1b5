#pragma once

#include "remote/simulator/boards.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stepscope::simulator {

/// What is true of a board at each moment: what it does when idle, and the activities played on it. Thread-safe.
/// Time is CLOCK_MONOTONIC ns; before boot() nothing was.
class BoardTruth
{
public:
    BoardTruth(Board board, std::int64_t boot);

    [[nodiscard]] const Board& board() const { return m_board; }
    [[nodiscard]] std::int64_t boot() const { return m_boot; }

    /// One at a time: false while another one plays.
    bool play(std::shared_ptr<Activity> activity);
    void stop(std::int64_t now);
    [[nodiscard]] bool playing() const;
    /// The process that plays; 0 = none.
    void setProcess(int process) { m_process = process; }
    [[nodiscard]] int process() const { return m_process; }

    /// Since boot(), unit x ns.
    [[nodiscard]] Signals integral(std::int64_t time) const;
    [[nodiscard]] Signals rates(std::int64_t time) const;
    [[nodiscard]] Signals mean(std::int64_t from, std::int64_t to) const;
    /// Of the whole system, bytes; and of the activity alone.
    [[nodiscard]] double usedBytes(std::int64_t time) const;
    [[nodiscard]] double activityBytes(std::int64_t time) const;

    /// Watts of a rail: the mean of what the sensor sees at a read; not yet quantised.
    [[nodiscard]] double railWatts(const Rail& rail, const SensorFacts& sensor, std::int64_t time) const;
    [[nodiscard]] double seen(Signal signal, const SensorFacts& sensor, std::int64_t time) const;

private:
    struct Played
    {
        std::shared_ptr<Activity> activity;
        std::int64_t end;
    };
    [[nodiscard]] std::vector<Played> played(Signals& finished) const;
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> windowAt(const SensorFacts& sensor, std::int64_t time) const;

    Board m_board;
    std::int64_t m_boot;
    std::atomic<int> m_process = 0;
    mutable std::mutex m_mutex;
    std::vector<Played> m_played; ///< the latest ones
    Signals m_finished{};         ///< of those before
};

} // namespace stepscope::simulator
