#include "remote/agent/hookconnection.h"
#include "remote/agent/sampleblocks.h"
#include "remote/agent/sources/tensors.h"
#include "remote/format/bytes.h"

namespace stepscope::agent {

/// Rows of the group that no sampler reads. A training of several processes has tensors in each: one is shown, as
/// their sum at any time is not known.
bool HookConnection::memory(std::span<const std::byte> payload)
{
    format::ByteReader reader(payload);
    const std::uint32_t count = reader.fixed<std::uint32_t>();
    if (reader.failed() || std::size_t{count} * 8 * (1 + kTensorChannels) != reader.remaining())
        return refuse("readings of its memory that do not fill their message");
    if (count == 0 || !m_ids.memoryGroup)
        return true;
    if (m_ids.memoryProcess == 0)
        m_ids.memoryProcess = m_process;
    if (m_ids.memoryProcess != m_process)
        return true;
    std::uint64_t backwards = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const RowHead head{*m_ids.memoryGroup, kTensorChannels};
        const auto time = reader.fixed<std::int64_t>();
        std::array<std::int64_t, 2 * kTensorChannels> cells;
        for (std::size_t channel = 0; channel < kTensorChannels; ++channel) {
            cells[channel] = reader.fixed<std::int64_t>();
            if (cells[channel] < 0)
                cells[channel] = format::kMissing;
            cells[kTensorChannels + channel] = time;
        }
        if (time <= m_ids.memoryUntil) {
            ++backwards;
            continue;
        }
        m_ids.memoryUntil = time;
        format::ByteWriter writer(m_scratch.payload);
        writer.bytes(std::as_bytes(std::span(&head, 1)));
        writer.bytes(std::as_bytes(std::span(cells)));
        m_output.frame(format::FrameType::Samples, writer.written(), LossKind::Samples, kTensorChannels);
    }
    if (backwards > 0)
        m_output.lost(LossKind::Samples, backwards * kTensorChannels, "The hook's times ran backwards.");
    return true;
}

} // namespace stepscope::agent
