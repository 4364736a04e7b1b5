#pragma once

#include "remote/agent/sources/source.h"
#include "remote/agent/system/keptfile.h"

#include <vector>

namespace stepscope::agent {

/// Which of the board's cores are online now.
class OnlineCores
{
public:
    /// Reads the state for the first time; a system without that file has all its cores online.
    void open(const SourceContext& context);
    /// Before each sample. With events, tells cores that went or came (one source of a run does that).
    [[gnu::hot]] void update(std::int64_t now, EventSink* events);

    /// By position in the board's list of cores.
    [[nodiscard]] bool isOnline(std::size_t position) const { return m_online[position] != 0; }
    [[nodiscard]] bool cameBack(std::size_t position) const { return m_cameBack[position] != 0; }

private:
    void parse(std::string_view list);

    KeptFile m_file;
    std::vector<int> m_numbers;
    std::vector<char> m_online;
    std::vector<char> m_wasOnline;
    std::vector<char> m_cameBack; ///< since the sample before
    std::array<char, 256> m_text{};
    std::size_t m_textSize = 0;
};

} // namespace stepscope::agent
