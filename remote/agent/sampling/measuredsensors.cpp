#include "remote/agent/sampling/measuredsensors.h"

#include "remote/agent/system/persistentfile.h"
#include "remote/agent/system/systemtree.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

namespace stepscope::agent {
namespace {

/// Longer times are invalid.
constexpr std::int64_t kLongest = 60'000'000'000;

std::string_view takeField(std::string_view& line)
{
    const std::string_view field = line.substr(0, line.find('\t'));
    line.remove_prefix(std::min(field.size() + 1, line.size()));
    return field;
}

std::optional<std::int64_t> time(std::string_view field)
{
    const auto number = leadingNumber(field);
    return number && *number >= 0 && *number <= kLongest ? number : std::nullopt;
}

void apply(Channel& channel, std::string_view line)
{
    if (channel.factsFrom == "driver")
        return;
    const auto window = time(takeField(line));
    const auto lag = time(takeField(line));
    const auto update = time(takeField(line));
    if (!window || !lag)
        return;
    channel.windowNs = window;
    channel.lagNs = lag;
    if (update)
        channel.updateNs = update;
    channel.factsFrom = "measured";
}

} // namespace

void applyMeasuredSensors(SamplingPlan& plan, const Board& board, std::string_view text)
{
    bool first = true;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::string_view name = takeField(line);
        if (first && (name != "board" || line != board.board))
            return;
        for (PlannedSource& source : plan.sources) {
            for (Channel& channel : source.channels) {
                if (!first && channel.name == name)
                    apply(channel, line);
            }
        }
        first = false;
    }
}

std::string readMeasuredSensors()
{
    const char* home = std::getenv("HOME");
    if (home == nullptr)
        return {};
    // The user's file on this machine, also for a described board.
    return SystemTree().readText(std::string(home) + "/.stepscope/sensors").value_or("");
}

} // namespace stepscope::agent
