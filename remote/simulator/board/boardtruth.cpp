#include "remote/simulator/board/boardtruth.h"

#include <limits>

namespace stepscope::simulator {
namespace {

constexpr std::int64_t kStillPlaying = std::numeric_limits<std::int64_t>::max();
/// Number of activities stored separately. Sensors average over at most a second in the past.
constexpr std::size_t kMaxActivities = 3;

} // namespace

BoardTruth::BoardTruth(Board board, std::int64_t boot)
    : m_board(std::move(board))
    , m_boot(boot)
{}

bool BoardTruth::play(std::shared_ptr<Activity> activity)
{
    const std::lock_guard lock(m_mutex);
    if (!m_played.empty() && m_played.back().end == kStillPlaying)
        return false;
    if (m_played.size() == kMaxActivities) {
        addTo(m_finished, m_played.front().activity->integral(m_played.front().end));
        m_played.erase(m_played.begin());
    }
    m_played.push_back({std::move(activity), kStillPlaying});
    return true;
}

void BoardTruth::stop(std::int64_t now)
{
    const std::lock_guard lock(m_mutex);
    if (!m_played.empty() && m_played.back().end == kStillPlaying)
        m_played.back().end = now;
}

bool BoardTruth::playing() const
{
    const std::lock_guard lock(m_mutex);
    return !m_played.empty() && m_played.back().end == kStillPlaying;
}

std::vector<BoardTruth::PlayedActivity> BoardTruth::snapshot(Signals& finished) const
{
    const std::lock_guard lock(m_mutex);
    finished = m_finished;
    return m_played;
}

Signals BoardTruth::integral(std::int64_t time) const
{
    Signals sum{};
    const auto activities = snapshot(sum);
    for (const PlayedActivity& played : activities)
        addTo(sum, played.activity->integral(std::min(time, played.end)));
    addTo(sum, m_board.idle, static_cast<double>(std::max<std::int64_t>(time - m_boot, 0)));
    return sum;
}

Signals BoardTruth::rates(std::int64_t time) const
{
    Signals ignored{};
    Signals sum = m_board.idle;
    for (const PlayedActivity& played : snapshot(ignored)) {
        if (time < played.end)
            addTo(sum, played.activity->rates(time));
    }
    return sum;
}

Signals BoardTruth::mean(std::int64_t from, std::int64_t to) const
{
    if (to <= from)
        return rates(to);
    Signals difference = integral(to);
    addTo(difference, integral(from), -1);
    for (double& value : difference)
        value /= static_cast<double>(to - from);
    return difference;
}

double BoardTruth::activityBytes(std::int64_t time) const
{
    Signals ignored{};
    double bytes = 0;
    for (const PlayedActivity& played : snapshot(ignored))
        bytes += time < played.end ? played.activity->memory(time) : 0;
    return bytes;
}

double BoardTruth::usedBytes(std::int64_t time) const
{
    return m_board.idleBytes + activityBytes(time);
}

std::pair<std::int64_t, std::int64_t> BoardTruth::windowAt(const SensorFacts& sensor, std::int64_t time) const
{
    std::int64_t end = time;
    if (sensor.updateNs > 0)
        end = m_boot + (time - m_boot) / sensor.updateNs * sensor.updateNs;
    end -= sensor.lagNs;
    return {end - sensor.windowNs, end};
}

double BoardTruth::railWatts(const Rail& rail, const SensorFacts& sensor, std::int64_t time) const
{
    const auto [from, to] = windowAt(sensor, time);
    return railSum(rail, mean(from, to)) + rail.constantWatts;
}

double BoardTruth::sensorMean(Signal signal, const SensorFacts& sensor, std::int64_t time) const
{
    const auto [from, to] = windowAt(sensor, time);
    return mean(from, to)[signal];
}

} // namespace stepscope::simulator
