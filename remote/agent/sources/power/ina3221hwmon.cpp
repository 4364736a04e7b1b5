#include "remote/agent/sources/power/ina3221chip.h"
#include "remote/agent/sources/power/powersources.h"
#include "remote/agent/sources/power/rail.h"

#include <optional>

namespace stepscope::agent {
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
        finding = cannotOpen(error, rail->firstPath(), rail->firstPath() + "  does not exist");
    else
        m_found.push_back(std::move(rail));
}

} // namespace

std::unique_ptr<Source> makeIna3221Hwmon()
{
    return std::make_unique<Ina3221Hwmon>();
}

} // namespace stepscope::agent
