#pragma once

#include <vector>

/// When samples are taken. The agent's code is not used.
namespace stepscope::truth {

class Chance;

/// The times at which samples are due, s. The agent delays each by up to an eighth of the period, all sensors by the
/// same; one recording in ten is of another program, which samples evenly.
std::vector<double> deadlines(Chance& chance, double seconds, double sampling);

/// The sampling times, late by up to a millisecond, with a few missing.
std::vector<double> sampleTimes(Chance& chance, const std::vector<double>& due, double sampling);

} // namespace stepscope::truth
