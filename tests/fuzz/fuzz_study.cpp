// Arbitrary bytes as study.json. A study that is accepted is one after writing and reading it again.

#include "analysis/study/studyfile.h"
#include "remote/format/plaintext.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace stepscope;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto study = analysis::parseStudy({reinterpret_cast<const char*>(data), size}, "study.json");
    if (!study.ok()) {
        const std::string& text = study.error().text;
        require(text.find('\n') == std::string::npos && format::plainText(text) == text);
        return 0;
    }
    require(study->cells.size() <= analysis::kMaxStudyCells);
    const std::string json = analysis::studyJson(*study);
    const auto again = analysis::parseStudy(json, "study.json");
    require(again.ok() && analysis::studyJson(*again) == json);
    require(!analysis::studyCsv(*study).empty());
    (void)analysis::remainingTime(*study);
    return 0;
}
