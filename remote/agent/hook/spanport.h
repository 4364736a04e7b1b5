#pragma once

#include "remote/agent/hook/hookconnection.h"
#include "remote/agent/sampling/sampleblocks.h"
#include "remote/format/result.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace stepscope::agent {

/// The UNIX socket to which the hooks of the training's processes connect, and the thread that reads it. At most 64
/// processes at a time and messages of 1 MiB. Address space is reserved once; only pages that are used become resident.
class SpanPort : private HookOutput
{
public:
    static constexpr std::size_t kMaxConnections = 64;

    /// memoryGroup: the group of samples for the hook's Memory messages, if the recording has one.
    SpanPort(LossLedger& losses, Wakeup& writer, std::optional<std::uint32_t> memoryGroup = {});
    ~SpanPort() override;
    SpanPort(const SpanPort&) = delete;
    SpanPort& operator=(const SpanPort&) = delete;

    /// Listens at a path of less than 108 bytes; only this user and root can connect.
    format::Result<void> open(const std::string& path);
    void start();
    /// Reads what the hooks have sent, then ends the thread. Waits at most `timeoutNs` for connections that stay open.
    void finish(std::int64_t timeoutNs);

    Ring& ring() { return m_sink.ring(); }
    /// True once a hook has sent its greeting, and once one has reported a step. Any thread may ask.
    [[nodiscard]] bool sawHook() const { return m_sawHook.load(); }
    [[nodiscard]] bool sawStep() const { return m_sawStep.load(); }
    /// After finish(): a process whose connection was still open; 0 = none.
    [[nodiscard]] int leftover() const { return m_leftover; }

private:
    struct Slot
    {
        Slot(HookIds& ids, HookScratch& scratch, HookOutput& output)
            : connection(ids, scratch, output)
        {}
        HookConnection connection;
        int descriptor = -1;
        int ring = -1;        ///< the file with the marks of steps
        std::size_t used = 0; ///< bytes in its part of m_buffers that are not processed
    };
    bool frame(format::FrameType type, std::span<const std::byte> payload, LossKind kind, std::uint32_t items) override;
    void lost(LossKind kind, std::uint64_t count, const char* reason) override;
    void run();
    void acceptAll();
    void admit(int descriptor);
    bool readSome(Slot& slot);
    ssize_t receive(Slot& slot, std::span<std::byte> memory);
    bool readMarks(Slot& slot, bool isLast);
    void closeSlot(Slot& slot);
    std::span<std::byte> buffer(const Slot& slot);

    RingSink m_sink;
    Wakeup m_wakeup;
    HookIds m_ids;
    std::unique_ptr<HookScratch> m_scratch;
    std::vector<Slot> m_slots;
    std::byte* m_buffers = nullptr;
    std::string m_path;
    int m_listener = -1;
    int m_epoll = -1;
    std::size_t m_open = 0;
    std::size_t m_rings = 0;
    int m_leftover = 0;
    std::atomic<bool> m_sawHook{false};
    std::atomic<bool> m_sawStep{false};
    std::atomic<bool> m_finishing{false};
    std::atomic<std::int64_t> m_deadline{0};
    std::thread m_thread;
};

} // namespace stepscope::agent
