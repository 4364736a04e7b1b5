#pragma once

#include "remote/agent/system/board.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/agent/system/systemtree.h"
#include "remote/format/records.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

class Training;

/// Takes the events of sources. May be called while sampling: never allocates, never blocks.
class EventSink
{
public:
    virtual ~EventSink() = default;
    /// Records an event. kind: "source" or "core" (see FORMAT.md); text: one line for the user, cut at 400 bytes.
    virtual void report(std::int64_t time, format::Event::Severity severity, std::string_view kind,
                        std::string_view text) = 0;
};

/// What a source knows while it is probed.
struct SourceContext
{
    const SystemTree& tree;
    const Board& board;
    Training& training;        ///< outlives the sources
    std::int64_t periodNs = 0; ///< of the run
    /// Quantities that earlier sources of the table provide; a fallback source omits them.
    std::span<const std::string_view> served = {};

    [[nodiscard]] bool isServed(std::string_view quantity) const;
};

enum class SourceState { Used, Unneeded, Missing, Denied };

/// The result of probing. Used = can be sampled.
struct Finding
{
    SourceState state = SourceState::Missing;
    std::string resolution; ///< for the user: "1 ns"
    std::string reason;     ///< why the source cannot be used and a remedy; or a note on its values
};

/// One measured series. Fields as in FORMAT.md, "header"; the sampling plan adds id, group and period.
struct Channel
{
    enum class Covers { Interval, Instant };
    std::string name;
    std::string_view quantity; ///< a literal, like the unit
    std::string_view unit;
    double scale = 1;
    Covers covers = Covers::Instant;
    int core = -1;
    std::string cluster;
    std::string rail;
    std::string parent;
    std::string role;
    double resolution = 0;                ///< 0 = unknown
    std::optional<std::int64_t> windowNs; ///< averaging window; Covers::Interval needs none
    std::optional<std::int64_t> lagNs;
    std::optional<std::int64_t> updateNs; ///< interval between new values of the sensor
    std::optional<std::int64_t> readNs;   ///< wall time of a reading
    std::string_view factsFrom;           ///< a literal: "driver", "documentation", "measured"; empty = unknown
};

/// Reads one value and one read time (CLOCK_MONOTONIC, ns) per channel, in the channels' order.
class Reader
{
public:
    virtual ~Reader() = default;
    virtual void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) = 0;
};

/// Channels of a source that one thread reads together.
struct Part
{
    Reader* reader = nullptr; ///< owned by the source
    std::vector<Channel> channels;
    int bus = 0;                      ///< each bus of a lane has its own thread
    std::int64_t minimumPeriodNs = 0; ///< if longer than the table's minimum
    int turn = 0, turns = 1;          ///< parts with turns > 1 are spread evenly over the period
};

/// Reads one kind of sensor.
///
/// To add a source:
///   1. Write x.cpp with a class that implements this, and declare `std::unique_ptr<Source> makeX();` in the room's
///   header (sources/gpu/gpusources.h, ...).
///   2. probe(): find the files (not by numbers that change from boot to boot), open them as PersistentFile, and return
///   the values' resolution, or why there are none and a remedy.
///   3. describe(): one Channel per value, with documented or measured facts about the sensor only.
///   4. sample(): read the values and their times. Write kMissing, not zero, where there is no value. Do not allocate.
///   Report when a file disappears or is back (class Presence). A source whose values are read by several threads or at
///   several periods implements parts() instead of 3. and 4.
///   5. Add a row to sampling/sourcetable.cpp: its topic (the first usable source of a topic is used), its lane, and
///   its minimum period.
///   6. Describe a board with it in tests/support/boards, and test it in tests/remote/agent/sources.
class Source : public Reader
{
public:
    virtual Finding probe(const SourceContext& context) = 0;
    virtual std::vector<Channel> describe(const SourceContext& context) const;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;
    /// The groups of channels to read together. Called once, after probe(). One part by default.
    virtual std::vector<Part> parts(const SourceContext& context);
};

/// Reports when something disappears and when it is back, once each.
class Presence
{
public:
    /// `what` is the subject of the event: "The rail VDD_IN".
    [[gnu::hot]] void update(bool present, std::int64_t now, std::string_view what, EventSink& events);

private:
    bool m_present = true;
};

/// The Finding for an errno of open().
Finding cannotOpen(int error, const std::string& path, const std::string& missingReason);

/// The cost of reading an open file: the median wall time of several reads, ns; nullopt if none succeeds. For probing
/// only.
std::optional<std::int64_t> medianReadNs(PersistentFile& file);

} // namespace stepscope::agent
