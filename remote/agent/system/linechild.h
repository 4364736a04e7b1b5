#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// A program that runs beside the agent and says things line by line. It dies with the agent. Started while probing;
/// then next() neither waits nor allocates.
class LineChild
{
public:
    LineChild() = default;
    ~LineChild();
    LineChild(const LineChild&) = delete;
    LineChild& operator=(const LineChild&) = delete;

    /// The first argument is the program's path. errno; 0 when it runs (that it could be executed shows later). To be
    /// called by the process' main thread: the child ends with it.
    int start(const std::vector<std::string>& arguments);
    void stop();

    /// The next whole line that is there, without its end; valid until the next call. Lines that are too long are left
    /// out.
    std::optional<std::string_view> next();
    /// Waits until there is more to read, or the child ended; false when neither came in time. For probing.
    bool wait(std::int64_t deadlineNs) const;
    /// False once its output has ended.
    [[nodiscard]] bool isRunning() const { return m_output >= 0; }

private:
    bool fill();

    int m_process = 0;
    int m_output = -1;
    std::array<char, 4096> m_buffer{};
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    bool m_skipping = false; ///< the rest of a line that was too long
};

} // namespace stepscope::agent
