#include "app/capture/cleanedtext.h"

#include "analysis/text/quantitytext.h"

namespace stepscope::app {

std::string cleanedText(const link::CleanedTarget& cleaned, std::size_t left, bool isPlan)
{
    return std::to_string(cleaned.runs) + (cleaned.runs == 1 ? " run and " : " runs and ") +
           std::to_string(cleaned.files) + (cleaned.files == 1 ? " other file" : " other files") +
           (isPlan ? " would be removed, " : " were removed, ") +
           analysis::bytesText(static_cast<double>(cleaned.bytes)) + "; " + std::to_string(left) +
           (left == 1 ? " run is left" : " runs are left") + (isPlan ? " then." : ".");
}

} // namespace stepscope::app
