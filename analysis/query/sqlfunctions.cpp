#include "analysis/query/sqlfunctions.h"

#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <cmath>
#include <sqlite3.h>
#include <string>

namespace stepscope::analysis {
namespace {

std::string_view textOf(sqlite3_value* value)
{
    const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value))) : std::string_view();
}

/// The channel that an argument names, by its id, its name, or that of its rail. nullptr = none.
const trace::ChannelView* channelOf(const trace::TraceView& view, sqlite3_value* argument, bool isRail)
{
    const bool isId = sqlite3_value_type(argument) == SQLITE_INTEGER;
    const std::string_view name = isId ? std::string_view() : textOf(argument);
    const trace::ChannelView* byRail = nullptr;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        const bool isPower = info.quantity == "rail.power";
        if (isId && info.id == sqlite3_value_int64(argument) && (isPower || !isRail))
            return &channel;
        if (!isId && info.name == name && (isPower || !isRail))
            return &channel;
        if (!isId && !byRail && isPower && titleOf(info) == name)
            byRail = &channel;
    }
    return byRail;
}

/// The integral of the channel (argument 0) between two times (arguments 1 and 2). Nothing after an error, and where an
/// argument is NULL or no sample covers the time.
std::optional<trace::ChannelView::Integral> integralOf(sqlite3_context* context, sqlite3_value** arguments, bool isRail)
{
    const auto& data = *static_cast<const QueryData*>(sqlite3_user_data(context));
    for (int i = 0; i < 3; ++i) {
        if (sqlite3_value_type(arguments[i]) == SQLITE_NULL)
            return std::nullopt;
    }
    const trace::ChannelView* const channel = channelOf(data.view(), arguments[0], isRail);
    if (!channel) {
        const std::string kind = isRail ? "rail" : "channel";
        const std::string message = "There is no " + kind + " \"" + std::string(textOf(arguments[0])) +
                                    "\" in this recording: SELECT " + kind + " FROM " + kind + "s lists them.";
        sqlite3_result_error(context, message.data(), static_cast<int>(message.size()));
        return std::nullopt;
    }
    const trace::TimeRange asked{sqlite3_value_int64(arguments[1]), sqlite3_value_int64(arguments[2])};
    const trace::TimeRange range = asked.intersected(data.view().extent());
    if (range.isEmpty())
        return std::nullopt;
    const auto integral = channel->integral(range);
    return integral.coveredSeconds > 0 ? std::optional(integral) : std::nullopt;
}

void energyFunction(sqlite3_context* context, int /*count*/, sqlite3_value** arguments)
{
    if (const auto integral = integralOf(context, arguments, true))
        sqlite3_result_double(context, integral->value);
}

void meanFunction(sqlite3_context* context, int /*count*/, sqlite3_value** arguments)
{
    if (const auto integral = integralOf(context, arguments, false))
        sqlite3_result_double(context, integral->mean());
}

void overlapFunction(sqlite3_context* context, int /*count*/, sqlite3_value** arguments)
{
    for (int i = 0; i < 4; ++i) {
        if (sqlite3_value_type(arguments[i]) == SQLITE_NULL)
            return;
    }
    const sqlite3_int64 begin = std::max(sqlite3_value_int64(arguments[0]), sqlite3_value_int64(arguments[2]));
    const sqlite3_int64 end = std::min(sqlite3_value_int64(arguments[1]), sqlite3_value_int64(arguments[3]));
    sqlite3_result_int64(context, end > begin ? format::wrappingDifference(end, begin) : 0);
}

/// The values of a percentile, in memory that counts towards SQLite's limit.
struct Percentile
{
    double* values;
    std::size_t size;
    std::size_t capacity;
    double percent;
    bool hasReal;
};

void addToPercentile(sqlite3_context* context, int count, sqlite3_value** arguments)
{
    auto* const sums = static_cast<Percentile*>(sqlite3_aggregate_context(context, sizeof(Percentile)));
    const auto isNumber = [](int type) { return type == SQLITE_INTEGER || type == SQLITE_FLOAT; };
    const int type = sqlite3_value_numeric_type(arguments[0]);
    if (!sums || !isNumber(type))
        return;
    constexpr double kMiddle = 50;
    const bool isKnown = count == 1 || isNumber(sqlite3_value_numeric_type(arguments[1]));
    sums->percent = count > 1 ? sqlite3_value_double(arguments[1]) : kMiddle;
    if (!isKnown || !(sums->percent >= 0 && sums->percent <= 100))
        return sqlite3_result_error(context, "percentile(x, p) needs a p from 0 to 100.", -1);
    if (sums->size == sums->capacity) {
        const std::size_t capacity = std::max<std::size_t>(64, 2 * sums->capacity);
        auto* const values = static_cast<double*>(sqlite3_realloc64(sums->values, capacity * sizeof(double)));
        if (!values)
            return sqlite3_result_error_nomem(context);
        sums->values = values;
        sums->capacity = capacity;
    }
    sums->hasReal = sums->hasReal || type == SQLITE_FLOAT;
    sums->values[sums->size++] = sqlite3_value_double(arguments[0]);
}

/// By nearest rank: the smallest value that at least this share of all values do not exceed.
void finishPercentile(sqlite3_context* context)
{
    auto* const sums = static_cast<Percentile*>(sqlite3_aggregate_context(context, 0));
    if (!sums || sums->size == 0)
        return;
    const double share = std::ceil(sums->percent / 100 * static_cast<double>(sums->size));
    const std::size_t rank = std::clamp<std::size_t>(static_cast<std::size_t>(share), 1, sums->size) - 1;
    std::nth_element(sums->values, sums->values + rank, sums->values + sums->size);
    constexpr double kExactIntegers = 9007199254740992.0;
    if (const double value = sums->values[rank]; sums->hasReal || std::abs(value) > kExactIntegers)
        sqlite3_result_double(context, value);
    else
        sqlite3_result_int64(context, static_cast<sqlite3_int64>(value));
    sqlite3_free(sums->values);
    sums->values = nullptr;
}

} // namespace

const std::vector<SqlFunction>& sqlFunctions()
{
    static const std::vector<SqlFunction> kFunctions = {
        {"energy(rail, start_ns, end_ns)", "energy of a rail in J; NULL where no sample covers the time"},
        {"mean(channel, start_ns, end_ns)", "mean of a channel over a time, in its unit"},
        {"overlap_ns(a_start, a_end, b_start, b_end)", "time that two ranges share"},
        {"median(x)", "aggregate: percentile(x, 50)"},
        {"percentile(x, p)", "aggregate: by nearest rank, p from 0 to 100"},
    };
    return kFunctions;
}

bool addSqlFunctions(sqlite3* connection, const QueryData& data)
{
    using Scalar = void (*)(sqlite3_context*, int, sqlite3_value**);
    struct Row
    {
        const char* name;
        int arguments;
        Scalar scalar;
        bool isAggregate;
    };
    constexpr Row kRows[] = {
        {"energy", 3, energyFunction, false},      {"mean", 3, meanFunction, false},
        {"overlap_ns", 4, overlapFunction, false}, {"median", 1, addToPercentile, true},
        {"percentile", 2, addToPercentile, true},
    };
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    for (const Row& row : kRows) {
        const int result =
            sqlite3_create_function_v2(connection, row.name, row.arguments, kFlags, const_cast<QueryData*>(&data),
                                       row.isAggregate ? nullptr : row.scalar, row.isAggregate ? row.scalar : nullptr,
                                       row.isAggregate ? finishPercentile : nullptr, nullptr);
        if (result != SQLITE_OK)
            return false;
    }
    return true;
}

} // namespace stepscope::analysis
