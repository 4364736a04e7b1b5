#pragma once

#include "remote/simulator/boardtruth.h"
#include "remote/simulator/treenodes.h"

#include <memory>

namespace stepscope::simulator {

/// Puts the files that an agent reads into a tree, with the board's paths, names, units and steps. `truth` and `nodes`
/// outlive each other's callbacks: both are shared.
///
/// To add files: write a function in the file of their kind (cpunodes, railnodes, gpunodes, systemnodes) that adds
/// fixed texts or live files reading `truth`, and call it in addBoardNodes().
void addBoardNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth, std::uint64_t seed);

/// The files of the played process in /proc; they go when it ends.
void addProcessNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth, int process, const std::string& name);
void removeProcessNodes(TreeNodes& nodes, int process);

// Parts of addBoardNodes().
void addSystemNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth);
void addCpuNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth);
void addRailNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth, std::uint64_t seed);
void addGpuNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth);
void addThermalNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth);

/// A live file of one text.
LiveFile reading(std::function<std::string(std::int64_t time)> text);

} // namespace stepscope::simulator
