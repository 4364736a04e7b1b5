#pragma once

#include "remote/format/result.h"
#include "remote/simulator/board/boardtruth.h"
#include "remote/simulator/board/treenodes.h"
#include "remote/simulator/command.h"
#include "remote/simulator/training/training.h"

#include <memory>
#include <string>

namespace stepscope::simulator {

/// Creates a board from the options --variant, --sensor-window, --sensor-lag, --sensor-update (ms) and --read-delay
/// (us). Error Usage.
format::Result<Board> boardFromOptions(const Command& command);
inline constexpr const char* kBoardOptions = "variant sensor-window sensor-lag sensor-update read-delay seed";

/// Adds the files by which other processes control the board, in /.board:
///   facts    the options of the board
///   play     a process writes an activity to it and holds it open; closing it, or the end of the process, ends the
///            activity
///   clocks   the clocks with which a training that begins now runs
///   keep     a process that needs the board holds it open
void addControlNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth, const Command& wished,
                     const std::string& truthFolder);

/// The access of a playing process to the board of a tree.
class BoardLink
{
public:
    /// An empty `tree` means the folder `tree` in the current folder. Error NotFound if it is not a board.
    static format::Result<BoardLink> open(const std::string& tree);
    BoardLink(BoardLink&& other) noexcept;
    BoardLink& operator=(BoardLink&&) = delete;
    ~BoardLink();

    [[nodiscard]] const Board& board() const { return m_board; }
    [[nodiscard]] format::Result<Clocks> clocks() const;
    [[nodiscard]] const std::string& truthFolder() const { return m_truthFolder; }
    /// Starts an activity, which ends with this object. Error if another activity plays on the board.
    format::Result<void> play(const Command& command);

private:
    BoardLink(Board board, std::string tree, std::string truthFolder);

    Board m_board;
    std::string m_tree;
    std::string m_truthFolder;
    int m_file = -1;
};

/// Conversions between the options of a training and the command that `play` gets.
Command commandFor(const TrainingOptions& training);
format::Result<TrainingOptions> readTrainingOptions(const Command& command);

} // namespace stepscope::simulator
