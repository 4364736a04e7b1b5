#include "remote/agent/system/jetpack.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {
namespace {

struct Release
{
    std::string_view l4t; ///< without trailing zeros
    std::string_view jetpack;
};
constexpr std::array kReleases{
    Release{"23.1", "2.0"},     Release{"23.2", "2.1"},      Release{"24.1", "2.2"},     Release{"24.2", "2.3"},
    Release{"24.2.1", "2.3.1"}, Release{"27.1", "3.0"},      Release{"28.1", "3.1"},     Release{"28.2", "3.2"},
    Release{"28.2.1", "3.3"},   Release{"28.3.1", "3.3.1"},  Release{"28.3.2", "3.3.2"}, Release{"28.4", "3.3.3"},
    Release{"28.5", "3.3.4"},   Release{"31.0.1", "4.0"},    Release{"31.0.2", "4.1"},   Release{"31.1", "4.1.1"},
    Release{"32.1", "4.2"},     Release{"32.2", "4.2.1"},    Release{"32.2.1", "4.2.2"}, Release{"32.2.3", "4.2.3"},
    Release{"32.3.1", "4.3"},   Release{"32.4.2", "4.4 DP"}, Release{"32.4.3", "4.4"},   Release{"32.4.4", "4.4.1"},
    Release{"32.5", "4.5"},     Release{"32.5.1", "4.5.1"},  Release{"32.5.2", "4.5.1"}, Release{"32.6.1", "4.6"},
    Release{"32.7.1", "4.6.1"}, Release{"32.7.2", "4.6.2"},  Release{"32.7.3", "4.6.3"}, Release{"32.7.4", "4.6.4"},
    Release{"32.7.5", "4.6.5"}, Release{"32.7.6", "4.6.6"},  Release{"34.1", "5.0 DP"},  Release{"34.1.1", "5.0.1 DP"},
    Release{"35.1", "5.0.2"},   Release{"35.2.1", "5.1"},    Release{"35.3.1", "5.1.1"}, Release{"35.4.1", "5.1.2"},
    Release{"35.5", "5.1.3"},   Release{"35.6", "5.1.4"},    Release{"35.6.1", "5.1.5"}, Release{"35.6.2", "5.1.5"},
    Release{"36", "6.0 EA"},    Release{"36.2", "6.0 DP"},   Release{"36.3", "6.0"},     Release{"36.4", "6.1"},
    Release{"36.4.3", "6.2"},   Release{"36.4.4", "6.2.1"},  Release{"36.4.7", "6.2.1"}, Release{"38.2", "7.0"},
    Release{"38.2.1", "7.0"},   Release{"38.4", "7.1"},
};

} // namespace

std::string_view jetpackOf(std::string_view l4t)
{
    while (l4t.ends_with(".0"))
        l4t.remove_suffix(2);
    const auto release =
        std::find_if(kReleases.begin(), kReleases.end(), [&](const Release& r) { return r.l4t == l4t; });
    return release == kReleases.end() ? std::string_view() : release->jetpack;
}

} // namespace stepscope::agent
