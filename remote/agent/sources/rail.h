#pragma once

#include "remote/agent/sources/sensorhealth.h"
#include "remote/agent/sources/source.h"
#include "remote/agent/system/keptfile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// What a driver or its documentation says of a rail's sensor; 0 and nullopt = not known.
struct RailFacts
{
    double voltageStep = 0; ///< V
    double currentStep = 0; ///< A
    std::optional<std::int64_t> windowNs;
    std::optional<std::int64_t> updateNs;
    std::string_view from; ///< as Channel::factsFrom
};

/// The files by which a driver shows a rail: its power, or voltage and current. A path may be empty.
struct RailFiles
{
    std::string power;
    std::int64_t perMilliwatt = 1; ///< units of the power file in 1 mW
    std::string voltage;           ///< mV
    std::string current;           ///< mA
    std::string both;              ///< "mV mA" of one conversion
};

/// One rail of a power monitor. Power is one reading where the driver tells it, else voltage times current.
class Rail
{
public:
    Rail(std::string label, int bus, const RailFiles& files, const RailFacts& facts, const SourceContext& context);

    /// errno of the file that cannot be opened; 0 = all that are needed.
    int open();
    [[nodiscard]] const std::string& firstPath() const;
    /// mW, and the time in the middle of the reading. `now` goes from its beginning to its end.
    [[gnu::hot]] std::int64_t readPower(std::int64_t& now, std::int64_t& time, EventSink& events);
    /// mV and mA: those that the power was made of, else read now.
    void readDetails(std::span<std::int64_t> values, std::span<std::int64_t> times);

    [[nodiscard]] const std::string& label() const { return m_label; }
    [[nodiscard]] int bus() const { return m_bus; }
    [[nodiscard]] bool isSystem() const { return m_role == "system"; }
    /// The power, the voltage or the current, by quantity ("rail.power", ...). Reads the sensor to learn what that
    /// costs.
    [[nodiscard]] Channel powerChannel();
    [[nodiscard]] std::vector<Channel> detailChannels() const;

private:
    [[nodiscard]] Channel channel(std::string_view quantity, std::string_view unit, std::string_view suffix) const;
    std::optional<std::int64_t> readProduct(std::int64_t now);
    [[nodiscard]] int error() const;
    [[nodiscard]] bool isPresent() const;

    std::string m_label;
    std::string m_parent;
    std::string m_role;
    int m_bus;
    RailFacts m_facts;
    KeptFile m_power;
    std::int64_t m_perMilliwatt;
    KeptFile m_voltage;
    KeptFile m_current;
    KeptFile m_both;
    bool m_hasPower;
    bool m_hasBoth;
    std::int64_t m_lastVoltage = format::kMissing;
    std::int64_t m_lastCurrent = format::kMissing;
    std::int64_t m_lastTime = 0;
    SensorHealth m_health;
};

/// A source's rails, as parts: for each bus the power of its rails, read by the bus' own thread, with how long the
/// longest reading took (half of it is how uncertain the times of that row are); for each rail its voltage and
/// current, rarely and in turns, so that they cost the bus little.
class RailSet
{
public:
    explicit RailSet(std::vector<std::unique_ptr<Rail>> rails);
    ~RailSet();
    std::vector<Part> parts();
    [[nodiscard]] bool isEmpty() const { return m_rails.empty(); }
    [[nodiscard]] std::size_t size() const { return m_rails.size(); }

private:
    std::vector<std::unique_ptr<Rail>> m_rails;
    std::vector<std::unique_ptr<Reader>> m_readers;
};

/// The bus in an I2C device's name: "1-0040" is on bus 1. 0 when it says none.
int busOf(std::string_view device);

} // namespace stepscope::agent
