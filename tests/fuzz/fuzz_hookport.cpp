// Whatever a process of the training sends, in whatever pieces: no crash, no overrun, and only frames that decode.
#include "remote/agent/hookconnection.h"
#include "tests/support/hookmessages.h"

#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

using namespace stepscope;
using format::FrameType;

class Checked : public agent::HookOutput
{
public:
    bool frame(FrameType type, std::span<const std::byte> payload, agent::LossKind /*kind*/,
               std::uint32_t /*items*/) override
    {
        const bool good = (type == FrameType::Names && format::decodeNames(payload).ok()) ||
                          (type == FrameType::Ops && format::decodeOps(payload).ok()) ||
                          (type == FrameType::Lane && format::decodeLane(payload).ok()) ||
                          (type == FrameType::Spans && format::decodeSpans(payload).ok()) ||
                          (type == FrameType::Steps && format::decodeSteps(payload).ok()) ||
                          (type == FrameType::Links && format::decodeLinks(payload).ok()) ||
                          (type == FrameType::Work && format::decodeWork(payload).ok()) ||
                          (type == FrameType::Event && format::decodeEvent(payload).ok()) || type == FrameType::Facts ||
                          (type == FrameType::Samples && payload.size() == 7 * sizeof(std::int64_t));
        if (!good)
            std::abort();
        return true;
    }
    void lost(agent::LossKind /*kind*/, std::uint64_t /*count*/, const char* /*reason*/) override {}
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto scratch = std::make_unique<agent::HookScratch>();
    Checked output;
    agent::HookIds ids;
    ids.memoryGroup = 1;
    agent::HookConnection first(ids, *scratch, output);
    agent::HookConnection second(ids, *scratch, output);
    first.begin(1);
    second.begin(2);
    // The first byte says where the stream is cut, and whether a good greeting opens the way to the other messages.
    if (size == 0)
        return 0;
    if (data[0] % 8 != 0) {
        const std::string hello = testing::helloMessage();
        first.feed(std::as_bytes(std::span(hello)));
        second.feed(std::as_bytes(std::span(hello)));
    }
    const std::size_t cut = data[0] * size / 256;
    const auto bytes = std::as_bytes(std::span(data + 1, size - 1));
    const std::size_t taken = first.feed(bytes.first(std::min(cut, bytes.size())));
    first.feed(bytes.subspan(taken));
    second.feed(bytes.subspan(std::min(cut, bytes.size())));
    second.feed(bytes);
    return 0;
}
