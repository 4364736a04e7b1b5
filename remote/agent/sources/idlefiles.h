#pragma once

#include "remote/agent/sources/source.h"
#include "remote/agent/system/keptfile.h"

#include <optional>
#include <vector>

namespace stepscope::agent {

/// The idle time of each core: the sum over its idle states of cpuidle/state*/time, us. A state of polling that holds
/// less than a thousandth of the time since the start is left out.
class IdleFiles
{
public:
    /// False when a core that is online has none. `error` is the errno of a file that could not be opened.
    bool open(const SourceContext& context, int& error);
    /// ns; nullopt when the core's files cannot be read. Position in the board's list of cores.
    [[gnu::hot]] std::optional<std::int64_t> idleNs(std::size_t position, std::int64_t now);
    /// After a core was offline its files are new ones.
    void reopen(std::size_t position);

private:
    std::vector<std::vector<KeptFile>> m_states;
};

} // namespace stepscope::agent
