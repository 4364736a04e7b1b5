#include "app/commands/damagenote.h"

#include "analysis/trace/tracestore.h"
#include "app/terminal/terminal.h"

namespace stepscope::app {

void noteDamage(const std::string& file, const trace::TraceView& view)
{
    const bool isDamaged = trace::isDamaged(view);
    if (!isDamaged && view.ending())
        return;
    printNote(file +
              (isDamaged ? " is damaged or cut: what is left of it is used"
                         : " has no end: the run goes on, or the file was cut") +
              "; `stepscope verify` shows what is missing.");
}

} // namespace stepscope::app
