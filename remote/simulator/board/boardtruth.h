#pragma once

#include "remote/format/result.h"
#include "remote/simulator/board/boards.h"
#include "remote/simulator/board/powerstate.h"
#include "remote/simulator/training/training.h"

#include <atomic>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stepscope::simulator {

/// The true signals of a board over time: those of the idle board plus those of the activities played on it.
/// Thread-safe. Times are CLOCK_MONOTONIC ns; all signals are 0 before boot().
class BoardTruth
{
public:
    BoardTruth(Board board, std::int64_t boot);
    BoardTruth(const BoardTruth&) = delete;
    BoardTruth& operator=(const BoardTruth&) = delete;

    [[nodiscard]] const Board& board() const { return m_board; }
    [[nodiscard]] PowerState& power() { return m_power; }
    [[nodiscard]] const PowerState& power() const { return m_power; }
    [[nodiscard]] std::int64_t boot() const { return m_boot; }

    /// Starts an activity. Returns false while another one plays.
    bool play(std::shared_ptr<Activity> activity);
    void stop(std::int64_t now);
    [[nodiscard]] bool playing() const;
    /// The playing process; 0 = none.
    void setProcess(int process) { m_process = process; }
    [[nodiscard]] int process() const { return m_process; }

    /// Integral since boot(), unit x ns.
    [[nodiscard]] Signals integral(std::int64_t time) const;
    [[nodiscard]] Signals rates(std::int64_t time) const;
    [[nodiscard]] Signals mean(std::int64_t from, std::int64_t to) const;
    /// Memory used by the whole system, and by the activity alone, bytes.
    [[nodiscard]] double usedBytes(std::int64_t time) const;
    [[nodiscard]] double activityBytes(std::int64_t time) const;

    /// The value that the sensor returns for a read at `time`, before quantization: of a rail (W), and of a signal.
    [[nodiscard]] double railWatts(const Rail& rail, const SensorFacts& sensor, std::int64_t time) const;
    [[nodiscard]] double sensorMean(Signal signal, const SensorFacts& sensor, std::int64_t time) const;

private:
    struct PlayedActivity
    {
        std::shared_ptr<Activity> activity;
        std::int64_t end;
    };
    [[nodiscard]] std::vector<PlayedActivity> snapshot(Signals& finished) const;
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> windowAt(const SensorFacts& sensor, std::int64_t time) const;

    Board m_board;
    PowerState m_power{m_board};
    std::int64_t m_boot;
    std::atomic<int> m_process = 0;
    mutable std::mutex m_mutex;
    std::vector<PlayedActivity> m_played; ///< the latest activities
    Signals m_finished{};                 ///< integral of the earlier ones
};

/// Writes the ground truth of one training as JSON lines (format: remote/simulator/TRUTH.md): the board with its rails
/// and their sensor facts, then each step with the energy of each rail, and its ops with the energy that each adds.
class TruthFile
{
public:
    static format::Result<TruthFile> create(const std::string& path, const Board& board, const Training& training);

    void add(const PlayedStep& step);

private:
    TruthFile(std::FILE* file, const Board& board);
    void begin(const Training& training);

    struct Close
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> m_file;
    Board m_board;
};

} // namespace stepscope::simulator
