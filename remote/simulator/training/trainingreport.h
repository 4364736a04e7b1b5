#pragma once

#include "remote/format/records.h"
#include "remote/format/result.h"
#include "remote/hookwire/client.h"
#include "remote/simulator/training/training.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::simulator {

/// Reports a played training to the agent, as the hook in a real training does. Without an agent, or once the
/// connection is lost, the calls have no effect.
class TrainingReport
{
public:
    /// Connects to the agent's socket; fails if the environment names a socket that does not answer.
    static format::Result<TrainingReport> open();

    /// Has to be the first call.
    void greet(std::string_view program);
    /// Defines the kinds of ops; `OpInstance::kind` is an index into them.
    void defineKinds(std::span<const OpKind> kinds);
    void defineLane(std::uint32_t lane, format::Lane::Kind kind, std::uint64_t thread, std::string name);
    /// Ops of one lane, sorted by start, parents before children.
    void addSpans(std::uint32_t lane, std::span<const OpInstance> ops);
    void addStep(const format::Step& step);
    /// `json` is one JSON object.
    void addFacts(std::string_view json);

private:
    explicit TrainingReport(hookwire::Client client);
    void send(std::string_view messages);

    hookwire::Client m_client;
};

} // namespace stepscope::simulator
