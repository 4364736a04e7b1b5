// Arbitrary answers of a target to the agent's commands. The first byte selects the command.

#include "app/commands/doctortext.h"
#include "remote/format/plaintext.h"
#include "remote/link/run/runcontrol.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace stepscope;
using namespace stepscope::link;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Gives the same answer to every command.
class Answering : public Transport
{
public:
    Answering(std::string text, int status)
        : m_output{.exitStatus = status, .standardOutput = status == 0 ? text : "", .standardError = text}
    {}
    Result<void> connect() override { return {}; }
    Result<CommandOutput> run(const std::string& /*command*/, std::chrono::milliseconds /*timeout*/) override
    {
        return m_output;
    }
    Result<std::unique_ptr<ByteStream>> open(const std::string& /*command*/) override
    {
        return format::failure("no stream");
    }
    Result<void> upload(const std::string& /*path*/, std::span<const std::byte> /*bytes*/, unsigned /*mode*/,
                        const UploadProgress& /*progress*/) override
    {
        return {};
    }
    Result<void> download(const std::string& /*path*/, std::uint64_t /*from*/, std::uint64_t /*most*/,
                          const DownloadSink& /*sink*/) override
    {
        return {};
    }
    void cancel() override {}
    void rearm() override {}
    [[nodiscard]] std::string name() const override { return "board"; }

private:
    CommandOutput m_output;
};

template <typename Value>
void checkError(const Result<Value>& result)
{
    if (result.ok())
        return;
    const std::string& text = result.error().text;
    require(!text.empty() && text.find('\n') == std::string::npos && format::plainText(text) == text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    Answering target(std::string(reinterpret_cast<const char*>(data) + 1, size - 1), (data[0] & 0x80U) != 0 ? 1 : 0);
    RunControl runs(target, "agent");
    switch (data[0] % 6) {
    case 0: {
        const auto probe = runs.probe({});
        checkError(probe);
        if (probe.ok()) {
            const std::string text = app::doctorText("board", *probe);
            require(format::plainText(text) == text);
        }
        break;
    }
    case 1: {
        const auto list = runs.list();
        checkError(list);
        for (const RunInfo& run : list.ok() ? *list : std::vector<RunInfo>())
            require(checkRunName(run.run).ok());
        break;
    }
    case 2: {
        StartOptions options;
        options.command = {"true"};
        const auto started = runs.start(options);
        checkError(started);
        require(!started.ok() || checkRunName(started->run).ok());
        break;
    }
    case 3:
        checkError(runs.stop("night"));
        break;
    case 4:
        checkError(runs.clean(true));
        break;
    default:
        checkError(runs.power({}));
        break;
    }
    return 0;
}
