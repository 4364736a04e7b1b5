#include "analysis/import/tegrastats/tegrastatswords.h"

#include "analysis/text/quantitytext.h"
#include "remote/tegrastats/quantities.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace stepscope::analysis {
namespace {

using tegrastats::Quantity;
using tegrastats::State;

struct AnomalyText
{
    Anomaly anomaly = Anomaly::Foreign;
    const char* singular;
    const char* plural;
    const char* consequence;
};
// In the order of Anomaly.
constexpr std::array<AnomalyText, kAnomalies> kAnomalyTexts{{
    {Anomaly::Foreign, "line is not of tegrastats", "lines are not of tegrastats", "kept in the log"},
    {Anomaly::Zeros, "line contains zeros", "lines contain zeros", "as after a loss of power; they are left out"},
    {Anomaly::TooLong, "line is too long", "lines are too long", "their ends are left out"},
    {Anomaly::Cut, "line is truncated", "lines are truncated", "their complete fields are kept"},
    {Anomaly::Implausible, "value is implausible", "values are implausible", "gaps"},
    {Anomaly::TooLarge, "value is too large", "values are too large", "gaps"},
    {Anomaly::Unreadable, "core is unreadable", "readings of cores are unreadable", "gaps"},
    {Anomaly::Repeated, "field occurs twice in a line", "fields occur twice in a line", "the first value is used"},
    {Anomaly::UnknownField, "field is unknown", "fields are unknown", "their numbers become separate channels"},
    {Anomaly::TooManySeries, "reading has no channel", "readings have no channel", "there are too many"},
}};

/// Names of the series of a quantity that have the state but no value in the log.
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
    // All lines contain the same value.
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
    return "clock of the lines went back " + countText(steps, "time");
}

std::string timesText(const ImportOptions& options, const TegrastatsSurvey& survey)
{
    if (survey.times.hasClock())
        return "The lines contain whole seconds of the board's local time; lines with the same second are spread "
               "evenly "
               "over it: times are accurate to 1 s.";
    const std::string interval = durationText(static_cast<double>(survey.times.period()) * 1e-9);
    if (options.intervalNs)
        return "The lines contain no time: an interval of " + interval + " is assumed, as requested.";
    return "The lines contain no time: an interval of " + interval +
           ", the default of tegrastats, is assumed; use --interval for another one.";
}

} // namespace

void describeLog(const ImportOptions& options, const TegrastatsSurvey& survey, Collection& into)
{
    into.periodNs = survey.times.period();
    if (survey.times.hasClock())
        into.clock = {.realOfZero = survey.times.firstClock() - survey.times.period(),
                      .accuracyNs = kClockStepNs,
                      .isLocal = true};
    into.device = boardOfLog(survey.series);
    into.device.memoryBytes = memoryBytes(options);
    into.source = {.name = "tegrastats",
                   .title = "Log of tegrastats, imported",
                   .resolution = "as printed: 1 mW, 1 %, 1 MB, 1 MHz",
                   .reason = "read from " + options.files.front().filename().string() +
                             "; the sensors' averaging windows are not known. " + timesText(options, survey)};
}

std::string anomalyText(Anomaly anomaly, const TegrastatsSurvey& survey)
{
    const AnomalyText& row = kAnomalyTexts[static_cast<std::size_t>(anomaly)];
    const std::uint64_t count = survey.of(anomaly).count;
    std::string text = countText(count) + " " + (count == 1 ? row.singular : row.plural);
    if (anomaly == Anomaly::UnknownField && !survey.unknownFields.empty()) {
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
        remarks.emplace_back("The lines contain times, so --interval is ignored.");
    if (survey.times.stepsBack() > 0)
        remarks.push_back("The " + stepsBackText(survey) + "; later times continue from the time before.");
    if (std::any_of(survey.states.begin(), survey.states.end(),
                    [](const auto& states) { return states[static_cast<std::size_t>(State::NotMeasured)] > 0; }))
        remarks.emplace_back(
            "EMC_FREQ 0% without a clock is what tegrastats prints without root rights: it was not measured.");
    if (const auto names = namesOf(survey, State::Dummy, Quantity::Temperature); !names.empty())
        remarks.push_back("Left out, because it is a constant and not a temperature: " + names + ".");
    if (const auto names = namesOf(survey, State::SensorOff, Quantity::Temperature); !names.empty())
        remarks.push_back("Left out, because their sensors were off all the time: " + names + ".");
    if (const auto names = namesOf(survey, State::Off, Quantity::EngineFrequency); !names.empty())
        remarks.push_back("Off all the time: " + names + ".");
    if (const auto names = namesOf(survey, State::Dummy, Quantity::RailPower); !names.empty())
        remarks.push_back("Left out, because nothing is connected to it: rail " + names + ".");
    remarks.emplace_back(
        "Means and maxima that tegrastats prints after a value follow from the values and are left out.");
    return remarks;
}

std::string summaryOfLog(const TegrastatsSurvey& survey)
{
    std::string text = countText(survey.rows, "line") + ", " +
                       durationText(static_cast<double>(survey.times.period()) * 1e-9) + " apart" +
                       (survey.times.hasClock() ? "" : " (assumed: the lines contain no times)");
    if (survey.times.stepsBack() > 0)
        text += "; the " + stepsBackText(survey);
    for (std::size_t i = 0; i < kAnomalies; ++i) {
        const auto anomaly = static_cast<Anomaly>(i);
        if (survey.of(anomaly).count > 0)
            text += "; " + anomalyText(anomaly, survey);
    }
    return text;
}

namespace {

using tegrastats::Quantity;

struct Mark
{
    Quantity quantity = Quantity::Temperature;
    std::string_view name;
};
/// A board has both marks. The first matching row is used.
struct BoardRow
{
    std::string_view board;
    std::string_view soc;
    Mark first;
    Mark second;
};
constexpr std::array kBoards{
    // Only the Tegra186 has one zone for each of its two clusters.
    BoardRow{"Jetson TX2", "tegra186", {Quantity::Temperature, "BCPU"}, {Quantity::Temperature, "MCPU"}},
    BoardRow{"Jetson Nano", "tegra210", {Quantity::RailPower, "POM_5V_IN"}, {Quantity::RailPower, "POM_5V_CPU"}},
    BoardRow{"Jetson AGX Xavier", "tegra194", {Quantity::RailPower, "VDDRQ"}, {Quantity::RailPower, "SYS5V"}},
    BoardRow{"Jetson Xavier NX", "tegra194", {Quantity::RailPower, "VDD_CPU_GPU_CV"}, {Quantity::Temperature, "AUX"}},
    BoardRow{"Jetson AGX Orin", "tegra234", {Quantity::RailPower, "VDD_GPU_SOC"}, {Quantity::RailPower, "VDD_CPU_CV"}},
    BoardRow{
        "Jetson Orin NX or Nano", "tegra234", {Quantity::RailPower, "VDD_CPU_GPU_CV"}, {Quantity::Temperature, "tj"}},
    BoardRow{"Jetson AGX Thor", "tegra264", {Quantity::RailPower, "VDD_GPU"}, {Quantity::RailPower, "VIN"}},
};

bool shows(const tegrastats::SeriesTable& series, const Mark& mark)
{
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (series[i].quantity == mark.quantity && series[i].name == mark.name)
            return true;
    }
    return false;
}

/// cpu1 and cpu2 of a TX2 are Denver 2, the others Cortex-A57.
std::string_view clusterOf(std::string_view soc, int core)
{
    if (soc != "tegra186")
        return {};
    return core == 1 || core == 2 ? "Denver2" : "A57";
}

} // namespace

trace::Device boardOfLog(const tegrastats::SeriesTable& series)
{
    trace::Device device;
    const auto board = std::find_if(kBoards.begin(), kBoards.end(), [&](const BoardRow& row) {
        return shows(series, row.first) && shows(series, row.second);
    });
    if (board != kBoards.end()) {
        device.board = board->board;
        device.soc = board->soc;
        device.machine = "aarch64";
    }
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (series[i].quantity == Quantity::CpuUtilization)
            device.cores.push_back({series[i].index, std::string(clusterOf(device.soc, series[i].index))});
    }
    return device;
}

} // namespace stepscope::analysis
