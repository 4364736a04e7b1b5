#include "analysis/import/tegrastatswords.h"

#include "analysis/algorithms/textpage.h"
#include "analysis/import/tegrastatsboard.h"
#include "remote/tegrastats/quantities.h"

#include <algorithm>
#include <memory>

namespace stepscope::analysis {
namespace {

using tegrastats::Quantity;
using tegrastats::State;

struct OddityRow
{
    Oddity oddity = Oddity::Foreign;
    const char* one;
    const char* many;
    const char* consequence;
};
// In the order of Oddity.
constexpr std::array<OddityRow, kOddities> kOdditiesText{{
    {Oddity::Foreign, "line is none of tegrastats", "lines are none of tegrastats", "kept in the log"},
    {Oddity::TooLong, "line is too long", "lines are too long", "their ends are left out"},
    {Oddity::Cut, "line is cut", "lines are cut", "their complete fields are kept"},
    {Oddity::Implausible, "value cannot be true", "values cannot be true", "gaps"},
    {Oddity::TooLarge, "value is too large", "values are too large", "gaps"},
    {Oddity::Unreadable, "core is unreadable", "readings of cores are unreadable", "gaps"},
    {Oddity::Twice, "field stands twice in a line", "fields stand twice in a line", "the first is taken"},
    {Oddity::UnknownField, "field is unknown", "fields are unknown", "their numbers are channels of their own"},
    {Oddity::TooManySeries, "reading has no channel", "readings have no channel", "there are too many"},
}};

/// Names of the series of this quantity that never had a value but this state.
std::string namesOf(const TegrastatsSurvey& survey, State state, Quantity quantity)
{
    std::string names;
    for (std::size_t i = 0; i < survey.series.size(); ++i) {
        const bool hasIt = survey.states[i][static_cast<std::size_t>(state)] > 0;
        if (survey.series[i].quantity == quantity && survey.values[i] == 0 && hasIt)
            names += (names.empty() ? "" : ", ") + survey.series[i].name;
    }
    return names;
}

std::uint64_t memoryBytes(const ImportOptions& options)
{
    // The first line that tells it; all lines tell the same.
    auto file = LineFile::open(options.files.front());
    const auto line = std::make_unique<tegrastats::Line>();
    while (file.ok()) {
        const auto raw = file->next();
        if (!raw.ok() || !*raw)
            break;
        line->parse((*raw)->text);
        for (const tegrastats::Reading& reading : line->readings()) {
            if (reading.quantity == Quantity::MemoryTotal && reading.state == State::Value)
                return static_cast<std::uint64_t>(reading.value) * 1024;
        }
    }
    return 0;
}

std::string stepsBackText(const TegrastatsSurvey& survey)
{
    const std::uint64_t steps = survey.times.stepsBack();
    return "clock of the lines went back " + countText(steps) + (steps == 1 ? " time" : " times");
}

std::string timesText(const ImportOptions& options, const TegrastatsSurvey& survey)
{
    if (survey.times.hasClock())
        return "The lines print whole seconds of the board's local time; lines that share one are spread evenly over "
               "it: times are true within 1 s.";
    const std::string interval = durationText(static_cast<double>(survey.times.period()) * 1e-9);
    if (options.intervalNs)
        return "The lines print no time: they are taken to be " + interval + " apart, as asked for.";
    return "The lines print no time: they are taken to be " + interval +
           " apart, tegrastats' default; say --interval where it was another.";
}

} // namespace

trace::RunHeader headerOfLog(const ImportOptions& options, const TegrastatsSurvey& survey)
{
    trace::RunHeader header;
    header.run = "import-" + options.files.front().stem().string();
    header.agentVersion = STEPSCOPE_VERSION;
    header.periodNs = survey.times.period();
    header.ops = "none";
    header.startMonotonic = 0;
    header.startRealtime =
        survey.times.hasClock() ? std::max<std::int64_t>(0, survey.times.firstClock() - survey.times.period()) : 0;
    header.command = {"(imported)"};
    for (const auto& file : options.files)
        header.command.push_back(file.filename().string());
    header.device = boardOfLog(survey.series);
    header.device.memoryBytes = memoryBytes(options);
    header.sources.push_back({.name = "tegrastats",
                              .title = "Log of tegrastats, imported",
                              .state = "used",
                              .resolution = "as printed: 1 mW, 1 %, 1 MB, 1 MHz",
                              .reason = "read from " + options.files.front().filename().string() +
                                        "; how the sensors average is not told there. " + timesText(options, survey)});
    return header;
}

std::string oddityText(Oddity oddity, const TegrastatsSurvey& survey)
{
    const OddityRow& row = kOdditiesText[static_cast<std::size_t>(oddity)];
    const std::uint64_t count = survey.of(oddity).count;
    std::string text = countText(count) + " " + (count == 1 ? row.one : row.many);
    if (oddity == Oddity::UnknownField && !survey.unknownFields.empty()) {
        std::string names;
        for (const std::string& name : survey.unknownFields)
            names += (names.empty() ? "" : ", ") + name;
        text += " (" + names + ")";
    }
    return text + " (" + row.consequence + ")";
}

std::vector<std::string> remarksOnLog(const ImportOptions& options, const TegrastatsSurvey& survey)
{
    std::vector<std::string> remarks{timesText(options, survey)};
    if (survey.times.hasClock() && options.intervalNs)
        remarks.emplace_back("The lines print their times, so the interval that was given is not used.");
    if (survey.times.stepsBack() > 0)
        remarks.push_back("The " + stepsBackText(survey) + "; the lines behind go on from where it was.");
    if (std::any_of(survey.states.begin(), survey.states.end(),
                    [](const auto& states) { return states[static_cast<std::size_t>(State::NotMeasured)] > 0; }))
        remarks.emplace_back("EMC_FREQ 0% without a clock is what an ordinary user gets: it was not measured.");
    if (const auto names = namesOf(survey, State::Dummy, Quantity::Temperature); !names.empty())
        remarks.push_back("Left out, since it is a constant and no temperature: " + names + ".");
    if (const auto names = namesOf(survey, State::SensorOff, Quantity::Temperature); !names.empty())
        remarks.push_back("Left out, since their sensors were off all the time: " + names + ".");
    if (const auto names = namesOf(survey, State::Off, Quantity::EngineFrequency); !names.empty())
        remarks.push_back("Off all the time: " + names + ".");
    if (const auto names = namesOf(survey, State::Dummy, Quantity::RailPower); !names.empty())
        remarks.push_back("Left out, since nothing is connected to it: rail " + names + ".");
    remarks.emplace_back(
        "Means and maxima that tegrastats prints behind a value follow from the values and are left out.");
    return remarks;
}

std::string summaryOfLog(const TegrastatsSurvey& survey)
{
    std::string text = countText(survey.rows) + (survey.rows == 1 ? " line, " : " lines, ") +
                       durationText(static_cast<double>(survey.times.period()) * 1e-9) + " apart" +
                       (survey.times.hasClock() ? "" : " (assumed: no times are printed)");
    if (survey.times.stepsBack() > 0)
        text += "; the " + stepsBackText(survey);
    for (std::size_t i = 0; i < kOddities; ++i) {
        const auto oddity = static_cast<Oddity>(i);
        if (survey.of(oddity).count > 0)
            text += "; " + oddityText(oddity, survey);
    }
    return text;
}

} // namespace stepscope::analysis
