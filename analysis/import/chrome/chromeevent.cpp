#include "analysis/import/chrome/chromeevent.h"

#include <algorithm>

namespace stepscope::analysis {

void ChromeEvent::clear()
{
    phase = 0;
    for (std::string* text : {&name, &category, &process, &thread, &id, &scope, &flow, &shapes, &argName, &argLabels,
                              &argModule, &argParent, &argRole})
        text->clear();
    time.reset();
    duration.reset();
    hasWrongTime = isFlowStart = isFlowEnd = false;
    moreNumbers = otherArgs = 0;
    numbers.clear();
}

std::optional<double> ChromeEvent::number(std::string_view arg) const
{
    const auto entry =
        std::find_if(numbers.begin(), numbers.end(), [&](const auto& other) { return other.first == arg; });
    return entry == numbers.end() ? std::nullopt : std::optional(entry->second);
}

} // namespace stepscope::analysis
