#pragma once

#include "remote/link/localtransport.h"
#include "remote/link/target.h"

#include <string>
#include <vector>

namespace stepscope::link {

/// What the details of a virtual target say: "tx2-l4t28,window=37ms,lag=12ms" as options of the board's program.
struct VirtualBoardWish
{
    std::vector<std::string> options; ///< "--variant", "tx2-l4t28", ...
    std::string folder;               ///< a name for its folder: the same wish, the same board
};

/// Error Usage: an option that no virtual board has. Whether the values make sense is the board's to say.
Result<VirtualBoardWish> readVirtualDetails(const std::string& details);

/// A described board on this computer (remote/simulator/README.md). It has a home folder, and so runs, of its own in
/// ~/.stepscope/virtual; its files are mounted there while somebody is connected or a training plays.
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
    Result<void> startBoard(const VirtualBoardWish& wish);
    Result<void> holdBoard();

    std::string m_name;
    std::string m_details;
    std::string m_program;
    std::string m_folder;
    std::string m_tree;
    int m_held = -1; ///< a file of the tree: the board stays while it is open
};

} // namespace stepscope::link
