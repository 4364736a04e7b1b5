#pragma once

/// Quantiles and probabilities of distributions, by Boost.Math. Each call costs up to a few microseconds: keep the
/// result outside of inner loops.
namespace stepscope::analysis {

/// The z for which a standard normal variable is at most z with this probability, 0 < probability < 1.
double normalQuantile(double probability);

/// Probability that a standard normal variable is greater than z. Accurate for large z.
double normalTail(double z);

/// Probability that a standard normal variable lies in [-z, z], z >= 0.
double normalCoverage(double z);

/// The same as normalQuantile() for Student's t with this number of degrees of freedom, > 0.
double studentQuantile(double probability, double degreesOfFreedom);

/// Half width of a two-sided 95 % interval, in standard deviations of a normal distribution: about 1.96.
double normalHalfWidth95();

} // namespace stepscope::analysis
