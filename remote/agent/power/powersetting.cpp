#include "remote/agent/power/powersetting.h"

#include "remote/agent/system/persistentfile.h"
#include "remote/format/similarname.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

constexpr std::size_t kLongest = 128;
constexpr double kMostMegahertz = 100'000;

Error usage(const std::string& setting, const std::string& text)
{
    return powerError(Error::Code::Usage, setting, text);
}

Result<std::optional<double>> megahertz(const std::string& setting, const std::string& number)
{
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size() || !(value > 0) || value > kMostMegahertz)
        return usage(setting, "'" + number + "' is not a frequency in MHz");
    return std::optional<double>(value);
}

Result<void> addPart(PowerSetting& setting, const std::string& part)
{
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; };
    if (part.starts_with("gpu=")) {
        setting.gpuMegahertz = TRY(megahertz(setting.text, part.substr(4)));
    } else if (part.starts_with("cpu=")) {
        setting.cpuMegahertz = TRY(megahertz(setting.text, part.substr(4)));
    } else if (part == "locked") {
        setting.isLocked = true;
    } else if (part.empty() || !std::all_of(part.begin(), part.end(), isPlain)) {
        return usage(setting.text, "'" + part + "' is neither a mode of nvpmodel nor locked, gpu=MHZ or cpu=MHZ");
    } else if (part != "current") {
        if (!setting.mode.empty())
            return usage(setting.text, "a setting has one mode of nvpmodel, not both " + setting.mode + " and " + part);
        setting.mode = part;
    }
    return {};
}

double unitOf(const ClockLimits& clock)
{
    return clock.isGpu ? 1e6 : 1e3;
}

std::string megahertzText(double value)
{
    std::string text(32, '\0');
    text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.6g", value)));
    return text;
}

/// The frequency of the clock's list that is meant; else the next lower one. 0 = all are higher.
struct Match
{
    std::int64_t frequency = 0;
    bool isExact = false;
};
Match matchOf(const ClockLimits& clock, double megahertz)
{
    const double wanted = megahertz * unitOf(clock);
    const std::vector<std::int64_t> list = availableFrequencies(clock);
    if (list.empty())
        return {std::llround(wanted), true};
    Match match;
    for (const std::int64_t frequency : list) {
        if (std::abs(static_cast<double>(frequency) - wanted) < unitOf(clock))
            return {frequency, true};
        if (static_cast<double>(frequency) < wanted)
            match.frequency = frequency;
    }
    return match;
}

std::string nearestText(const ClockLimits& clock, double megahertz)
{
    const std::vector<std::int64_t> list = availableFrequencies(clock);
    const auto above = std::upper_bound(list.begin(), list.end(), std::llround(megahertz * unitOf(clock)));
    const auto text = [&](std::int64_t frequency) {
        return megahertzText(static_cast<double>(frequency) / unitOf(clock));
    };
    if (above == list.begin())
        return "the lowest is " + text(list.front()) + " MHz";
    if (above == list.end())
        return "the highest is " + text(list.back()) + " MHz";
    return "the nearest are " + text(*std::prev(above)) + " and " + text(*above) + " MHz";
}

Result<void> addLimits(const PowerSetting& setting, const std::vector<ClockLimits>& clocks, bool isGpu,
                       double megahertz, std::vector<WantedLimit>& limits)
{
    const std::string name = isGpu ? "gpu" : "cpu";
    const std::size_t before = limits.size();
    bool isExact = false;
    const ClockLimits* first = nullptr;
    for (const ClockLimits& clock : clocks) {
        if (clock.isGpu != isGpu)
            continue;
        first = first == nullptr ? &clock : first;
        const Match match = matchOf(clock, megahertz);
        isExact = isExact || match.isExact;
        if (match.frequency > 0)
            limits.push_back({clock, match.frequency});
    }
    if (first == nullptr)
        return powerError(Error::Code::NotFound, setting.text,
                          "this device has no frequency limits of its " + std::string(isGpu ? "GPU" : "cores") +
                              "; leave " + name + "= out");
    if (isExact && limits.size() > before)
        return {};
    return powerError(Error::Code::NotFound, setting.text,
                      name + "=" + megahertzText(megahertz) + " is not one of the device's frequencies; " +
                          nearestText(*first, megahertz));
}

} // namespace

Error powerError(Error::Code code, const std::string& setting, const std::string& text)
{
    return format::failure(code, "power setting " + setting + ": " + text);
}

Result<PowerSetting> parsePowerSetting(const std::string& text)
{
    PowerSetting setting{.text = text};
    if (text.size() > kLongest)
        return usage(text.substr(0, kLongest), "it is longer than " + std::to_string(kLongest) + " characters");
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('+', begin), text.size());
        if (auto added = addPart(setting, text.substr(begin, end - begin)); !added)
            return added.error();
        begin = end + 1;
    }
    return setting;
}

Result<int> modeIdOf(const PowerSetting& setting, const SystemTree& tree)
{
    const std::vector<PowerMode> modes = powerModes(tree);
    std::vector<std::string> names;
    std::string listed;
    for (const PowerMode& mode : modes) {
        if (mode.name == setting.mode || std::to_string(mode.id) == setting.mode)
            return mode.id;
        names.push_back(mode.name);
        listed += (listed.empty() ? "" : ", ") + std::to_string(mode.id) + " " + mode.name;
    }
    if (modes.empty())
        return powerError(Error::Code::NotFound, setting.text,
                          "this device has no power modes (/etc/nvpmodel.conf was not found); only locked, gpu=MHZ, "
                          "cpu=MHZ and current can be set");
    const std::string similar = format::similarName(setting.mode, names);
    return powerError(Error::Code::NotFound, setting.text,
                      "'" + setting.mode + "' is not a power mode of this device" +
                          (similar.empty() ? "" : " (did you mean " + similar + "?)") + "; it has " + listed);
}

Result<std::vector<WantedLimit>> limitsOf(const PowerSetting& setting, const SystemTree& tree)
{
    std::vector<WantedLimit> limits;
    const std::vector<ClockLimits> clocks = clockLimits(tree);
    for (const bool isGpu : {true, false}) {
        const auto& megahertz = isGpu ? setting.gpuMegahertz : setting.cpuMegahertz;
        if (!megahertz)
            continue;
        if (auto added = addLimits(setting, clocks, isGpu, *megahertz, limits); !added)
            return added.error();
    }
    return limits;
}

} // namespace stepscope::agent
