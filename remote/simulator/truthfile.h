#pragma once

#include "remote/format/result.h"
#include "remote/simulator/boards.h"
#include "remote/simulator/training.h"

#include <cstdio>
#include <memory>
#include <string>

namespace stepscope::simulator {

/// The ground truth of one training, as JSON lines (README.md says which): the board with its rails and the facts of
/// their sensors, then each step with the energy of each rail, and its ops with what each of them added to it.
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
