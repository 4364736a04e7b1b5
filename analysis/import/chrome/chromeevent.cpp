#include "analysis/import/chrome/chromeevent.h"

namespace stepscope::analysis {

void ChromeEvent::clear()
{
    phase = 0;
    for (std::string* text :
         {&name, &category, &process, &thread, &id, &scope, &flow, &shapes, &argName, &argLabels, &argModule})
        text->clear();
    time.reset();
    duration.reset();
    hasWrongTime = isFlowStart = isFlowEnd = false;
    moreNumbers = otherArgs = 0;
    numbers.clear();
}

} // namespace stepscope::analysis
