// Arbitrary or damaged files of each importer, which is chosen by their content: the imported recording is valid, and
// every loss is reported.

#include "analysis/import/importer.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace stepscope;

namespace {

void require(bool condition)
{
    if (!condition)
        std::abort();
}

std::string pathFor(const char* name)
{
    static const std::string kFolder = [] {
        auto folder = (std::filesystem::temp_directory_path() / "fuzz_import.XXXXXX").string();
        require(mkdtemp(folder.data()) != nullptr);
        return folder;
    }();
    return kFolder + "/" + name;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string input = pathFor("input");
    const std::string output = pathFor("recording.stepscope");
    std::ofstream(input, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    std::filesystem::remove(output);
    const auto summary = analysis::importFiles({.files = {input}}, output);
    require(std::filesystem::exists(output) == summary.ok());
    if (!summary.ok()) {
        require(summary.error().text.find('\n') == std::string::npos);
        return 0;
    }
    const auto verdict = analysis::verifyRecording(output);
    require(verdict.ok() && verdict->good);
    const auto view = trace::loadRecording(output);
    require(view.ok());
    // The store must accept the output of the importer.
    for (const trace::Loss& loss : view->losses())
        require(loss.what != "frames" && loss.what != "bytes" && loss.what != "ops");
    return 0;
}
