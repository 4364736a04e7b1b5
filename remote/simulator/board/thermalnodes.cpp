#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"

#include <cmath>

namespace stepscope::simulator {
namespace {

/// Time constant of a heat sink with its fan, s.
constexpr double kTimeConstant = 25;
constexpr double kStep = 500; ///< resolution of Tegra's sensors, m degC

/// The warming of a board above its idle state: a first-order filter of the mean power between two reads.
class ThermalModel
{
public:
    explicit ThermalModel(Truth truth)
        : m_truth(std::move(truth))
    {}

    /// The constant power above idle that would lead to the present temperature, W.
    double watts(std::int64_t time)
    {
        const std::lock_guard lock(m_mutex);
        if (m_time == 0) {
            m_time = time;
            m_sum = m_truth->integral(time);
        }
        const double elapsed = static_cast<double>(time - m_time);
        if (elapsed < 0.2e9)
            return m_watts;
        const Signals sum = m_truth->integral(time);
        double power = 0;
        for (const Signal part : {GpuWatts, CpuWatts, SocWatts, DdrWatts})
            power += (sum[part] - m_sum[part]) / elapsed - m_truth->board().idle[part];
        m_watts += (power - m_watts) * (1 - std::exp(-elapsed * 1e-9 / kTimeConstant));
        m_time = time;
        m_sum = sum;
        return m_watts;
    }

private:
    Truth m_truth;
    std::mutex m_mutex;
    std::int64_t m_time = 0;
    Signals m_sum{};
    double m_watts = 0;
};

std::string degrees(double celsius)
{
    return std::to_string(std::llround(std::round(celsius * 1000 / kStep) * kStep)) + "\n";
}

} // namespace

void addThermalNodes(TreeNodes& nodes, const Truth& truth)
{
    const auto thermal = std::make_shared<ThermalModel>(truth);
    int number = 0;
    for (const Zone& zone : truth->board().zones) {
        const std::string folder = "/sys/class/thermal/thermal_zone" + std::to_string(number++);
        nodes.addText(folder + "/type", std::string(zone.type) + "\n");
        nodes.addLive(folder + "/temp", reading([thermal, zone](std::int64_t time) {
                          return degrees(zone.base + zone.perWatt * thermal->watts(time));
                      }));
    }
    const auto fan = [thermal](std::int64_t time) {
        return std::clamp<std::int64_t>(std::llround(thermal->watts(time) * 12), 0, 255);
    };
    if (truth->board().hwmon) {
        nodes.addText("/sys/class/hwmon/hwmon2/name", "pwmfan\n");
        nodes.addLive("/sys/class/hwmon/hwmon2/pwm1",
                      reading([fan](std::int64_t time) { return std::to_string(fan(time)) + "\n"; }));
        return;
    }
    for (const char* file : {"cur_pwm", "target_pwm"})
        nodes.addLive(std::string("/sys/devices/pwm-fan/") + file,
                      reading([fan](std::int64_t time) { return std::to_string(fan(time)) + "\n"; }));
    nodes.addLive("/sys/devices/pwm-fan/rpm_measured",
                  reading([fan](std::int64_t time) { return std::to_string(fan(time) * 22) + "\n"; }));
}

} // namespace stepscope::simulator
