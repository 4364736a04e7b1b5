#include "analysis/import/importedrails.h"
#include "analysis/import/importer.h"
#include "analysis/import/tegrastats/tegrastatssurvey.h"
#include "analysis/import/tegrastats/tegrastatswords.h"
#include "remote/tegrastats/quantities.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace stepscope::analysis {
namespace {

using format::Event;
using tegrastats::Quantity;
using tegrastats::Reading;
using tegrastats::State;

constexpr std::size_t kNoChannel = static_cast<std::size_t>(-1);

/// The second pass over the log: writes samples, events in their places, and lines of other programs as log.
class LogWriter
{
public:
    LogWriter(TegrastatsSurvey& survey, Collection& into)
        : m_survey(survey)
        , m_into(into)
        , m_now(sourceBegin() + survey.times.period())
    {}

    /// Of the source: the first values are means over the period before them.
    [[nodiscard]] std::int64_t sourceBegin() const { return m_survey.times.first(); }

    /// One channel for each series with a value. Returns their number.
    std::size_t makeChannels(const trace::Device& device);
    void write(const LineFile::Line& raw, const tegrastats::Line& line);
    void finish();

private:
    void reportAnomalies();
    void writeReading(const Reading& reading, std::size_t place);
    void noteCore(std::size_t core, bool online);

    [[nodiscard]] Collection::Group& rows() { return m_into.groups.front(); }

    TegrastatsSurvey& m_survey;
    Collection& m_into;
    std::int64_t m_now;                   ///< time of the line
    std::vector<std::size_t> m_channelOf; ///< by series
    std::uint64_t m_row = 0;
    std::vector<int> m_online; ///< by core: -1 = not known, 0, 1
};

std::size_t LogWriter::makeChannels(const trace::Device& device)
{
    std::vector<trace::Channel>& channels = m_into.groups.emplace_back().channels;
    m_channelOf.assign(m_survey.series.size(), kNoChannel);
    for (std::size_t i = 0; i < m_survey.series.size(); ++i) {
        const tegrastats::Series& series = m_survey.series[i];
        if (m_survey.values[i] == 0 || !tegrastats::factsOf(series.quantity).recorded)
            continue;
        const auto facts = tegrastats::channelOf(series, device.board);
        trace::Channel& channel = channels.emplace_back();
        m_channelOf[i] = channels.size() - 1;
        channel.name = facts.name;
        channel.quantity = facts.quantity;
        channel.unit = facts.unit;
        channel.scale = facts.scale;
        channel.covers = facts.interval ? trace::Channel::Covers::Interval : trace::Channel::Covers::Instant;
        channel.core = facts.core;
        const auto core = std::find_if(device.cores.begin(), device.cores.end(),
                                       [&](const trace::Core& other) { return other.core == facts.core; });
        channel.cluster = core == device.cores.end() ? "" : core->cluster;
        channel.rail = facts.rail;
        channel.parent = facts.parent;
        channel.role = facts.role;
        channel.resolution = facts.resolution;
        channel.periodNs = m_survey.times.period();
    }
    placeRails(m_into);
    return channels.size();
}

void LogWriter::write(const LineFile::Line& raw, const tegrastats::Line& line)
{
    reportAnomalies();
    if (!line.isTegrastats()) {
        if (line.fields().empty())
            return;
        m_into.addLog(m_now, std::string(raw.text) + "\n");
        return;
    }
    m_now = m_survey.times.period() + m_survey.times.next();
    m_into.addRow(rows(), m_now);
    ++m_row;
    for (std::size_t i = 0; i < line.readings().size(); ++i)
        writeReading(line.readings()[i], i);
}

void LogWriter::writeReading(const Reading& reading, std::size_t place)
{
    if (reading.quantity == Quantity::CpuUtilization && reading.index >= 0)
        noteCore(static_cast<std::size_t>(reading.index), reading.state != State::Off);
    const auto value = tegrastats::recordedValue(reading);
    const auto series = value ? m_survey.series.find(reading, place) : std::nullopt;
    if (!series || m_channelOf[*series] == kNoChannel)
        return;
    std::int64_t& cell = rows().columns[m_channelOf[*series]].back();
    cell = cell == format::kMissing ? *value : cell; // of a repeated field, the first value is used
}

void LogWriter::noteCore(std::size_t core, bool online)
{
    if (core >= m_online.size())
        m_online.resize(core + 1, -1);
    const int before = std::exchange(m_online[core], online ? 1 : 0);
    if (before == (online ? 1 : 0) || (before < 0 && online))
        return;
    m_into.addEvent(
        {.time = m_now, .kind = "core", .text = "cpu" + std::to_string(core) + (online ? " is online" : " is off")});
}

/// Reports each anomaly at the place of its first occurrence.
void LogWriter::reportAnomalies()
{
    for (std::size_t i = 0; i < kAnomalies; ++i) {
        AnomalyCount& entry = m_survey.anomalies[i];
        if (entry.count == 0 || entry.firstRow > m_row)
            continue;
        m_into.addEvent({.time = m_now,
                         .severity = Event::Severity::Warning,
                         .kind = "import",
                         .text = anomalyText(static_cast<Anomaly>(i), m_survey) + "; first at " + entry.where});
        entry.firstRow = ~std::uint64_t{0};
    }
}

void LogWriter::finish()
{
    m_row = ~std::uint64_t{0} - 1;
    reportAnomalies();
}

class TegrastatsImporter : public Importer
{
public:
    [[nodiscard]] std::string_view name() const override { return "tegrastats"; }
    [[nodiscard]] std::string_view summary() const override { return "logs of tegrastats"; }
    [[nodiscard]] bool usesInterval() const override { return true; }
    [[nodiscard]] bool recognises(std::string_view beginning) const override;
    [[nodiscard]] bool joinsFiles() const override { return true; }
    [[nodiscard]] format::Result<std::string> import(const ImportOptions& options, Collection& into,
                                                     const ImportProgress& progress) const override;
};

bool TegrastatsImporter::recognises(std::string_view beginning) const
{
    const auto line = std::make_unique<tegrastats::Line>();
    while (!beginning.empty()) {
        const std::size_t end = std::min(beginning.find('\n'), beginning.size());
        line->parse(beginning.substr(0, end), end < beginning.size());
        // Only memory and the list of cores are unambiguous; other fields may occur in other formats.
        for (const Reading& reading : line->readings()) {
            if (line->isTegrastats() && reading.state == State::Value &&
                (reading.quantity == Quantity::MemoryTotal || reading.quantity == Quantity::CpuUtilization))
                return true;
        }
        beginning.remove_prefix(std::min(end + 1, beginning.size()));
    }
    return false;
}

format::Result<std::string> TegrastatsImporter::import(const ImportOptions& options, Collection& into,
                                                       const ImportProgress& progress) const
{
    const auto half = [&progress](double from) -> ImportProgress {
        if (!progress)
            return {};
        return [&progress, from](double share) { return progress(from + share / 2); };
    };
    TegrastatsSurvey survey = TRY(surveyLog(options, half(0)));
    if (survey.rows == 0)
        return format::failure(format::Error::Code::Corrupt,
                               options.files.front().string() + " contains no line of tegrastats: nothing to import.");
    LogWriter writer(survey, into);
    describeLog(options, survey, into);
    if (writer.makeChannels(into.device) == 0)
        return format::failure(format::Error::Code::Corrupt,
                               options.files.front().string() + " contains no measured value: nothing to import.");
    into.extendTo(writer.sourceBegin());
    for (const std::string& text : remarksOnLog(options, survey))
        into.addEvent({.time = writer.sourceBegin() + survey.times.period(), .kind = "import", .text = text});
    TRY(readLog(
        options,
        [&](const LineFile::Line& raw, const tegrastats::Line& line, const std::string&) { writer.write(raw, line); },
        half(0.5)));
    writer.finish();
    return summaryOfLog(survey);
}

} // namespace

std::unique_ptr<Importer> makeTegrastatsImporter()
{
    return std::make_unique<TegrastatsImporter>();
}

} // namespace stepscope::analysis
