#include "analysis/import/tegrastats/tegrastatssurvey.h"

#include "analysis/import/plaintext.h"
#include "remote/tegrastats/line.h"
#include "remote/tegrastats/quantities.h"

#include <algorithm>
#include <memory>
#include <system_error>

namespace stepscope::analysis {
namespace {

using tegrastats::Field;
using tegrastats::Quantity;
using tegrastats::Reading;
using tegrastats::State;

std::uint64_t sizeOf(const std::vector<std::filesystem::path>& files)
{
    std::uint64_t size = 0;
    for (const auto& file : files) {
        std::error_code error;
        const auto bytes = std::filesystem::file_size(file, error);
        size += error ? 0 : bytes;
    }
    return size;
}

bool hasZeros(const LineFile::Line& line)
{
    return line.text.find('\0') != std::string_view::npos;
}

class Surveyor
{
public:
    explicit Surveyor(TegrastatsSurvey& survey)
        : m_survey(survey)
    {}

    void addLine(const LineFile::Line& raw, const tegrastats::Line& line, const std::string& place)
    {
        if (raw.tooLong || line.isTooLong())
            m_survey.note(Anomaly::TooLong, place);
        if (hasZeros(raw))
            m_survey.note(Anomaly::Zeros, place);
        if (!line.isTegrastats()) {
            if (!line.fields().empty() && !tegrastats::isDateLine(raw.text))
                m_survey.note(Anomaly::Foreign, place + ": " + quotedText(raw.text));
            return;
        }
        if (isCut(line))
            m_survey.note(Anomaly::Cut, place + ": it ends in " + quotedText(line.fields().back().text));
        for (const Field& field : line.fields())
            addField(line, field, place);
        m_survey.times.add(line.clock());
        ++m_survey.rows;
    }

private:
    /// A truncated mean is ignored, because means are not recorded.
    static bool isCut(const tegrastats::Line& line)
    {
        using Ending = tegrastats::Line::Ending;
        return line.ending() == Ending::Cut ||
               (line.ending() == Ending::Unsure && tegrastats::factsOf(line.readings().back().quantity).recorded);
    }

    void addField(const tegrastats::Line& line, const Field& field, const std::string& place)
    {
        const std::string_view text = field.text;
        const bool last = field.text.data() == line.fields().back().text.data();
        const bool cut = last && line.ending() == tegrastats::Line::Ending::Cut;
        if (field.kind == Field::Kind::Extra && !cut)
            addUnknown(text, place);
        for (std::size_t i = field.firstReading; i < std::size_t{field.firstReading} + field.readings; ++i) {
            const Reading& reading = line.readings()[i];
            // The beginning of a truncated word is not a field.
            if (cut && reading.quantity == Quantity::Extra)
                continue;
            if (reading.state == State::Implausible)
                m_survey.note(Anomaly::Implausible, place + ": " + quotedText(text));
            else if (reading.state == State::TooLarge)
                m_survey.note(Anomaly::TooLarge, place + ": " + quotedText(text));
            else if (reading.state == State::Unreadable)
                m_survey.note(Anomaly::Unreadable, place + ": " + quotedText(text));
            count(reading, i, place + ": " + std::string(text.substr(0, 60)));
        }
    }

    void count(const Reading& reading, std::size_t at, const std::string& where)
    {
        const auto series = m_survey.series.findOrAdd(reading, at);
        if (!series) {
            m_survey.note(Anomaly::TooManySeries, where);
            return;
        }
        if (*series == m_survey.values.size()) {
            m_survey.values.push_back(0);
            m_survey.states.push_back({});
            m_lastRow.push_back(0);
        }
        ++m_survey.states[*series][static_cast<std::size_t>(reading.state)];
        if (reading.state != State::Value)
            return;
        ++m_survey.values[*series];
        if (m_lastRow[*series] == m_survey.rows + 1)
            m_survey.note(Anomaly::Repeated, where);
        m_lastRow[*series] = m_survey.rows + 1;
    }

    void addUnknown(std::string_view text, const std::string& place)
    {
        constexpr std::size_t kMostNamed = 8;
        m_survey.note(Anomaly::UnknownField, place + ": " + quotedText(text));
        const std::string name(text.substr(0, std::min(text.find(' '), std::size_t{40})));
        auto& named = m_survey.unknownFields;
        if (named.size() < kMostNamed && std::find(named.begin(), named.end(), name) == named.end())
            named.push_back(name);
    }

    TegrastatsSurvey& m_survey;
    std::vector<std::uint64_t> m_lastRow; ///< by series: 1 + the row with its latest value
};

} // namespace

void TegrastatsSurvey::note(Anomaly anomaly, const std::string& where)
{
    AnomalyCount& entry = anomalies[static_cast<std::size_t>(anomaly)];
    if (entry.count++ > 0)
        return;
    entry.firstRow = rows;
    entry.where = where;
}

format::Result<void> readLog(const ImportOptions& options, const LogLineSink& sink, const ImportProgress& progress)
{
    constexpr std::uint64_t kBetweenCalls = 4096; // lines
    const auto total = static_cast<double>(std::max<std::uint64_t>(1, sizeOf(options.files)));
    const auto line = std::make_unique<tegrastats::Line>();
    std::uint64_t before = 0;
    for (const std::filesystem::path& path : options.files) {
        LineFile file = TRY(LineFile::open(path));
        const std::string name = path.filename().string();
        for (;;) {
            const auto raw = TRY(file.next());
            if (!raw)
                break;
            const double share = static_cast<double>(before + file.bytesRead()) / total;
            if (progress && raw->number % kBetweenCalls == 0 && !progress(std::min(share, 1.0)))
                return format::failure(format::Error::Code::Cancelled, "The import was cancelled; nothing was kept.");
            line->parse(raw->text, raw->terminated);
            if (!line->fields().empty() || hasZeros(*raw))
                sink(*raw, *line, name + ":" + std::to_string(raw->number));
        }
        before += file.bytesRead();
    }
    return {};
}

format::Result<TegrastatsSurvey> surveyLog(const ImportOptions& options, const ImportProgress& progress)
{
    constexpr std::int64_t kDefaultInterval = 1'000'000'000; // of tegrastats
    TegrastatsSurvey survey;
    Surveyor surveyor(survey);
    TRY(readLog(
        options,
        [&](const LineFile::Line& raw, const tegrastats::Line& line, const std::string& place) {
            surveyor.addLine(raw, line, place);
        },
        progress));
    survey.times.plan(options.intervalNs.value_or(kDefaultInterval));
    return survey;
}

} // namespace stepscope::analysis
