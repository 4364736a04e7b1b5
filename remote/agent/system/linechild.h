#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// A child process whose output is read line by line. It ends with the agent. After start(), next() neither blocks nor
/// allocates.
class LineChild
{
public:
    LineChild() = default;
    ~LineChild();
    LineChild(const LineChild&) = delete;
    LineChild& operator=(const LineChild&) = delete;

    /// The first argument is the program's path. Returns an errno; 0 after a successful fork (an exec error shows
    /// later). Call it from the process's main thread: the child ends with the thread that started it.
    int start(const std::vector<std::string>& arguments);
    void stop();

    /// The next complete line without its line end; valid until the next call. Lines longer than the buffer are
    /// skipped.
    std::optional<std::string_view> next();
    /// Waits for output or the end of the child, for probing. False on a timeout.
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
    bool m_skipping = false; ///< within a line that is too long
};

} // namespace stepscope::agent
