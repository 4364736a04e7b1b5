#include "tests/truth/truth_samplingtimes.h"

#include "tests/truth/truth_chance.h"

#include <algorithm>

namespace stepscope::truth {

std::vector<double> deadlines(Chance& chance, double seconds, double sampling)
{
    const double dither = chance.is(0.1) ? 0 : sampling / 8;
    std::vector<double> times;
    for (double place = 0; place < seconds; place += sampling)
        times.push_back(place + dither * chance.uniform(0, 1));
    return times;
}

std::vector<double> sampleTimes(Chance& chance, const std::vector<double>& due, double sampling)
{
    const double late = chance.logUniform(2e-5, 8e-4);
    std::vector<double> times;
    for (const double deadline : due) {
        const double time = deadline + std::min(chance.exponential(late), 0.8 * sampling);
        if (!chance.is(0.001) && (times.empty() || time > times.back()))
            times.push_back(time);
    }
    return times;
}

} // namespace stepscope::truth
