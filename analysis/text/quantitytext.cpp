#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stepscope::analysis {
namespace {

using Digits = QuantityFormat::Digits;

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::int64_t kMinuteSeconds = 60;
constexpr std::int64_t kHourSeconds = 3600;
constexpr double kLongestSeconds = 1e15;    ///< a longer time is a damaged value, and may exceed 64 bits
constexpr double kSecondsInMinutes = 119.5; ///< durations from here on are in minutes
constexpr std::array<SiPrefix, 8> kPrefixes{
    {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}}};

/// `roundsUp`: the share of a prefix's factor from which rounding carries into the next prefix.
SiPrefix prefixOf(double value, double roundsUp)
{
    if (value == 0)
        return {};
    const auto prefix = std::find_if(kPrefixes.begin(), kPrefixes.end(), [=](const SiPrefix& candidate) {
        return std::abs(value) >= candidate.factor * roundsUp;
    });
    return prefix != kPrefixes.end() ? *prefix : kPrefixes.back();
}

std::string twoDigits(std::int64_t value)
{
    return (value < 10 ? "0" : "") + std::to_string(value);
}

std::string numberText(double value, Digits digits, bool isWhole)
{
    if (isWhole)
        return fixedText(value, 0);
    switch (digits) {
    case Digits::TwoDecimals:
        return fixedText(value, 2);
    case Digits::ThreeSignificant:
        return threeDigitText(value);
    case Digits::AtMostThree:
        break;
    }
    return nominalText(value);
}

/// Decimals of a time in seconds that show differences of `resolution` ns.
int decimalsFor(std::int64_t resolution)
{
    int decimals = 9;
    for (std::int64_t unit = 10; decimals > 0 && unit <= resolution; unit *= 10)
        --decimals;
    return decimals;
}

} // namespace

SiPrefix siPrefixOf(double value)
{
    constexpr double kThreeDigits = 0.9995;
    return prefixOf(value, kThreeDigits);
}

std::string fixedText(double value, int digits)
{
    if (!std::isfinite(value))
        return std::string(kReportFormat.unknown);
    std::array<char, 400> memory{};
    const auto end =
        std::to_chars(memory.data(), memory.data() + memory.size(), value, std::chars_format::fixed, digits);
    return {memory.data(), end.ptr};
}

std::string nominalText(double value)
{
    constexpr int kDigits = 3;
    std::array<char, 32> memory{};
    const auto end =
        std::to_chars(memory.data(), memory.data() + memory.size(), value, std::chars_format::general, kDigits);
    return {memory.data(), end.ptr};
}

std::string changeText(double change, int digits)
{
    return (change >= 0 ? "+" : "") + fixedText(100 * change, digits) + " %";
}

int decimalsOfInterval(double low, double high, int least)
{
    constexpr int kMost = 12;
    const double half = (high - low) / 2;
    return half > 0 && std::isfinite(half)
               ? std::clamp(1 - static_cast<int>(std::floor(std::log10(half))), least, kMost)
               : least;
}

std::string threeDigitText(double value)
{
    const double size = std::abs(value);
    return fixedText(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

std::string QuantityFormat::quantity(double value, std::string_view unit) const
{
    if (!std::isfinite(value))
        return std::string(unknown);
    constexpr double kTwoDecimals = 0.999995;
    const SiPrefix prefix = digits == Digits::TwoDecimals ? prefixOf(value, kTwoDecimals) : siPrefixOf(value);
    // Fractions of a byte or of a nanosecond are below the resolution of the measurements.
    const bool isWhole = value == 0 || (unit == "B" && prefix.factor <= 1) ||
                         (digits == Digits::TwoDecimals && prefix.factor <= kPrefixes.back().factor);
    const double scaled = unit == "B" && prefix.factor < 1 ? value : value / prefix.factor;
    std::string text = numberText(scaled, digits, isWhole);
    text += space;
    if (unit != "B" || prefix.factor >= 1)
        text += prefix.symbol;
    return text.append(unit);
}

std::string QuantityFormat::interval(double low, double high, std::string_view unit) const
{
    if (!std::isfinite(low) || !std::isfinite(high))
        return std::string(unknown);
    const SiPrefix prefix = siPrefixOf(std::max(std::abs(low), std::abs(high)));
    const int decimals = decimalsOfInterval(low / prefix.factor, high / prefix.factor, 0);
    std::string text = fixedText(low / prefix.factor, decimals) + " to " + fixedText(high / prefix.factor, decimals);
    text += space;
    text += prefix.symbol;
    return text.append(unit);
}

std::string QuantityFormat::duration(double seconds) const
{
    if (!std::isfinite(seconds) || std::abs(seconds) < kSecondsInMinutes)
        return quantity(seconds, "s");
    if (std::abs(seconds) > kLongestSeconds)
        return std::string(unknown);
    const std::string text = elapsed(std::abs(seconds) + 0.5);
    return seconds < 0 ? "-" + text : text;
}

std::string QuantityFormat::elapsed(double seconds) const
{
    if (!std::isfinite(seconds) || seconds > kLongestSeconds)
        return std::string(unknown);
    const auto whole = static_cast<std::int64_t>(std::max(seconds, 0.0));
    const auto joined = [this](std::string number, const char* unit) { return number.append(space).append(unit); };
    if (whole < 2 * kMinuteSeconds)
        return joined(std::to_string(whole), "s");
    if (whole < kHourSeconds)
        return joined(std::to_string(whole / kMinuteSeconds), "min ") + joined(twoDigits(whole % kMinuteSeconds), "s");
    return joined(std::to_string(whole / kHourSeconds), "h ") +
           joined(twoDigits(whole / kMinuteSeconds % kMinuteSeconds), "min");
}

std::string QuantityFormat::percent(double share) const
{
    if (!std::isfinite(share))
        return std::string(unknown);
    const double value = share * 100;
    const double size = std::abs(value);
    std::string text;
    if (digits == Digits::TwoDecimals)
        text = fixedText(value, 1);
    else if (digits == Digits::AtMostThree)
        text = nominalText(value);
    else if (value > 0 && value < 0.05)
        text = "<0.1";
    else
        text = fixedText(value, value == 0 || size >= 9.95 ? 0 : 1);
    return text.append(space) + '%';
}

std::string QuantityFormat::count(std::uint64_t value) const
{
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3; at -= 3)
        text.insert(at - 3, groupSeparator);
    return text;
}

std::string QuantityFormat::inUnit(double value, std::string_view unit) const
{
    if (!std::isfinite(value))
        return std::string(unknown);
    if (unit == "1")
        return percent(value);
    if (unit == "degC")
        return fixedText(value, 1).append(space) + "°C";
    return quantity(value, unit);
}

std::string QuantityFormat::position(std::int64_t ns, std::int64_t resolution) const
{
    const int decimals = decimalsFor(resolution);
    const std::string sign = ns < 0 ? "-" : "";
    const double seconds = std::abs(static_cast<double>(ns)) / kNsPerSecond;
    if (seconds < kMinuteSeconds)
        return (sign + fixedText(seconds, decimals)).append(space) + 's';
    const auto whole = static_cast<std::int64_t>(seconds);
    const std::string fraction =
        decimals > 0 ? fixedText(seconds - static_cast<double>(whole), decimals).substr(1) : std::string();
    const std::string minutes = whole < kHourSeconds ? std::to_string(whole / kMinuteSeconds)
                                                     : std::to_string(whole / kHourSeconds) + ":" +
                                                           twoDigits(whole / kMinuteSeconds % kMinuteSeconds);
    return sign + minutes + ":" + twoDigits(whole % kMinuteSeconds) + fraction;
}

std::string percentText(double share)
{
    return kReportFormat.percent(share);
}

std::string durationText(double seconds)
{
    return kReportFormat.duration(seconds);
}

std::string durationText(std::int64_t nanoseconds)
{
    return kReportFormat.duration(static_cast<double>(nanoseconds) / kNsPerSecond);
}

std::string bytesText(double bytes)
{
    return kReportFormat.bytes(bytes);
}

std::string countText(std::uint64_t count)
{
    return kReportFormat.count(count);
}

std::string countText(std::uint64_t count, std::string_view noun)
{
    return countText(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string lossText(std::uint64_t count, std::string_view what)
{
    return countText(count) + (what == "log" || what == "tail" ? " bytes of the " : " ") + std::string(what);
}

} // namespace stepscope::analysis
