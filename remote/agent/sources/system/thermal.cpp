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

namespace {

class Fan : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override { return m_files.channels(); }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        m_files.sample(values, times, events);
    }

private:
    void addDuty(const SourceContext& context, const std::string& path, int number);
    void addSpeed(const SourceContext& context, const std::string& path, const std::string& name);

    NumberFiles m_files;
};

void Fan::addDuty(const SourceContext& context, const std::string& path, int number)
{
    Channel channel;
    channel.name = number == 0 ? "fan duty" : "fan " + std::to_string(number) + " duty";
    channel.quantity = "fan.duty";
    channel.unit = "1";
    channel.scale = 1.0 / 255;
    channel.resolution = channel.scale;
    m_files.add(channel, context.tree.path(path), "The duty of a fan");
}

void Fan::addSpeed(const SourceContext& context, const std::string& path, const std::string& name)
{
    Channel channel;
    channel.name = name;
    channel.quantity = "fan.speed";
    channel.unit = "rpm";
    channel.resolution = 1;
    m_files.add(channel, context.tree.path(path), "The speed of a fan");
}

Finding Fan::probe(const SourceContext& context)
{
    const SystemTree& tree = context.tree;
    int duties = 0;
    // L4T 32 and older.
    if (tree.exists("/sys/devices/pwm-fan/cur_pwm"))
        addDuty(context, "/sys/devices/pwm-fan/cur_pwm", duties++);
    if (tree.exists("/sys/devices/pwm-fan/rpm_measured"))
        addSpeed(context, "/sys/devices/pwm-fan/rpm_measured", "fan speed");
    const std::string folder = "/sys/class/hwmon/";
    for (const std::string& device : tree.list(folder)) {
        const std::string path = folder + device + "/";
        const std::string name = tree.readText(path + "name").value_or(device);
        // On Jetsons the chips are pwmfan and *tach. The chips of PCs have many inputs, some without a fan.
        if (name.find("fan") != std::string::npos && tree.exists(path + "pwm1"))
            addDuty(context, path + "pwm1", duties++);
        if (name.find("tach") != std::string::npos && tree.exists(path + "rpm"))
            addSpeed(context, path + "rpm", "fan speed");
        for (const std::string& file : tree.list(path)) {
            if (!file.starts_with("fan") || !file.ends_with("_input"))
                continue;
            const std::string number = file.substr(3, file.find('_') - 3);
            const std::string label = tree.readText(path + "fan" + number + "_label").value_or("");
            addSpeed(context, path + file, label.empty() ? name + " fan " + number : name + " " + label);
        }
    }
    if (m_files.isEmpty())
        return {SourceState::Missing, "", "the kernel shows no fan"};
    return {SourceState::Used, "1 of 255; 1 rpm", ""};
}

} // namespace

std::unique_ptr<Source> makeFan()
{
    return std::make_unique<Fan>();
}

} // namespace stepscope::agent
