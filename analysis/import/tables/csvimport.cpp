#include "analysis/import/decimal.h"
#include "analysis/import/importedrails.h"
#include "analysis/import/importer.h"
#include "analysis/import/linefile.h"
#include "analysis/import/plaintext.h"
#include "analysis/import/tables/csvchannels.h"
#include "analysis/import/tables/csvremarks.h"
#include "analysis/import/tables/csvunits.h"
#include "analysis/import/tables/texttable.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::analysis {
namespace {

using format::Error;

constexpr std::size_t kMostColumns = 4000;

bool isComment(std::string_view line)
{
    return line.empty() || line.starts_with('#') || line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The separator that yields most fields.
char separatorOf(std::string_view header)
{
    char best = ',';
    for (const char separator : {',', ';', '\t'}) {
        if (csvFields(header, separator).size() > csvFields(header, best).size())
            best = separator;
    }
    return best;
}

struct CsvCell
{
    double value = 0;
    std::string unit{}; ///< as written behind the number; empty = none
};

/// A number, with a known unit or that of the column behind it, or none. nullopt: something else.
std::optional<CsvCell> cellOf(std::string text, char separator, std::string_view columnUnit = {})
{
    if (separator == ';')
        std::replace(text.begin(), text.end(), ',', '.');
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, value);
    if (error != std::errc() || !std::isfinite(value))
        return std::nullopt;
    const std::string_view unit = trimmed({last, static_cast<std::size_t>(end - last)});
    if (!unit.empty() && unit != columnUnit && !csvUnitOf(unit))
        return std::nullopt;
    return CsvCell{.value = value, .unit = std::string(unit)};
}

bool isTimeName(std::string_view name)
{
    static constexpr std::array<std::string_view, 11> kNames{
        "time", "timestamp", "t", "ts", "date", "datetime", "elapsed", "seconds", "date time", "wallclock", "epoch"};
    return std::find(kNames.begin(), kNames.end(), lowered(name)) != kNames.end();
}

struct CsvColumn
{
    std::string title{};                                   ///< as written
    std::string name{};                                    ///< without the unit
    std::string unit{};                                    ///< as written
    std::vector<std::pair<std::int64_t, double>> values{}; ///< kNoValue where a cell states that there is none
    std::uint64_t numbers = 0;                             ///< cells that are numbers

    [[nodiscard]] bool isNamed(std::string_view text) const { return text == name || text == title; }
};

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

class CsvReader
{
public:
    CsvReader(const ImportOptions& options, Collection& into)
        : m_options(options)
        , m_into(into)
        , m_path(options.files.front().string())
    {}

    format::Result<void> takeHeader(std::string_view line)
    {
        m_separator = separatorOf(line);
        std::string titles;
        for (const std::string& title : csvFields(line, m_separator)) {
            CsvTitle split = csvTitleOf(title);
            titles += (titles.empty() ? "" : ", ") + split.name;
            m_columns.push_back(
                {.title = std::string(trimmed(title)), .name = std::move(split.name), .unit = std::move(split.unit)});
        }
        if (m_columns.size() > kMostColumns)
            return format::failure(Error::Code::Corrupt, m_path + " has more columns than a recording can describe.");
        TRY(applyUnits(titles));
        const auto isWanted = [&](const CsvColumn& column) {
            return m_options.timeColumn.empty() ? isTimeName(column.name) : column.isNamed(m_options.timeColumn);
        };
        const auto found = std::find_if(m_columns.begin(), m_columns.end(), isWanted);
        if (found == m_columns.end() || std::find_if(found + 1, m_columns.end(), isWanted) != m_columns.end())
            return format::failure(Error::Code::Usage,
                                   m_path +
                                       (m_options.timeColumn.empty() || found != m_columns.end()
                                            ? ": it is not clear which column is the time"
                                            : " has no column " + m_options.timeColumn) +
                                       "; name it by --time-column (columns: " + titles.substr(0, 500) + ").");
        m_time = static_cast<std::size_t>(found - m_columns.begin());
        return {};
    }

    /// `number`: of the line, from 1.
    format::Result<void> takeRow(std::string_view line, std::uint64_t number)
    {
        if (endsWithinQuotes(line)) {
            m_into.losses.add("rows", "with quotes that are not closed");
            return {};
        }
        const std::vector<std::string> fields = csvFields(line, m_separator);
        if (fields.size() != m_columns.size()) {
            m_into.losses.add("rows", "with another number of fields than the header");
            return {};
        }
        const auto time = TRY(timeOf(fields[m_time], number));
        if (!time) {
            m_into.losses.add("rows", "without a valid time");
            m_invalidTime = m_invalidTime.empty() ? fields[m_time] : m_invalidTime;
            return {};
        }
        m_remarks.addRow(*time, number);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (i == m_time || fields[i].empty())
                continue;
            if (CsvRemarks::isMissing(fields[i])) {
                m_remarks.addMissing(m_columns[i].name);
                m_columns[i].values.emplace_back(*time, kNoValue);
            } else {
                addValue(m_columns[i], *time, fields[i]);
            }
        }
        m_into.extendTo(*time);
        ++m_rows;
        return {};
    }

    void finish()
    {
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (i != m_time && m_columns[i].numbers > 0)
                addChannel(m_columns[i]);
        }
        placeRails(m_into);
        for (std::string& text : m_remarks.texts()) {
            m_remarkText += "; " + text;
            m_into.addEvent({.time = m_into.begin, .kind = "import", .text = std::move(text)});
        }
        m_into.clock = m_clock;
        m_into.source = {.name = "csv",
                         .title = "Comma-separated values, imported",
                         .resolution = "as written",
                         .reason = "read from " + m_into.files.front()};
    }

    [[nodiscard]] std::uint64_t rows() const { return m_rows; }
    /// What a person should know of the file, each after "; ". After finish().
    [[nodiscard]] const std::string& remarkText() const { return m_remarkText; }

    /// Why the file yields no channel.
    [[nodiscard]] std::string faultText() const
    {
        if (m_rows > 0 || m_invalidTime.empty())
            return m_path + " contains no row with a time and a number: nothing to import.";
        return m_path + ": " + quotedText(m_invalidTime) + " in column " + quotedText(m_columns[m_time].name) +
               " is not a time: write numbers (with --unit s, ms, us or ns) or dates such as 2026-11-27 10:00:00.25.";
    }

private:
    /// The first unit of a column counts, be it in the header or behind a number.
    void addValue(CsvColumn& column, std::int64_t time, const std::string& text)
    {
        const auto cell = cellOf(text, m_separator, column.unit);
        if (!cell) {
            m_into.losses.add("samples", "that are not numbers");
            return;
        }
        if (column.unit.empty() && column.numbers == 0)
            column.unit = cell->unit;
        double factor = 1;
        if (!cell->unit.empty() && cell->unit != column.unit) {
            const auto unit = csvUnitOf(cell->unit);
            const auto wanted = csvUnitOf(column.unit);
            if (!wanted || unit->si != wanted->si) {
                m_into.losses.add("samples", "with a unit that does not fit that of their column");
                return;
            }
            factor = unit->factor / wanted->factor;
        }
        column.values.emplace_back(time, cell->value * factor);
        ++column.numbers;
    }

    /// --unit UNIT for the time, --unit COLUMN=UNIT for others.
    format::Result<void> applyUnits(const std::string& titles)
    {
        for (const std::string& given : m_options.units) {
            const std::size_t equals = given.rfind('=');
            const std::string unit = equals == std::string::npos ? given : given.substr(equals + 1);
            if (!csvUnitOf(unit))
                return format::failure(Error::Code::Usage, "Unit " + unit +
                                                               " is not known: use W, mW, V, mV, A, mA, Hz, MHz, %, "
                                                               "C, B, MB, MiB, s, ms, us, ns, rpm or J.");
            if (equals == std::string::npos) {
                m_timeUnit = unit;
                continue;
            }
            const auto column = std::find_if(m_columns.begin(), m_columns.end(), [&](const CsvColumn& other) {
                return other.isNamed(given.substr(0, equals));
            });
            if (column == m_columns.end())
                return format::failure(Error::Code::Usage, m_path + " has no column " + given.substr(0, equals) +
                                                               " (columns: " + titles.substr(0, 500) + ").");
            column->unit = unit;
        }
        return {};
    }

    /// nullopt: not a time. An error if the unit of numbers is not clear.
    format::Result<std::optional<std::int64_t>> timeOf(const std::string& text, std::uint64_t line)
    {
        if (const auto date = csvDateOf(text)) {
            m_remarks.addDate(date->hasZone);
            m_clock = {.realOfZero = 0, .accuracyNs = resolutionWith(date->ns), .isLocal = m_remarks.areLocal()};
            return std::optional(date->hasZone ? date->ns : continuedLocal(date->ns, line));
        }
        std::string number = m_separator == ';' ? withPoint(text) : text;
        const std::size_t end = number.find_last_of("0123456789.") + 1;
        auto power = powerToNanoseconds(trimmed(std::string_view(number).substr(end))); // of this cell
        if (power)
            number.resize(end);
        else if (!m_power) {
            const bool isNamedByUnit = lowered(m_columns[m_time].name) == "seconds" && m_columns[m_time].unit.empty();
            const std::string stated = isNamedByUnit ? "s" : m_columns[m_time].unit;
            const std::string unit = m_timeUnit.empty() ? stated : m_timeUnit;
            m_power = unit.empty() ? powerByMagnitude(number) : powerToNanoseconds(unit);
            if (!m_power && scaledDecimal(number, 0))
                return format::failure(Error::Code::Usage, m_path + ": the unit of column " + m_columns[m_time].name +
                                                               " is not clear; give it by --unit (s, ms, us or ns).");
        }
        power = power ? power : m_power;
        const auto time = power ? scaledDecimal(number, *power) : std::nullopt;
        if (!time || *time > kMaxTime || *time < -kMaxTime)
            return std::optional<std::int64_t>();
        if (SourceClock::isPlausible(*time))
            m_clock = {.realOfZero = 0, .accuracyNs = resolutionWith(*time)};
        return time;
    }

    /// A local time. At the end of summer time an hour is repeated, once a year: the times go on from the row before.
    std::int64_t continuedLocal(std::int64_t time, std::uint64_t line)
    {
        constexpr std::int64_t kHour = 3600 * kSecond;
        constexpr std::int64_t kMostPause = 1800 * kSecond; // between two rows
        const std::int64_t ahead = m_localTime ? time + kHour - *m_localTime : -1;
        const bool isRepeated = m_repeatedNs == 0 && ahead > 0 && ahead < kHour && ahead <= kMostPause;
        if (isRepeated && mayEndSummerTime(time)) {
            m_repeatedNs = kHour;
            m_remarks.addRepeatedHour(line);
        }
        m_localTime = time;
        return time + m_repeatedNs;
    }

    /// Clocks go back before four in the morning, in autumn of either hemisphere.
    static bool mayEndSummerTime(std::int64_t time)
    {
        constexpr std::int64_t kLastHour = 4;
        const std::chrono::sys_seconds moment{std::chrono::seconds(time / kSecond)};
        const auto day = std::chrono::floor<std::chrono::days>(moment);
        const auto month = static_cast<unsigned>(std::chrono::year_month_day(day).month());
        const bool isAutumn = (month >= 3 && month <= 5) || (month >= 9 && month <= 11);
        return isAutumn && std::chrono::floor<std::chrono::hours>(moment - day).count() < kLastHour;
    }

    /// Of all real times so far: where all are whole seconds, minutes or tenths, they are no more accurate.
    std::int64_t resolutionWith(std::int64_t time)
    {
        for (const std::int64_t finer : {10 * kSecond, kSecond, kSecond / 10, kSecond / 100, kFinestResolution}) {
            if (time % m_resolution != 0)
                m_resolution = finer;
        }
        return m_resolution;
    }

    static std::string withPoint(std::string text)
    {
        std::replace(text.begin(), text.end(), ',', '.');
        return text;
    }

    /// Seconds since 1970 and their fractions are recognised by their size.
    static std::optional<int> powerByMagnitude(const std::string& number)
    {
        for (const int power : {9, 6, 3, 0}) {
            const auto time = scaledDecimal(number, power);
            if (time && SourceClock::isPlausible(*time))
                return power;
        }
        return std::nullopt;
    }

    void addChannel(CsvColumn& column)
    {
        const CsvUnit unit = csvUnitOf(column.unit).value_or(CsvUnit{.si = column.unit});
        trace::Channel channel = csvChannelOf(column.name, unit);
        dropMarkersOfJoin(column);
        const bool isLoad = channel.quantity.ends_with(".utilization");
        for (auto& [time, value] : column.values) {
            value *= unit.factor;
            if (isLoad && !std::isnan(value))
                m_remarks.addLoad(column.name, value);
        }
        if (const std::int64_t period = usualPeriod(column); period > 0) {
            channel.periodNs = period;
            m_into.periodNs = m_into.periodNs == 0 ? period : std::min(m_into.periodNs, period);
        }
        m_into.addGroup(column.values, std::move(channel));
    }

    /// Removes the cells that state that there is no value where they stand on both sides of nearly every number, as in
    /// a table that joins several meters: they are no samples there.
    void dropMarkersOfJoin(CsvColumn& column)
    {
        constexpr double kOfJoin = 0.9; // of the numbers
        const auto& values = column.values;
        const auto isMarker = [&](std::size_t i) { return i >= values.size() || std::isnan(values[i].second); };
        std::uint64_t alone = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            alone += !isMarker(i) && isMarker(i - 1) && isMarker(i + 1) ? 1 : 0; // before the first one wraps: an end
        if (values.size() == column.numbers ||
            static_cast<double>(alone) < kOfJoin * static_cast<double>(column.numbers))
            return;
        std::erase_if(column.values, [](const auto& value) { return std::isnan(value.second); });
        m_remarks.addJoined(column.name);
    }

    /// Usual time between two values, ns; 0 = none. Of times in bursts, which a meter with a buffer writes, that
    /// between the bursts, so that it is no gap.
    static std::int64_t usualPeriod(const CsvColumn& column)
    {
        constexpr std::size_t kMostOfTen = 9;
        std::vector<std::int64_t> times;
        for (const auto& [time, value] : column.values)
            times.push_back(time);
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        if (times.size() < 2)
            return 0;
        std::vector<std::int64_t> intervals;
        for (std::size_t i = 1; i < times.size(); ++i)
            intervals.push_back(times[i] - times[i - 1]);
        std::sort(intervals.begin(), intervals.end());
        const std::int64_t median = intervals[intervals.size() / 2];
        const std::int64_t most = intervals[(intervals.size() - 1) * kMostOfTen / 10];
        return most > 2 * median ? most : median;
    }

    static constexpr std::int64_t kSecond = 1'000'000'000; // ns
    static constexpr std::int64_t kFinestResolution = 1'000'000;

    const ImportOptions& m_options;
    Collection& m_into;
    std::string m_path;
    char m_separator = ',';
    std::vector<CsvColumn> m_columns;
    std::size_t m_time = 0;     ///< index of the column
    std::string m_timeUnit;     ///< given by the user
    std::optional<int> m_power; ///< of ten, from the time column to ns
    SourceClock m_clock;
    std::int64_t m_resolution = 60 * kSecond; ///< ns
    std::optional<std::int64_t> m_localTime;  ///< of the row before
    std::int64_t m_repeatedNs = 0;            ///< the hour that local times repeated, from there on
    std::uint64_t m_rows = 0;
    std::string m_invalidTime; ///< the first one
    CsvRemarks m_remarks;
    std::string m_remarkText;
};

class CsvImporter : public Importer
{
public:
    [[nodiscard]] std::string_view name() const override { return "csv"; }
    [[nodiscard]] std::string_view summary() const override { return "CSV files of a time and columns of numbers"; }
    [[nodiscard]] bool usesColumns() const override { return true; }
    [[nodiscard]] bool recognises(std::string_view beginning) const override;
    [[nodiscard]] format::Result<std::string> import(const ImportOptions& options, Collection& into,
                                                     const ImportProgress& progress) const override;
};

/// A header without numbers, and a row of as many fields with a number; or a header alone that names a time.
bool CsvImporter::recognises(std::string_view beginning) const
{
    std::vector<std::string> lines;
    while (!beginning.empty() && lines.size() < 2) {
        const std::size_t end = std::min(beginning.find('\n'), beginning.size());
        std::string_view line = beginning.substr(0, end);
        beginning.remove_prefix(std::min(end + 1, beginning.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (isComment(line))
            continue;
        const bool isText =
            std::none_of(line.begin(), line.end(), [](char c) { return c >= 0 && c < ' ' && c != '\t'; });
        if (!isText)
            return false;
        lines.emplace_back(line);
    }
    if (lines.empty() || lines[0].starts_with('{') || lines[0].starts_with('[') || lines[0].starts_with('<'))
        return false;
    const char separator = separatorOf(lines[0]);
    const std::vector<std::string> titles = csvFields(lines[0], separator);
    const auto isNumber = [&](const std::string& field) { return cellOf(field, separator).has_value(); };
    if (titles.size() < 2 || std::any_of(titles.begin(), titles.end(), isNumber))
        return false;
    if (lines.size() == 1)
        return std::any_of(titles.begin(), titles.end(),
                           [](const std::string& title) { return isTimeName(csvTitleOf(title).name); });
    const std::vector<std::string> fields = csvFields(lines[1], separator);
    return titles.size() == fields.size() && std::any_of(fields.begin(), fields.end(), isNumber);
}

format::Result<std::string> CsvImporter::import(const ImportOptions& options, Collection& into,
                                                const ImportProgress& progress) const
{
    constexpr std::uint64_t kBetweenReports = 4096; // lines
    const std::string path = options.files.front().string();
    std::error_code unknown;
    const auto size = static_cast<double>(std::filesystem::file_size(options.files.front(), unknown)) + 1;
    LineFile file = TRY(LineFile::open(options.files.front()));
    CsvReader reader(options, into);
    bool hasHeader = false;
    for (;;) {
        const auto line = TRY(file.next());
        if (!line)
            break;
        if (progress && line->number % kBetweenReports == 0 && !progress(static_cast<double>(file.bytesRead()) / size))
            return format::failure(Error::Code::Cancelled, "Importing " + path + " was cancelled; nothing was kept.");
        if (line->tooLong)
            into.losses.add("lines", "longer than 65536 bytes; cut");
        if (isComment(line->text))
            continue;
        std::string_view text = line->text;
        if (text.ends_with('\r'))
            text.remove_suffix(1);
        if (hasHeader)
            TRY(reader.takeRow(text, line->number));
        else
            TRY(reader.takeHeader(text));
        hasHeader = true;
    }
    reader.finish();
    if (into.groups.empty())
        return format::failure(Error::Code::Corrupt, reader.faultText());
    return counted(reader.rows(), "row", "rows") + ": " + amountsOf(into) + reader.remarkText();
}

} // namespace

std::unique_ptr<Importer> makeCsvImporter()
{
    return std::make_unique<CsvImporter>();
}

} // namespace stepscope::analysis
