#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <string_view>

namespace stepscope::analysis {
namespace {

/// A TX2's carrier board is fed beside the module, so the whole board is VDD_IN + VDD_MUX (NVIDIA's schematics of the
/// developer kit; tegrastats leaves it out).
constexpr std::string_view kBesideTheModule = "VDD_MUX";

bool isRoot(const RailSummary& rail, const std::vector<RailSummary>& rails)
{
    return std::none_of(rails.begin(), rails.end(),
                        [&](const RailSummary& other) { return other.name == rail.parent && other.name != rail.name; });
}

/// Takes `name` and what it contains out of `left`, in the tree's order.
void moveTree(std::string_view name, std::vector<RailSummary>& left, std::vector<RailSummary>& ordered)
{
    for (std::size_t i = 0; i < left.size();) {
        if (left[i].parent != name) {
            ++i;
            continue;
        }
        ordered.push_back(left[i]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        const std::string child = ordered.back().name;
        moveTree(child, left, ordered);
        i = 0;
    }
}

/// What is left over when a header describes a circle stands at the end.
std::vector<RailSummary> inTreeOrder(const std::vector<RailSummary>& rails)
{
    std::vector<RailSummary> ordered;
    std::vector<RailSummary> roots;
    std::vector<RailSummary> left;
    for (const RailSummary& rail : rails)
        (isRoot(rail, rails) ? roots : left).push_back(rail);
    for (const RailSummary& root : roots) {
        ordered.push_back(root);
        moveTree(root.name, left, ordered);
    }
    ordered.insert(ordered.end(), left.begin(), left.end());
    return ordered;
}

/// By mean power: a rail that was measured for part of the time only says how much it draws all the same.
void findRests(std::vector<RailSummary>& rails)
{
    for (RailSummary& rail : rails) {
        double below = 0;
        bool any = false;
        for (const RailSummary& other : rails) {
            if (other.parent != rail.name || &other == &rail || other.coveredSeconds <= 0)
                continue;
            below += other.meanWatts;
            any = true;
        }
        if (any && rail.coveredSeconds > 0)
            rail.restWatts = rail.meanWatts - below;
    }
}

} // namespace

std::vector<RailSummary> railSummaries(const trace::TraceView& view, trace::TimeRange range)
{
    std::vector<RailSummary> rails;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (info.quantity != "rail.power")
            continue;
        const auto integral = channel.integral(range);
        rails.push_back({.name = titleOf(info),
                         .parent = info.parent,
                         .role = info.role,
                         .joules = integral.value,
                         .meanWatts = integral.mean(),
                         .coveredSeconds = integral.coveredSeconds});
    }
    rails = inTreeOrder(rails);
    findRests(rails);
    return rails;
}

std::vector<std::string> systemRails(const std::vector<RailSummary>& rails)
{
    std::vector<std::string> roots;
    std::vector<std::string> system;
    for (const RailSummary& rail : rails) {
        if (!isRoot(rail, rails))
            continue;
        roots.push_back(rail.name);
        if (rail.role == "system")
            system.push_back(rail.name);
    }
    if (system.empty())
        return roots;
    const bool hasCarrier = std::find(roots.begin(), roots.end(), kBesideTheModule) != roots.end();
    if (hasCarrier && std::find(system.begin(), system.end(), kBesideTheModule) == system.end())
        system.emplace_back(kBesideTheModule);
    return system;
}

} // namespace stepscope::analysis
