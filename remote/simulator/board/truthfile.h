#pragma once

#include "remote/format/result.h"
#include "remote/simulator/board/boards.h"
#include "remote/simulator/training/training.h"

#include <cstdio>
#include <memory>
#include <string>

namespace stepscope::simulator {

/// Writes the ground truth of one training as JSON lines (format: remote/simulator/TRUTH.md): the board with its rails
/// and their sensor facts, then each step with the energy of each rail, and its ops with the energy that each adds.
class TruthFile
{
public:
    static format::Result<TruthFile> create(const std::string& path, const Board& board, const Training& training);

    void add(const PlayedStep& step);

private:
    TruthFile(std::FILE* file, const Board& board);
    void begin(const Training& training);

    struct Close
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> m_file;
    Board m_board;
};

} // namespace stepscope::simulator
