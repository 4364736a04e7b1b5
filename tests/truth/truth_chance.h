#pragma once

#include <cmath>
#include <cstddef>
#include <random>

namespace stepscope::truth {

/// Random numbers of a seed.
class Chance
{
public:
    explicit Chance(unsigned seed)
        : m_random(seed)
    {}
    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_random); }
    double logUniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    double normal() { return std::normal_distribution<double>()(m_random); }
    double exponential(double mean) { return std::exponential_distribution<double>(1 / mean)(m_random); }
    double gamma(double mean, double variation)
    {
        const double shape = 1 / (variation * variation);
        return std::gamma_distribution<double>(shape, mean / shape)(m_random);
    }
    bool is(double probability) { return uniform(0, 1) < probability; }
    std::size_t between(std::size_t low, std::size_t high)
    {
        return std::uniform_int_distribution<std::size_t>(low, high)(m_random);
    }

private:
    std::mt19937_64 m_random;
};

} // namespace stepscope::truth
