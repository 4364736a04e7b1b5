#include "app/commands/damagenote.h"

#include "app/terminal/terminal.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stepscope::app {

void noteDamage(const std::string& file, const trace::TraceView& view)
{
    static constexpr std::array<std::string_view, 3> kOfDamage{"frames", "bytes", "tail"}; // losses of the reader
    const bool isDamaged = std::any_of(view.losses().begin(), view.losses().end(), [](const trace::Loss& loss) {
        return std::find(kOfDamage.begin(), kOfDamage.end(), loss.what) != kOfDamage.end();
    });
    if (!isDamaged && view.ending())
        return;
    printNote(file +
              (isDamaged ? " is damaged or cut: what is left of it is used"
                         : " has no end: the run goes on, or the file was cut") +
              "; `stepscope verify` shows what is missing.");
}

} // namespace stepscope::app
