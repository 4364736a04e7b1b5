#pragma once

#include "remote/agent/sources/power/sensorhealth.h"
#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// Facts about a rail's sensor from its driver or documentation; 0 and nullopt = unknown.
struct RailFacts
{
    double voltageStep = 0; ///< V
    double currentStep = 0; ///< A
    std::optional<std::int64_t> windowNs;
    std::optional<std::int64_t> updateNs;
    std::string_view from; ///< see Channel::factsFrom
};

/// The files of a rail: its power, or voltage and current. A path may be empty.
struct RailFiles
{
    std::string power;
    std::int64_t perMilliwatt = 1; ///< units of the power file per mW
    std::string voltage;           ///< mV
    std::string current;           ///< mA
    std::string both;              ///< "mV mA" of one conversion
};

/// One rail of a power monitor. Power is one read if the driver provides it, else voltage times current.
class Rail
{
public:
    Rail(std::string label, int bus, const RailFiles& files, const RailFacts& facts, const SourceContext& context);

    /// Opens the files; returns the errno of a required file that cannot be opened, else 0.
    int open();
    [[nodiscard]] const std::string& firstPath() const;
    /// Reads the power in mW; `time` becomes the middle of the read. Updates `now` to the end of the read.
    [[gnu::hot]] std::int64_t readPower(std::int64_t& now, std::int64_t& time, EventSink& events);
    /// Voltage and current in mV and mA: the values behind the last power, or new ones.
    void readDetails(std::span<std::int64_t> values, std::span<std::int64_t> times);

    [[nodiscard]] const std::string& label() const { return m_label; }
    [[nodiscard]] int bus() const { return m_bus; }
    [[nodiscard]] bool isSystem() const { return m_role == "system"; }
    /// The channel of the power. Reads the sensor to measure the cost of a read.
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
    PersistentFile m_power;
    std::int64_t m_perMilliwatt;
    PersistentFile m_voltage;
    PersistentFile m_current;
    PersistentFile m_both;
    bool m_hasPower;
    bool m_hasBoth;
    std::int64_t m_lastVoltage = format::kMissing;
    std::int64_t m_lastCurrent = format::kMissing;
    std::int64_t m_lastTime = 0;
    SensorHealth m_health;
};

/// The rails of a source, as parts: for each bus the power of its rails and the duration of the longest read (half of
/// it is the uncertainty of the row's times); for each rail its voltage and current, once a second and at different
/// times, so that they load the bus little.
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

/// The bus in an I2C device's name: "1-0040" is on bus 1. 0 without one.
int busOf(std::string_view device);

} // namespace stepscope::agent
