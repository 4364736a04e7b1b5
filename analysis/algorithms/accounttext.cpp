#include "analysis/algorithms/accounttext.h"

#include "analysis/algorithms/textpage.h"

namespace stepscope::analysis {

void addEnergyCells(const std::optional<Estimate>& joules, double seconds, std::vector<std::string>& row)
{
    row.push_back(joules ? fixedText(joules->value, 3) + " J" : "not separable");
    row.push_back(joules ? fixedText(joules->low, 3) + " to " + fixedText(joules->high, 3) : std::string());
    row.push_back(joules && seconds > 0 ? fixedText(joules->value / seconds, 2) + " W" : std::string());
}

std::string reasonWithoutEnergy(const Attribution& attribution)
{
    if (!attribution.reason.empty())
        return attribution.reason;
    for (const ChannelAccount& account : attribution.channels) {
        if (account.isRail())
            return account.reason;
    }
    return "this device has no power sensor that could be read";
}

} // namespace stepscope::analysis
