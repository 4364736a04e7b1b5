#include "remote/link/run/runtoend.h"

#include <vector>

namespace stepscope::link {

using format::Error;

namespace {

constexpr std::size_t kMaxOutput = 16 * 1024 * 1024;
constexpr std::size_t kPartSize = 64 * 1024;

} // namespace

Result<CommandOutput> runToEnd(ByteStream& stream, std::chrono::milliseconds timeout)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + timeout;
    std::vector<std::byte> part(kPartSize);
    std::string output;
    while (!stream.finished()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0)
            return format::failure("a command on the target took longer than " + std::to_string(timeout.count()) +
                                   " ms and was abandoned; the device may be overloaded");
        const std::size_t size = TRY(stream.read(part, left));
        if (output.size() + size > kMaxOutput)
            return format::failure(Error::Code::Corrupt,
                                   "a command on the target printed more than 16 MiB instead of a "
                                   "short answer; check what its login shell prints");
        output.append(reinterpret_cast<const char*>(part.data()), size);
    }
    CommandOutput result = stream.ending();
    result.standardOutput = std::move(output);
    return result;
}

} // namespace stepscope::link
