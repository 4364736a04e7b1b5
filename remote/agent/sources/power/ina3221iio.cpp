#include "remote/agent/sources/power/ina3221chip.h"
#include "remote/agent/sources/power/powersources.h"
#include "remote/agent/sources/power/rail.h"

#include <optional>

namespace stepscope::agent {
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
            finding = cannotOpen(error, rail->firstPath(), rail->firstPath() + "  does not exist");
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
