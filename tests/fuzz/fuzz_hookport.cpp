// Arbitrary bytes from a process of the training, as messages in pieces of any size and as marks of steps: no crash, no
// overrun, and all written frames are valid.
#include "remote/agent/hook/hookconnection.h"
#include "remote/agent/sampling/sampleblocks.h"
#include "remote/agent/sources/system/tensors.h"
#include "tests/support/hookmessages.h"

#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

using namespace stepscope;
using format::FrameType;

constexpr std::size_t kSampleRowSize = sizeof(agent::RowHead) + 2 * agent::kTensorChannels * sizeof(std::int64_t);

class CheckedOutput : public agent::HookOutput
{
public:
    bool frame(FrameType type, std::span<const std::byte> payload, agent::LossKind /*kind*/,
               std::uint32_t /*items*/) override
    {
        const bool valid = (type == FrameType::Names && format::decodeNames(payload).ok()) ||
                           (type == FrameType::Ops && format::decodeOps(payload).ok()) ||
                           (type == FrameType::Lane && format::decodeLane(payload).ok()) ||
                           (type == FrameType::Spans && format::decodeSpans(payload).ok()) ||
                           (type == FrameType::Steps && format::decodeSteps(payload).ok()) ||
                           (type == FrameType::Links && format::decodeLinks(payload).ok()) ||
                           (type == FrameType::Work && format::decodeWork(payload).ok()) ||
                           (type == FrameType::Metric && format::decodeMetric(payload).ok()) ||
                           (type == FrameType::Event && format::decodeEvent(payload).ok()) ||
                           type == FrameType::Facts || (type == FrameType::Samples && payload.size() == kSampleRowSize);
        if (!valid)
            std::abort();
        return true;
    }
    void lost(agent::LossKind /*kind*/, std::uint64_t /*count*/, const char* /*reason*/) override {}
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto scratch = std::make_unique<agent::HookScratch>();
    CheckedOutput output;
    agent::HookIds ids;
    ids.memoryGroup = 1;
    agent::HookConnection first(ids, *scratch, output);
    agent::HookConnection second(ids, *scratch, output);
    first.begin(1);
    second.begin(2);
    // The first byte selects where the stream is split and whether it begins with a valid greeting.
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
    // The same bytes as a ring of marks, which may change between two reads.
    for (const bool isLast : {false, false, true}) {
        for (int block = 0; block < 4 && first.acceptMarks(bytes, isLast); ++block) {
        }
    }
    second.acceptMarks(bytes.subspan(std::min(cut, bytes.size())), false);
    second.acceptMarks(bytes, true);
    return 0;
}
