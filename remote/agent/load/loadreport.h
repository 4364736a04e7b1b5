#pragma once

#include "remote/format/result.h"
#include "remote/hookwire/client.h"

#include <cstdint>

namespace stepscope::agent {

/// Reports what `stepscope-agent load` does to the agent that records it: busy phases as spans of the op "load", equal
/// pieces of work as steps. Without such an agent the calls have no effect.
class LoadReport
{
public:
    /// Connects to the agent's socket and introduces this process.
    static format::Result<LoadReport> open();

    /// A busy phase, CLOCK_MONOTONIC ns. Fails when the connection is lost.
    format::Result<void> addPhase(std::int64_t begin, std::int64_t end);
    /// A piece of work, CLOCK_MONOTONIC ns. Fails when the connection is lost.
    format::Result<void> addStep(std::int64_t begin, std::int64_t end);

private:
    explicit LoadReport(hookwire::Client client);

    hookwire::Client m_client;
    std::uint64_t m_stepCount = 0;
};

} // namespace stepscope::agent
