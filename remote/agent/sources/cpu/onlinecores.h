#pragma once

#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"

#include <vector>

namespace stepscope::agent {

/// Tracks which of the board's cores are online.
class OnlineCores
{
public:
    /// Reads the state for the first time. Without the kernel's file all cores are taken as online.
    void open(const SourceContext& context);
    /// Call it before each sample. If `events` is given, reports cores that went offline or online, and the first time
    /// those that are offline from the beginning (one source of a run does so).
    [[gnu::hot]] void update(std::int64_t now, EventSink* events);

    /// By position in the board's list of cores.
    [[nodiscard]] bool isOnline(std::size_t position) const { return m_online[position] != 0; }
    [[nodiscard]] bool cameBack(std::size_t position) const { return m_cameBack[position] != 0; }

private:
    void parse(std::string_view list);
    void report(std::int64_t now, std::size_t position, const char* state, EventSink& events) const;

    PersistentFile m_file;
    std::vector<int> m_numbers;
    std::vector<char> m_online;
    std::vector<char> m_wasOnline;
    std::vector<char> m_cameBack; ///< since the previous sample
    std::array<char, 256> m_text{};
    std::size_t m_textSize = 0;
    bool m_isReported = false; ///< the state at the beginning
};

/// The channels of a source of CPU utilization, one per core. `resolution` is a share of 1.
std::vector<Channel> utilizationChannels(const Board& board, double resolution, std::optional<std::int64_t> lagNs);

} // namespace stepscope::agent
