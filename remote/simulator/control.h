#pragma once

#include "remote/format/result.h"
#include "remote/simulator/boardtruth.h"
#include "remote/simulator/training.h"
#include "remote/simulator/treenodes.h"
#include "remote/simulator/words.h"

#include <memory>
#include <string>

namespace stepscope::simulator {

/// How a board is wished: --variant, --sensor-window, --sensor-lag (ms), --sensor-update (ms), --read-delay (us),
/// --seed,
/// --truth. Error Usage.
format::Result<Board> wishedBoard(const Words& words);
inline constexpr const char* kBoardWords = "variant sensor-window sensor-lag sensor-update read-delay seed";

/// Files of the tree by which programs speak to its board, in /.board: `facts` (what it was made of), `play` (written
/// by who plays; the playing ends when its file is closed, however its process ended), `keep` (held by who needs the
/// board).
void addControlNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth, const Words& wished,
                     const std::string& truthFolder);

/// The other end: a program that plays on the board of a tree.
class BoardLink
{
public:
    /// Empty: the folder `tree` here. Error: there is no board at the tree.
    static format::Result<BoardLink> open(const std::string& tree);
    BoardLink(BoardLink&& other) noexcept;
    BoardLink& operator=(BoardLink&&) = delete;
    ~BoardLink();

    [[nodiscard]] const Board& board() const { return m_board; }
    [[nodiscard]] const std::string& truthFolder() const { return m_truthFolder; }
    /// Error: something else plays on it.
    format::Result<void> play(const Words& words);

private:
    BoardLink(Board board, std::string tree, std::string truthFolder);

    Board m_board;
    std::string m_tree;
    std::string m_truthFolder;
    int m_file = -1;
};

/// What `play` says of a training, and back.
Words wordsOf(const TrainingWords& training);
format::Result<TrainingWords> trainingOf(const Words& words);

} // namespace stepscope::simulator
