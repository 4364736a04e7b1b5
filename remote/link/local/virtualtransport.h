#pragma once

#include "remote/format/result.h"
#include "remote/link/local/localtransport.h"
#include "remote/link/transport/target.h"

#include <string>
#include <vector>

namespace stepscope::link {

/// The details of a virtual target, e.g. "tx2-l4t28,window=37ms,lag=12ms".
struct VirtualBoardOptions
{
    std::vector<std::string> options; ///< of the board's program: "--variant", "tx2-l4t28", ...
    std::string folder;               ///< name of the board's folder; equal details give equal names
};

/// Parses the details. Error Usage for unknown options; the board's program checks the values.
Result<VirtualBoardOptions> readVirtualDetails(const std::string& details);

/// A virtual board on this computer (remote/simulator/README.md). It has its own home folder, and so its own runs, in
/// ~/.stepscope/virtual. Its files are mounted there while a transport is connected or a training plays.
class VirtualTransport : public LocalTransport
{
public:
    /// `program`: stepscope-virtual-tx2. `home`: of this user; empty = $HOME.
    VirtualTransport(const Target& target, std::string program, const std::string& home = {});
    ~VirtualTransport() override;

    Result<void> connect() override;
    [[nodiscard]] std::string sysroot() const override { return m_tree; }
    [[nodiscard]] std::vector<std::string> played(std::vector<std::string> words) const override;
    [[nodiscard]] std::string name() const override { return m_name; }

private:
    Result<void> startBoard(const VirtualBoardOptions& board);
    Result<void> holdBoard();

    std::string m_name;
    std::string m_details;
    std::string m_program;
    std::string m_folder;
    std::string m_tree;
    int m_held = -1; ///< an open file of the tree, which keeps the board mounted
};

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
