#pragma once

#include "remote/simulator/board/boardtruth.h"
#include "remote/simulator/board/treenodes.h"

#include <memory>

namespace stepscope::simulator {

using Truth = std::shared_ptr<BoardTruth>;

/// Adds the files that an agent reads to a tree, with the board's paths, names, units and resolutions. The callbacks of
/// the nodes share the ownership of `truth`.
///
/// To add files: write a function in the file of their kind (cpunodes, railnodes, gpunodes, systemnodes) that adds
/// fixed texts or live files that read `truth`, and call it in addBoardNodes().
void addBoardNodes(TreeNodes& nodes, const Truth& truth, std::uint64_t seed);

/// Adds or removes the files of the playing process in /proc.
void addProcessNodes(TreeNodes& nodes, const Truth& truth, int process, const std::string& name);
void removeProcessNodes(TreeNodes& nodes, int process);

// Parts of addBoardNodes().
void addSystemNodes(TreeNodes& nodes, const Truth& truth);
void addCpuNodes(TreeNodes& nodes, const Truth& truth);
void addRailNodes(TreeNodes& nodes, const Truth& truth, std::uint64_t seed);
void addGpuNodes(TreeNodes& nodes, const Truth& truth);
void addThermalNodes(TreeNodes& nodes, const Truth& truth);

/// A frequency limit, which can be written; `set` is false for a number that the driver refuses.
LiveFile limitFile(std::function<std::int64_t()> get, std::function<bool(std::int64_t)> set);

/// A read-only live file whose content is text(time).
LiveFile reading(std::function<std::string(std::int64_t time)> text);

} // namespace stepscope::simulator
