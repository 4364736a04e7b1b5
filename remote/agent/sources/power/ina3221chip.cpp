#include "remote/agent/sources/power/ina3221chip.h"

#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <array>
#include <bit>
#include <cerrno>

namespace stepscope::agent {
namespace {

constexpr std::array<std::int64_t, 8> kAverages{1, 4, 16, 64, 128, 256, 512, 1024};
constexpr std::array<std::int64_t, 8> kConversionNs{140'000,   204'000,   332'000,   588'000,
                                                    1'100'000, 2'116'000, 4'156'000, 8'244'000};

std::optional<std::int64_t> numberIn(const SystemTree& tree, const std::string& path)
{
    const auto text = tree.readText(path);
    const auto value = text ? leadingNumber(*text) : std::nullopt;
    return value && *value > 0 ? value : std::nullopt;
}

/// The chip has a moving average: it provides a value per cycle, averaged over `averages` cycles.
void setTimes(RailFacts& facts, InaConversion conversion, bool continuous)
{
    facts.windowNs = conversion.averages * conversion.cycleNs;
    if (continuous)
        facts.updateNs = conversion.cycleNs;
    facts.from = "driver";
}

} // namespace

InaConversion inaConversion(std::uint32_t configuration)
{
    const std::int64_t inputs = std::popcount((configuration >> 12U) & 7U);
    return {kAverages[(configuration >> 9U) & 7U],
            inputs * (kConversionNs[(configuration >> 6U) & 7U] + kConversionNs[(configuration >> 3U) & 7U])};
}

RailFacts inaFactsOfDeviceTree(const SystemTree& tree, const std::string& chip, int input, bool continuous)
{
    RailFacts facts;
    facts.voltageStep = kInaBusStep;
    facts.from = "documentation";
    const std::string node = chip + "/of_node/";
    const std::string rail = node + "channel@" + std::to_string(input) + "/";
    if (const auto milliohms = tree.readCell(rail + "ti,shunt-resistor-mohm"); milliohms && *milliohms > 0) {
        facts.currentStep = kInaShuntStep / (*milliohms * 1e-3);
        facts.from = "driver";
    }
    const auto configuration = tree.readCell(node + (continuous ? "ti,continuous-config" : "ti,trigger-config"));
    if (configuration && inaConversion(*configuration).cycleNs > 0)
        setTimes(facts, inaConversion(*configuration), continuous);
    return facts;
}

std::string railLabel(const SystemTree& tree, const std::string& path, Finding& finding)
{
    PersistentFile file(tree.path(path));
    if (const int error = file.open(); error == EACCES || error == EPERM)
        finding = cannotOpen(error, file.path(), {});
    std::string label = tree.readText(path).value_or("");
    return label == "NC" ? std::string() : label;
}

RailFacts inaFactsOfHwmon(const SystemTree& tree, const std::string& folder, int input)
{
    RailFacts facts;
    facts.voltageStep = kInaBusStep;
    facts.from = "documentation";
    if (const auto microohms = numberIn(tree, folder + "/shunt" + std::to_string(input) + "_resistor")) {
        facts.currentStep = kInaShuntStep / (static_cast<double>(*microohms) * 1e-6);
        facts.from = "driver";
    }
    const auto interval = numberIn(tree, folder + "/update_interval");
    const std::int64_t samples = numberIn(tree, folder + "/samples").value_or(1);
    // inputs x samples x (bus + shunt): kernel, Documentation/hwmon/ina3221.rst.
    constexpr std::int64_t kLongest = 100'000;
    if (interval && *interval < kLongest)
        setTimes(facts, {samples, *interval * format::kMillisecond / samples}, true);
    return facts;
}

} // namespace stepscope::agent
