#pragma once

#include "remote/format/result.h"

#include <string>
#include <vector>

namespace stepscope::link {

/// Starts a virtual board that goes on by itself: a session of its own, its input held open until this object ends.
class BoardProcess
{
public:
    /// Waits until the board serves (it says one line), 15 s at most. Error: what it said when it did not.
    static format::Result<BoardProcess> start(const std::vector<std::string>& words);
    BoardProcess(BoardProcess&& other) noexcept;
    BoardProcess& operator=(BoardProcess&&) = delete;
    /// From now on the board ends when nobody uses it any more.
    ~BoardProcess();

private:
    explicit BoardProcess(int input)
        : m_input(input)
    {}

    int m_input = -1;
};

} // namespace stepscope::link
