#pragma once

#include "analysis/energy/mixedmodel.h"
#include "analysis/energy/occupancy.h"

#include <Eigen/Dense>

/// Whether samples show the idle power apart from that of the work, and how well.
namespace stepscope::analysis {

/// How far the idle column is a combination of the families.
struct IdleIndependence
{
    double share = 0;            ///< of the column that is none, 0 to 1 (the inverse of its variance inflation factor)
    Eigen::VectorXd combination; ///< by family: the combination that is closest to it
};
/// The share is above 0 where the work in the samples varies, as when it pauses now and then.
IdleIndependence idleIndependence(const Moments& moments, const Prior& prior);
/// Share from which idle power is separable however few the samples are, and below which it is not however many.
inline constexpr double kIndependentIdle = 0.01;
inline constexpr double kDependentIdle = 0.0001;

/// Widens the intervals of a fit with an idle term for errors of the model, which are larger the less the work varies.
/// False: the fit is not to be used, since the idle power is neither independent nor precise, or rests on slow changes,
/// in which the power of the ops may change, too. `mean`: of the samples.
bool addIdleErrors(const OccupancyRows& rows, const Prior& prior, const IdleIndependence& independence, double mean,
                   OccupancyFit& fit);

} // namespace stepscope::analysis
