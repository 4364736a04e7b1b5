#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/agent/sources/system/systemsources.h"

#include <algorithm>

namespace stepscope::agent {
namespace {

/// A zone that is switched off reads -256 C.
constexpr std::int64_t kOff = -256'000;

class Thermal : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override { return m_files.channels(); }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        m_files.sample(values, times, events);
    }

private:
    NumberFiles m_files;
};

Finding Thermal::probe(const SourceContext& context)
{
    Finding finding{SourceState::Missing, "", "this kernel or virtual machine has no thermal zones"};
    const std::string folder = "/sys/class/thermal";
    std::vector<std::string> types; // on a PC several zones may have the same type
    for (const std::string& name : context.tree.list(folder)) {
        if (!name.starts_with("thermal_zone"))
            continue;
        const std::string type = context.tree.readText(folder + "/" + name + "/type").value_or(name);
        // The PMIC's zone of a Jetson is constant; it only shows that a limit was exceeded.
        if (type.starts_with("PMIC"))
            continue;
        const std::string path = folder + "/" + name + "/temp";
        const auto now = leadingNumber(context.tree.readText(path).value_or(""));
        if (now && *now <= kOff)
            continue;
        Channel channel;
        const auto sameType = std::count(types.begin(), types.end(), type);
        types.push_back(type);
        channel.name = sameType == 0 ? type : type + " " + std::to_string(sameType + 1);
        channel.quantity = "temperature";
        channel.unit = "degC";
        channel.scale = 0.001;
        channel.resolution = 0.001;
        // A zone of an unpowered part (Orin's cv0) fails until it is powered.
        if (const int error = m_files.add(channel, context.tree.path(path), "The temperature " + type, kOff);
            error != 0)
            finding = cannotOpen(error, context.tree.path(path), finding.reason);
    }
    return m_files.isEmpty() ? finding : Finding{SourceState::Used, "0.001 to 0.5 degC", ""};
}

} // namespace

std::unique_ptr<Source> makeThermal()
{
    return std::make_unique<Thermal>();
}

} // namespace stepscope::agent
