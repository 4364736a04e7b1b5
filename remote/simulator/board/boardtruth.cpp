#include "remote/simulator/board/boardtruth.h"

#include "remote/json/writer.h"

#include <cerrno>
#include <cstring>
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

namespace {

constexpr int kDigits = 6;

void writeSensor(json::Writer& json, const SensorFacts& sensor)
{
    json.key("window_ns").integer(sensor.windowNs).key("update_ns").integer(sensor.updateNs);
    json.key("lag_ns").integer(sensor.lagNs).key("read_ns").integer(sensor.readNs);
}

double watts(const Rail& rail, const Joules& joules)
{
    return rail.gpu * joules.gpu + rail.cpu * joules.cpu + rail.soc * joules.soc + rail.ddr * joules.ddr;
}

} // namespace

format::Result<TruthFile> TruthFile::create(const std::string& path, const Board& board, const Training& training)
{
    std::FILE* file = std::fopen(path.c_str(), "we");
    if (file == nullptr)
        return format::failure("the ground truth cannot be written to " + path + " (" + std::strerror(errno) +
                               "): choose another file with --truth");
    TruthFile truth(file, board);
    truth.begin(training);
    return truth;
}

TruthFile::TruthFile(std::FILE* file, const Board& board)
    : m_file(file)
    , m_board(board)
{}

void TruthFile::begin(const Training& training)
{
    const TrainingOptions& options = training.options();
    std::string line;
    json::Writer json(line);
    json.beginObject().key("format").integer(1).key("virtual").boolean(true).key("variant").text(m_board.variant);
    json.key("model").text(options.model).key("batch").integer(options.batch);
    json.key("steps").integer(static_cast<std::int64_t>(options.steps));
    json.key("seed").integer(static_cast<std::int64_t>(options.seed));
    json.key("start_ns").integer(options.start).key("first_step_ns").integer(training.firstStepBegin());
    json.key("tracing_slowdown").real(kTracingSlowdown, kDigits).key("rails").beginArray();
    for (const Rail& rail : m_board.rails) {
        json.beginObject().key("label").text(rail.label);
        json.key("idle_watts").real(railSum(rail, m_board.idle) + rail.constantWatts, kDigits);
        json.key("step_watts").real(40e-6 / rail.shuntOhm * rail.volts, kDigits);
        writeSensor(json, m_board.railSensor);
        json.endObject();
    }
    json.endArray().key("gpu_load").beginObject();
    writeSensor(json, m_board.gpuSensor);
    json.endObject().key("kinds").beginArray();
    for (const OpKind& kind : training.plan().kinds)
        json.beginArray().text(kind.name).text(kind.shapes).text(kind.module).text(kind.category).endArray();
    json.endArray().endObject();
    line += '\n';
    std::fputs(line.c_str(), m_file.get());
}

void TruthFile::add(const PlayedStep& step)
{
    const std::int64_t begin = step.waveform.begin();
    const std::int64_t end = step.waveform.end();
    const Signals sum = step.waveform.integral(end);
    std::string line;
    json::Writer json(line);
    json.beginObject().key("step").integer(static_cast<std::int64_t>(step.index)).key("start_ns").integer(begin);
    json.key("end_ns").integer(end).key("traced").boolean(step.traced);
    json.key("gpu_busy_ns").real(sum[GpuBusy], kDigits).key("joules").beginArray();
    for (const Rail& rail : m_board.rails) {
        const double constant = railSum(rail, m_board.idle) + rail.constantWatts;
        json.real((railSum(rail, sum) + constant * static_cast<double>(end - begin)) * 1e-9, kDigits);
    }
    json.endArray().key("ops").beginArray();
    for (const OpInstance& op : step.ops) {
        if (op.lane == OpInstance::Main && op.depth < 2)
            continue;
        json.beginArray().integer(op.kind).integer(op.lane).integer(op.start).integer(op.duration);
        for (const Rail& rail : m_board.rails)
            json.real(watts(rail, op.own), kDigits);
        json.endArray();
    }
    json.endArray().endObject();
    line += '\n';
    std::fputs(line.c_str(), m_file.get());
}

} // namespace stepscope::simulator
