#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Numbers with units as text, for reports, tables, the terminal and the window. Prefixes are decimal (1 kB = 1000 B)
/// and durations have one form ("45.6 ms", "5 min 12 s", "2 h 03 min") everywhere; only digits and separators depend on
/// the place of display.
namespace stepscope::analysis {

/// A decimal prefix of the International System of Units.
struct SiPrefix
{
    double factor = 1;
    std::string_view symbol{}; ///< UTF-8; "µ" for 1e-6
};
/// The prefix with which three significant digits of the value lie in 1..999; of 0 the empty prefix. From n to T.
[[nodiscard]] SiPrefix siPrefixOf(double value);

/// Digits and separators of one place of display. Text is UTF-8. Values that are not finite become `unknown`.
struct QuantityFormat
{
    enum class Digits {
        TwoDecimals,      ///< "13.33 ms", "46.7 %": reports, from which figures are copied
        ThreeSignificant, ///< "13.3 ms", "47 %": the window
        AtMostThree,      ///< "10 ms", "0.5 %": nominal values, without trailing zeros
    };

    Digits digits = Digits::TwoDecimals;
    std::string_view space = " ";           ///< between a number and its unit
    std::string_view groupSeparator = ",";  ///< between groups of three digits of a count
    std::string_view unknown = "not known"; ///< for values that are not finite

    /// With a decimal prefix: "1.30 GHz". Whole numbers of bytes have no decimals.
    [[nodiscard]] std::string quantity(double value, std::string_view unit) const;
    /// "1.349 to 1.438 J": both ends with the same unit prefix, and enough digits to show their difference.
    [[nodiscard]] std::string interval(double low, double high, std::string_view unit) const;
    /// "1.23 s", "45.6 ms"; from 119.5 s on "5 min 12 s", from one hour on "2 h 03 min".
    [[nodiscard]] std::string duration(double seconds) const;
    /// In whole seconds, for a running clock: "7 s", "12 min 31 s".
    [[nodiscard]] std::string elapsed(double seconds) const;
    /// Of a share (0..1): "46.7 %".
    [[nodiscard]] std::string percent(double share) const;
    [[nodiscard]] std::string bytes(double count) const { return quantity(count, "B"); }
    /// "1,234,567".
    [[nodiscard]] std::string count(std::uint64_t value) const;
    /// In a channel's unit: "34 %" for "1", "45.5 °C" for "degC", else as quantity().
    [[nodiscard]] std::string inUnit(double value, std::string_view unit) const;
    /// A position on a time axis (ns) as fine as `resolution` (ns), as a clock shows it: "12.345 s", "2:05.3",
    /// "1:02:05". Not for durations.
    [[nodiscard]] std::string position(std::int64_t ns, std::int64_t resolution) const;
};
/// Reports and the terminal.
inline constexpr QuantityFormat kReportFormat{};
/// Facts about sensors: periods, resolutions.
inline constexpr QuantityFormat kNominalFormat{.digits = QuantityFormat::Digits::AtMostThree, .unknown = "-"};
/// Labels of the window: narrow no-break spaces, en dash for "not known".
inline constexpr QuantityFormat kWindowFormat{
    .digits = QuantityFormat::Digits::ThreeSignificant, .space = "\u202F", .groupSeparator = "\u202F", .unknown = "–"};

/// With `digits` decimals; "not known" if not finite.
[[nodiscard]] std::string fixedText(double value, int digits);
/// Decimals that show half the width of an interval with two significant digits, at least `least` and at most 12.
[[nodiscard]] int decimalsOfInterval(double low, double high, int least);
/// Three significant digits, no exponent: "812", "34.5", "3.14".
[[nodiscard]] std::string threeDigitText(double value);

/// At most three significant digits, without trailing zeros: "10", "0.001".
[[nodiscard]] std::string nominalText(double value);
/// With a sign and `digits` decimals: "+1.24 %".
[[nodiscard]] std::string changeText(double change, int digits);

/// In the format of reports.
[[nodiscard]] std::string percentText(double share);
[[nodiscard]] std::string durationText(double seconds);
[[nodiscard]] std::string durationText(std::int64_t nanoseconds);
[[nodiscard]] std::string bytesText(double bytes);
[[nodiscard]] std::string countText(std::uint64_t count);
/// With a noun whose plural ends in s: "1 step", "1,204 steps".
[[nodiscard]] std::string countText(std::uint64_t count, std::string_view noun);
/// What was lost, as an event of the recording names it: "1,204 samples"; of the log, bytes are counted.
[[nodiscard]] std::string lossText(std::uint64_t count, std::string_view what);
/// "not known" without a value.
template <typename Format>
[[nodiscard]] std::string orUnknown(const std::optional<double>& value, Format format)
{
    return value ? format(*value) : std::string(kReportFormat.unknown);
}

} // namespace stepscope::analysis
