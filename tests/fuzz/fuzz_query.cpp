#include "analysis/query/query.h"
#include "analysis/query/querytext.h"
#include "tests/support/recordingbuilder.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

// Runs arbitrary statements over a small recording. Checks besides crashes: an error is one line, and the recording
// answers afterwards as before.

using namespace stepscope;

namespace {

trace::TraceView makeSmallRecording()
{
    testing::RecordingBuilder builder = testing::makeTraining({.steps = 6, .tracedFrom = 2, .tracedTo = 3});
    return testing::viewOf(builder.bytes());
}

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const trace::TraceView view = makeSmallRecording();
    static analysis::RecordingQuery query(view);
    constexpr std::uint64_t kMostRows = 200;
    constexpr int kMostPolls = 40;
    int polls = 0;
    const auto result = query.collect(std::string_view(reinterpret_cast<const char*>(data), size),
                                      {.limit = kMostRows, .isCancelled = [&] { return ++polls > kMostPolls; }});
    if (result.ok())
        require(!analysis::toText(*result).empty());
    else
        require(!result.error().text.empty() && result.error().text.find('\n') == std::string::npos);
    const auto after = query.collect("SELECT count(*) FROM spans");
    require(after.ok() && std::get<std::int64_t>(after->rows[0][0]) == static_cast<std::int64_t>(view.spanCount()));
    return 0;
}
