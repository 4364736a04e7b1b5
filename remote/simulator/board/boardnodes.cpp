#include "remote/simulator/board/boardnodes.h"

#include <cerrno>
#include <charconv>
#include <utility>

namespace stepscope::simulator {

LiveFile reading(std::function<std::string(std::int64_t time)> text)
{
    LiveFile file;
    file.read = [text = std::move(text)](const Request& request) { return Answer{text(request.time), 0}; };
    return file;
}

LiveFile limitFile(std::function<std::int64_t()> get, std::function<bool(std::int64_t)> set)
{
    LiveFile file;
    file.read = [get = std::move(get)](const Request&) { return Answer{std::to_string(get()) + "\n", 0}; };
    file.write = [set = std::move(set)](std::string_view text) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && set(value) ? 0 : EINVAL;
    };
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
