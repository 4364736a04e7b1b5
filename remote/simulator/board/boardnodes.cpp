#include "remote/simulator/board/boardnodes.h"

namespace stepscope::simulator {

LiveFile reading(std::function<std::string(std::int64_t time)> text)
{
    LiveFile file;
    file.read = [text = std::move(text)](const Request& request) { return Answer{text(request.time), 0}; };
    return file;
}

void addBoardNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth, std::uint64_t seed)
{
    addSystemNodes(nodes, truth);
    addCpuNodes(nodes, truth);
    addRailNodes(nodes, truth, seed);
    addGpuNodes(nodes, truth);
    addThermalNodes(nodes, truth);
}

} // namespace stepscope::simulator
