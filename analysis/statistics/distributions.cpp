#include "analysis/statistics/distributions.h"

#include <boost/math/distributions/complement.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <numbers>

namespace stepscope::analysis {

double normalQuantile(double probability)
{
    return boost::math::quantile(boost::math::normal(), probability);
}

double normalTail(double z)
{
    return boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

double normalCoverage(double z)
{
    return boost::math::erf(z / std::numbers::sqrt2);
}

double studentQuantile(double probability, double degreesOfFreedom)
{
    return boost::math::quantile(boost::math::students_t(degreesOfFreedom), probability);
}

double normalHalfWidth95()
{
    static const double width = normalQuantile(0.975);
    return width;
}

} // namespace stepscope::analysis
