#include "tests/mutations/jsonmutations.h"

#include "tests/support/hostiletexts.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace stepscope::mutations {
namespace {

using nlohmann::json;

struct Place
{
    json* parent;
    json* value;
    std::string key;   ///< in an object
    std::size_t index; ///< in an array
};

/// The places inside of the node. A text can be one number only, which the library would give as its own child.
void collect(json& node, std::vector<Place>& places)
{
    if (!node.is_structured())
        return;
    std::size_t index = 0;
    for (auto it = node.begin(); it != node.end(); ++it, ++index) {
        places.push_back({&node, &*it, node.is_object() ? it.key() : std::string(), index});
        collect(*it, places);
    }
}

json extremeValue(Random& random)
{
    static const std::vector<std::string> kTexts = testing::hostileTexts();
    switch (random.below(9)) {
    case 0:
        return nullptr;
    case 1:
        return json::array();
    case 2:
        return json::object();
    case 3:
        return random.oneIn(2);
    case 4:
        return kTexts[random.below(kTexts.size())];
    case 5:
        return static_cast<double>(random.extreme()) * (random.oneIn(2) ? 1e-9 : 1e290);
    case 6:
        return random.bits();
    default:
        return random.extreme();
    }
}

void repeatElement(json& array, std::size_t index, Random& random)
{
    const json element = array[index];
    const std::size_t count = random.oneIn(8) ? 2000 : 1 + random.below(3);
    for (std::size_t i = 0; i < count; ++i)
        array.push_back(element);
}

void mutateOnce(json& tree, Random& random)
{
    std::vector<Place> places;
    collect(tree, places);
    if (places.empty())
        return;
    const Place& place = places[random.below(places.size())];
    const bool isElement = place.parent->is_array();
    switch (random.below(6)) {
    case 0:
        if (isElement)
            place.parent->erase(place.index);
        else
            place.parent->erase(place.key);
        break;
    case 1:
        if (isElement)
            repeatElement(*place.parent, place.index, random);
        else
            (*place.parent)[place.key + "2"] = json(*place.value);
        break;
    case 2: { // another value of the same tree
        const json other = *places[random.below(places.size())].value;
        *place.value = other;
        break;
    }
    case 3:
        if (place.value->is_number_integer()) {
            *place.value = random.changed(place.value->get<std::int64_t>());
            break;
        }
        [[fallthrough]];
    default:
        *place.value = extremeValue(random);
    }
}

} // namespace

void mutateJson(json& tree, Random& random)
{
    const std::size_t count = 1 + random.below(4);
    for (std::size_t i = 0; i < count; ++i)
        mutateOnce(tree, random);
}

std::string mutatedJson(const std::string& text, Random& random)
{
    json tree = json::parse(text, nullptr, false);
    if (tree.is_discarded())
        return text;
    mutateJson(tree, random);
    return tree.dump(-1, ' ', false, json::error_handler_t::ignore);
}

} // namespace stepscope::mutations
