#pragma once

#include <cstdint>
#include <string>

namespace stepscope::soak {

/// What the processes of long recordings showed.
struct LongRunResult
{
    std::string failure{};     ///< one line; empty if the recordings were made
    double hours = 0;          ///< of virtual time, of the shortest recording
    double seconds = 0;        ///< of real time
    std::uint64_t samples = 0; ///< values that the receiver has
    double lost = 0;           ///< records reported as lost, missing rows, and files that differ from the target's
    double agentGrowth = 0;    ///< of the resident memory, %; the largest of all agents
    double receiverGrowth = 0; ///< without the pages of the trace stores' unnamed files, which have a bound:
    double receiverFileMegabytes = 0; ///< the most of them, MiB for each recording
    double descriptorGrowth = 0;      ///< the largest of all processes
    double threadGrowth = 0;
    double agentMegabytes = 0;
    double receiverMegabytes = 0;
};

/// Records as many described boards at once in virtual time, each with an agent and a link of its own. This process
/// follows them as window and command line do: into a file and a trace store of each. One device passes through as much
/// time as the processor permits; several, a limited one, so that agents leave the processor to this process.
LongRunResult recordInVirtualTime(int devices, double hours, std::int64_t periodNs);

} // namespace stepscope::soak
