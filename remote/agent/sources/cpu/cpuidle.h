#pragma once

#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"

#include <optional>
#include <vector>

namespace stepscope::agent {

/// The idle time of each core: the sum of cpuidle/state*/time. A polling state with less than a thousandth of the
/// uptime is ignored.
class IdleFiles
{
public:
    /// Opens the files. False if an online core has none. `error` is the errno of a file that could not be opened.
    bool open(const SourceContext& context, int& error);
    /// Idle time in ns of the core at a position in the board's list; nullopt when its files cannot be read.
    [[gnu::hot]] std::optional<std::int64_t> idleNs(std::size_t position, std::int64_t now);
    /// Reopens the files of a core that was offline.
    void reopen(std::size_t position);

private:
    std::vector<std::vector<PersistentFile>> m_states;
};

} // namespace stepscope::agent
