#include "remote/agent/sources/power/ina3221chip.h"

#include "remote/agent/sources/power/powersources.h"
#include "remote/agent/sources/power/rail.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <array>
#include <bit>
#include <cerrno>
#include <optional>

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

namespace {

class Ina3221Hwmon : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Part> parts(const SourceContext&) override { return m_set->parts(); }

private:
    void findInputs(const SourceContext& context, const std::string& chip, const std::string& folder, Finding& finding);
    void findTotal(const SourceContext& context, const std::string& chip, const std::string& folder, Finding& finding);
    void take(std::unique_ptr<Rail> rail, Finding& finding);

    std::vector<std::unique_ptr<Rail>> m_found;
    std::optional<RailSet> m_set;
};

Finding Ina3221Hwmon::probe(const SourceContext& context)
{
    Finding finding{SourceState::Missing, "",
                    "this machine has no INA3221 with the driver of L4T 34 and newer (hwmon)"};
    for (const char* const kind : {"ina3221", "ina238"}) {
        const std::string driver = std::string("/sys/bus/i2c/drivers/") + kind;
        for (const std::string& chip : context.tree.list(driver)) {
            const std::string parent = driver + "/" + chip + "/hwmon";
            for (const std::string& name : context.tree.list(parent)) {
                if (std::string_view(kind) == "ina3221")
                    findInputs(context, chip, parent + "/" + name, finding);
                else
                    findTotal(context, chip, parent + "/" + name, finding);
            }
        }
    }
    if (m_found.empty())
        return finding;
    m_set.emplace(std::move(m_found));
    return {SourceState::Used, "1 mV and 1 mA in the files; the chip's own step is 8 mV and 40 uV over the shunt",
            "power is voltage times current, read in sequence"};
}

/// Inputs 4 to 7 are shunt voltages and a sum, and are not read.
void Ina3221Hwmon::findInputs(const SourceContext& context, const std::string& chip, const std::string& folder,
                              Finding& finding)
{
    for (int input = 1; input <= kInaInputs; ++input) {
        const std::string number = std::to_string(input);
        const std::string label = railLabel(context.tree, folder + "/in" + number + "_label", finding);
        if (label.empty())
            continue;
        RailFiles files;
        files.voltage = context.tree.path(folder + "/in" + number + "_input");
        files.current = context.tree.path(folder + "/curr" + number + "_input");
        take(std::make_unique<Rail>(label, busOf(chip), files, inaFactsOfHwmon(context.tree, folder, input), context),
             finding);
    }
}

/// The INA238 provides the power in uW. On Thor it measures the module's input and has no label.
void Ina3221Hwmon::findTotal(const SourceContext& context, const std::string& chip, const std::string& folder,
                             Finding& finding)
{
    std::string label = context.tree.readText(folder + "/power1_label").value_or("");
    if (label.empty())
        label = context.tree.readText(folder + "/label").value_or("");
    if (label.empty())
        label = context.board.board == "Jetson AGX Thor" ? "VIN" : "INA238 " + chip;
    RailFiles files;
    files.power = context.tree.path(folder + "/power1_input");
    files.perMilliwatt = 1000;
    files.voltage = context.tree.path(folder + "/in1_input");
    files.current = context.tree.path(folder + "/curr1_input");
    take(std::make_unique<Rail>(label, busOf(chip), files, RailFacts{}, context), finding);
}

void Ina3221Hwmon::take(std::unique_ptr<Rail> rail, Finding& finding)
{
    if (const int error = rail->open(); error != 0)
        finding = cannotOpen(error, rail->firstPath(), rail->firstPath() + " does not exist");
    else
        m_found.push_back(std::move(rail));
}

} // namespace

std::unique_ptr<Source> makeIna3221Hwmon()
{
    return std::make_unique<Ina3221Hwmon>();
}

namespace {

constexpr const char* kDriver = "/sys/bus/i2c/drivers/ina3221x";

class Ina3221Iio : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Part> parts(const SourceContext&) override { return m_set->parts(); }

private:
    struct Device
    {
        std::string chip; ///< "0-0041"
        std::string folder;
        bool isContinuous = false;
    };
    static std::vector<Device> findDevices(const SystemTree& tree);
    void findRails(const SourceContext& context, const Device& device, Finding& finding);

    std::vector<std::unique_ptr<Rail>> m_found;
    std::optional<RailSet> m_set;
};

/// Finds the devices by their names, since their numbers change from boot to boot.
std::vector<Ina3221Iio::Device> Ina3221Iio::findDevices(const SystemTree& tree)
{
    std::vector<Device> devices;
    for (const std::string& chip : tree.list(kDriver)) {
        const std::string folder = std::string(kDriver) + "/" + chip;
        for (const std::string& name : tree.list(folder)) {
            // L4T 27 and 28: iio_device; L4T 32: iio:deviceN
            if (name != "iio_device" && !name.starts_with("iio:device"))
                continue;
            const std::string device = folder + "/" + name;
            devices.push_back({chip, device, tree.readText(device + "/running_mode").value_or("") == "1"});
        }
    }
    return devices;
}

Finding Ina3221Iio::probe(const SourceContext& context)
{
    Finding finding{SourceState::Missing, "", "this machine has no INA3221 with the driver of L4T 32 and older"};
    bool continuous = false;
    for (const Device& device : findDevices(context.tree)) {
        findRails(context, device, finding);
        continuous = continuous || device.isContinuous;
    }
    if (m_found.empty())
        return finding;
    m_set.emplace(std::move(m_found));
    return {SourceState::Used, "1 mW in the file; the chip's own step is coarser, some tens of mW",
            continuous ? "the chip measures and averages continuously (running_mode 1)"
                       : "each read starts one measurement (running_mode 0)"};
}

void Ina3221Iio::findRails(const SourceContext& context, const Device& device, Finding& finding)
{
    for (int input = 0; input < kInaInputs; ++input) {
        const std::string number = std::to_string(input);
        const std::string label = railLabel(context.tree, device.folder + "/rail_name_" + number, finding);
        if (label.empty())
            continue;
        RailFiles files;
        files.power = context.tree.path(device.folder + "/in_power" + number + "_input");
        files.voltage = context.tree.path(device.folder + "/in_voltage" + number + "_input");
        files.current = context.tree.path(device.folder + "/in_current" + number + "_input");
        files.both = context.tree.path(device.folder + "/ui_input_" + number);
        const std::string chip = std::string(kDriver) + "/" + device.chip;
        auto rail =
            std::make_unique<Rail>(label, busOf(device.chip), files,
                                   inaFactsOfDeviceTree(context.tree, chip, input, device.isContinuous), context);
        if (const int error = rail->open(); error != 0) {
            finding = cannotOpen(error, rail->firstPath(), rail->firstPath() + " does not exist");
            continue;
        }
        m_found.push_back(std::move(rail));
    }
}

} // namespace

std::unique_ptr<Source> makeIna3221Iio()
{
    return std::make_unique<Ina3221Iio>();
}

} // namespace stepscope::agent
