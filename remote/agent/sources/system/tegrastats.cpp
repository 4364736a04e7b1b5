#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/linechild.h"
#include "remote/format/clock.h"
#include "remote/tegrastats/line.h"
#include "remote/tegrastats/quantities.h"
#include "remote/tegrastats/series.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

using tegrastats::State;

/// The shortest interval that tegrastats supports in practice: with 1 ms it prints 25 to 35 lines per second on an AGX
/// Xavier, with 100 ms about 8.
constexpr std::int64_t kLeastInterval = 100 * format::kMillisecond;
/// The interval of versions without --interval.
constexpr std::int64_t kOwnInterval = format::kSecond;
constexpr std::int64_t kFirstLineTimeout = 2 * format::kSecond;
/// Shortest time between two starts.
constexpr std::int64_t kRestartPause = 5 * format::kSecond;
/// It is started only for these quantities; then it provides all quantities that no other source provides.
constexpr std::array<std::string_view, 2> kWorthIt{"rail.power", "gpu.utilization"};

class Tegrastats : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext& context) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    bool runFor(std::vector<std::string> command, std::int64_t interval);
    void chooseSeries(const SourceContext& context);
    bool readLines(std::int64_t now, EventSink* events);
    void takeReadings(std::int64_t now, EventSink* events);
    void keepAlive(std::int64_t now);

    LineChild m_child;
    std::vector<std::string> m_command;
    std::int64_t m_interval = kLeastInterval;
    std::unique_ptr<tegrastats::Line> m_line = std::make_unique<tegrastats::Line>();
    tegrastats::SeriesTable m_series;    ///< the series of its first line
    std::vector<std::size_t> m_channels; ///< of each channel: index of its series
    std::vector<std::int64_t> m_latest;  ///< of each series: latest value
    std::int64_t m_arrival = 0;          ///< time of the last line
    std::int64_t m_restartAt = 0;
    bool m_toldNewField = false;
    Presence m_presence;
};

/// True if only root or this user can have created the file.
bool isTrusted(const std::string& path)
{
    struct stat status
    {};
    return stat(path.c_str(), &status) == 0 && (status.st_uid == 0 || status.st_uid == geteuid()) &&
           access(path.c_str(), X_OK) == 0;
}

/// The program's path; for a described board only within its tree. L4T 28 and older have it in the user's home.
std::string findProgram(const SystemTree& tree)
{
    std::vector<std::string> places;
    std::string_view path = tree.isDescribed() || std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
    while (!path.empty()) {
        const std::size_t end = std::min(path.find(':'), path.size());
        if (path.front() == '/')
            places.emplace_back(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    places.emplace_back("/usr/bin");
    for (const std::string& user : tree.list("/home"))
        places.push_back("/home/" + user);
    for (const std::string& place : places) {
        std::string program = tree.path(place + "/tegrastats");
        if (isTrusted(program))
            return program;
    }
    return {};
}

Finding Tegrastats::probe(const SourceContext& context)
{
    const std::string program = findProgram(context.tree);
    if (program.empty())
        return {SourceState::Missing, "", "tegrastats is not installed: it is a part of a Jetson's system"};
    if (std::none_of(kWorthIt.begin(), kWorthIt.end(), [&](std::string_view q) { return !context.isServed(q); }))
        return {SourceState::Unneeded, "", "the drivers' files provide more and are readable"};
    const std::int64_t interval = std::max(context.periodNs, kLeastInterval);
    const std::string milliseconds = std::to_string(interval / format::kMillisecond);
    if (!runFor({program, "--interval", milliseconds}, interval) && !runFor({program}, kOwnInterval))
        return {SourceState::Missing, "", program + " printed no line within 2 s"};
    chooseSeries(context);
    if (m_channels.empty()) {
        m_child.stop();
        return {SourceState::Unneeded, "", "it provides no further quantities"};
    }
    return {SourceState::Used, "1 mW, 1 %, 1 MHz",
            "only root can read the drivers' files, so " + program + " runs as a child process, with a line every " +
                std::to_string(m_interval / format::kMillisecond) +
                " ms at best; the averaging of its sensors is unknown"};
}

/// Starts the command. True if it printed a line of tegrastats in time; it keeps running then.
bool Tegrastats::runFor(std::vector<std::string> command, std::int64_t interval)
{
    m_command = std::move(command);
    m_interval = interval;
    if (m_child.start(m_command) != 0)
        return false;
    const std::int64_t deadline = format::monotonicNs() + kFirstLineTimeout + interval;
    while (m_child.wait(deadline)) {
        if (readLines(format::monotonicNs(), nullptr))
            return true;
        if (!m_child.isRunning())
            break;
    }
    m_child.stop();
    return false;
}

/// Selects the series of the first line that no other source provides.
void Tegrastats::chooseSeries(const SourceContext& context)
{
    for (std::size_t i = 0; i < m_line->readings().size(); ++i) {
        const tegrastats::Reading& reading = m_line->readings()[i];
        // Constants and unmeasured fields are ignored; a field that is off may be switched on later.
        const bool isUseful =
            reading.state == State::Value || reading.state == State::Off || reading.state == State::SensorOff;
        const auto series = isUseful ? m_series.findOrAdd(reading, i) : std::nullopt;
        if (!series || *series < m_latest.size())
            continue;
        m_latest.push_back(format::kMissing);
        const auto& facts = tegrastats::factsOf(reading.quantity);
        if (facts.recorded && !context.isServed(facts.quantity))
            m_channels.push_back(*series);
    }
    takeReadings(m_arrival, nullptr);
}

std::vector<Channel> Tegrastats::describe(const SourceContext& context) const
{
    std::vector<Channel> channels;
    for (const std::size_t series : m_channels) {
        const auto description = tegrastats::channelOf(m_series[series], context.board.board);
        Channel& channel = channels.emplace_back();
        channel.name = description.name;
        channel.quantity = description.quantity;
        channel.unit = description.unit;
        channel.scale = description.scale;
        channel.covers = description.interval ? Channel::Covers::Interval : Channel::Covers::Instant;
        channel.core = description.core;
        const auto core = std::find_if(context.board.cores.begin(), context.board.cores.end(),
                                       [&](const Core& other) { return other.number == description.core; });
        channel.cluster = core == context.board.cores.end() ? "" : core->cluster;
        channel.rail = description.rail;
        channel.parent = description.parent;
        channel.role = description.role;
        channel.resolution = description.resolution;
        channel.updateNs = m_interval;
    }
    return channels;
}

/// Reads the available lines. True if there was one; m_line is the last one.
bool Tegrastats::readLines(std::int64_t now, EventSink* events)
{
    bool came = false;
    for (auto text = m_child.next(); text && !(came && events == nullptr); text = m_child.next()) {
        m_line->parse(*text);
        if (!m_line->isTegrastats())
            continue;
        came = true;
        m_arrival = now;
        // While probing, the line's text has to stay valid.
        if (events == nullptr)
            break;
        takeReadings(now, events);
    }
    return came;
}

void Tegrastats::takeReadings(std::int64_t now, EventSink* events)
{
    std::fill(m_latest.begin(), m_latest.end(), format::kMissing);
    for (std::size_t i = 0; i < m_line->readings().size(); ++i) {
        const tegrastats::Reading& reading = m_line->readings()[i];
        const auto series = m_series.find(reading, i);
        if (series && m_latest[*series] == format::kMissing)
            m_latest[*series] = tegrastats::recordedValue(reading).value_or(format::kMissing);
        if (!series && reading.state == State::Value && events != nullptr && !m_toldNewField) {
            m_toldNewField = true;
            std::array<char, 160> text;
            const int size =
                std::snprintf(text.data(), text.size(),
                              "tegrastats prints a field that it did not print at the start (%.*s); such "
                              "fields are left out.",
                              static_cast<int>(std::min<std::size_t>(reading.name.size(), 40)), reading.name.data());
            events->report(now, format::Event::Severity::Info, "source",
                           {text.data(), std::min(static_cast<std::size_t>(size), text.size() - 1)});
        }
    }
}

void Tegrastats::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    const std::int64_t now = format::monotonicNs();
    const bool came = readLines(now, &events);
    keepAlive(now);
    // The values stay valid until the next line, but not longer than three intervals and a second.
    const bool isFresh = came || (m_child.isRunning() && now - m_arrival <= 3 * m_interval + format::kSecond);
    m_presence.update(isFresh, now, "tegrastats", events);
    for (std::size_t i = 0; i < m_channels.size(); ++i) {
        values[i] = isFresh ? m_latest[m_channels[i]] : format::kMissing;
        times[i] = now;
    }
}

/// Restarts the program if it has ended.
void Tegrastats::keepAlive(std::int64_t now)
{
    if (m_child.isRunning())
        return;
    if (m_restartAt == 0)
        m_restartAt = now + kRestartPause;
    if (now < m_restartAt)
        return;
    m_restartAt = now + kRestartPause;
    m_child.start(m_command);
}

} // namespace

std::unique_ptr<Source> makeTegrastats()
{
    return std::make_unique<Tegrastats>();
}

} // namespace stepscope::agent
