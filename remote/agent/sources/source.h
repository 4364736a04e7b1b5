#pragma once

#include "remote/agent/system/board.h"
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

/// Where a source says that something happened. Callable while sampling: never allocates, never blocks.
class EventSink
{
public:
    virtual ~EventSink() = default;
    /// kind: "source" or "core" (see FORMAT.md); text: one line for a person, cut at 400 bytes.
    virtual void tell(std::int64_t time, format::Event::Severity severity, std::string_view kind,
                      std::string_view text) = 0;
};

/// Where a source finds things out.
struct SourceContext
{
    const SystemTree& tree;
    const Board& board;
    Training& training;        ///< outlives the sources
    std::int64_t periodNs = 0; ///< of the run
    /// Quantities that sources above in the table give already: a source of the last resort leaves these out.
    std::span<const std::string_view> served = {};

    [[nodiscard]] bool isServed(std::string_view quantity) const;
};

enum class SourceState { Used, Unneeded, Missing, Denied };

/// What probing found. Used = could be sampled.
struct Finding
{
    SourceState state = SourceState::Missing;
    std::string resolution; ///< for a person: "1 ns"
    std::string reason;     ///< why not, and what would help; or what to know about it
};

/// One measured series. Fields as in FORMAT.md, "header"; what is about sampling (id, group, period) is added by the
/// plan.
struct Channel
{
    enum class Covers { Interval, Instant };
    std::string name;
    std::string_view quantity; ///< a literal, as the unit
    std::string_view unit;
    double scale = 1;
    Covers covers = Covers::Instant;
    int core = -1;
    std::string cluster;
    std::string rail;
    std::string parent;
    std::string role;
    double resolution = 0;                ///< 0 = not known
    std::optional<std::int64_t> windowNs; ///< of a Covers::Interval channel: the period, when not set
    std::optional<std::int64_t> lagNs;
    std::optional<std::int64_t> updateNs; ///< how often the sensor makes a new value
    std::optional<std::int64_t> readNs;   ///< what one reading costs in wall time
    std::string_view factsFrom;           ///< a literal: "driver", "documentation", "measured"; empty = not known
};

/// Reads values. One value and one read time (CLOCK_MONOTONIC, ns) for each of its channels, in their order.
class Reader
{
public:
    virtual ~Reader() = default;
    virtual void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) = 0;
};

/// What one thread reads of a source, in one go.
struct Part
{
    Reader* reader = nullptr; ///< the source's
    std::vector<Channel> channels;
    int bus = 0;                      ///< each bus of a lane has a thread of its own
    std::int64_t minimumPeriodNs = 0; ///< more than the table's row asks for
    int turn = 0, turns = 1; ///< parts that take turns are spread over the period, so that none delays the rest
};

/// Reads one kind of sensor.
///
/// To add a source:
///   1. write sources/x.h with `std::unique_ptr<Source> makeX();` and sources/x.cpp with a class that implements this,
///   2. probe(): find the files (never by a number that changes from boot to boot), open them as KeptFile, say how fine
///   the
///      values are, or why there are none and what would help,
///   3. describe(): one Channel a value, with what is known of the sensor (never what is only likely),
///   4. sample(): read them; write the time of each reading; kMissing where there is no value, never a zero; never
///      allocate, and tell when a file goes away or comes back (Presence does that). A source whose values are read by
///      several threads or at several periods says so by parts() instead of 3. and 4.,
///   5. give it a row in sourcetable.cpp: its topic (the first usable source of a topic is used), the thread that
///      reads it, and the shortest sensible period,
///   6. describe a board that has it in tests/support/boards, and test it in tests/remote/agent/tst_sources.cpp.
class Source : public Reader
{
public:
    virtual Finding probe(const SourceContext& context) = 0;
    virtual std::vector<Channel> describe(const SourceContext& context) const;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;
    /// Called once, after probe(), by what will sample them. All in one, unless a source says otherwise.
    virtual std::vector<Part> parts(const SourceContext& context);
};

/// Tells when something goes away and comes back: once each time.
class Presence
{
public:
    /// what: "The rail VDD_IN"
    [[gnu::hot]] void update(bool present, std::int64_t now, std::string_view what, EventSink& events);

private:
    bool m_present = true;
};

/// How a failed open() reads in a Finding.
Finding cannotOpen(int error, const std::string& path, const std::string& missingReason);

} // namespace stepscope::agent
