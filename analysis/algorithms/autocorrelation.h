#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

/// Spectra and autocorrelations by FFTW. Safe on any thread.
namespace stepscope::analysis {

/// The smallest 2^a 3^b 5^c that is not smaller: lengths that transform quickly.
std::size_t fastLength(std::size_t atLeast);

/// Coefficients 0 .. length/2 of the values, zeros behind them. `length` >= values.size(), > 0.
std::vector<std::complex<double>> spectrumOf(std::span<const double> values, std::size_t length);

/// What has this power spectrum (coefficients 0 .. length/2) as autocorrelation, lags 0 .. lags-1; not normalised.
std::vector<double> correlationOfPower(std::span<const double> power, std::size_t length, std::size_t lags);

/// Linear (not circular) autocorrelation, 1 at lag 0, lags 0 .. values.size()-1: sum of x(i) x(i+lag) over sum of
/// x(i)^2, so that longer lags have fewer products. Zeros when the values are all zero.
std::vector<double> autocorrelation(std::span<const double> values);

} // namespace stepscope::analysis
