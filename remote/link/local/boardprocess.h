#pragma once

#include "remote/format/result.h"

#include <string>
#include <vector>

namespace stepscope::link {

/// Starts the program of a virtual board as a detached process in a new session. Its standard input stays open during
/// the lifetime of this object.
class BoardProcess
{
public:
    /// Waits up to 15 s until the program prints that it serves the board. Errors contain its message.
    static format::Result<BoardProcess> start(const std::vector<std::string>& words);
    BoardProcess(BoardProcess&& other) noexcept;
    BoardProcess& operator=(BoardProcess&&) = delete;
    /// Closes the standard input: the program ends as soon as the board is unused.
    ~BoardProcess();

private:
    explicit BoardProcess(int input)
        : m_input(input)
    {}

    int m_input = -1;
};

} // namespace stepscope::link
