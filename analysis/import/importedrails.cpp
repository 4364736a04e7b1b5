#include "analysis/import/importedrails.h"

#include "remote/format/railtree.h"

#include <set>
#include <string>

namespace stepscope::analysis {

void placeRails(Collection& collection)
{
    std::set<std::string> labels;
    for (Collection::Group& group : collection.groups) {
        for (trace::Channel& channel : group.channels) {
            if (channel.quantity != "rail.power")
                continue;
            // Of two series of one rail, sums use the first as the rail; the second is a rail by its own name.
            if (!labels.insert(channel.rail).second) {
                channel.rail = channel.name;
                continue;
            }
            if (!channel.parent.empty() || !format::isKnownRail(channel.rail))
                continue;
            const format::RailPlace place = format::railPlace(collection.device.board, channel.rail);
            channel.parent = place.parent;
            channel.role = place.role;
        }
    }
    for (Collection::Group& group : collection.groups) {
        for (trace::Channel& channel : group.channels) {
            if (!labels.contains(channel.parent))
                channel.parent.clear();
        }
    }
}

} // namespace stepscope::analysis
