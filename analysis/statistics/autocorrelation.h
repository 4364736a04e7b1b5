#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

/// Spectra and autocorrelations by FFTW. All functions are safe on any thread.
namespace stepscope::analysis {

/// The smallest number of the form 2^a 3^b 5^c that is at least `minimum`: FFTW transforms such lengths quickly.
std::size_t fastLength(std::size_t minimum);

/// Fourier coefficients 0 .. length/2 of the values, padded with zeros to `length`. length >= values.size(), > 0.
std::vector<std::complex<double>> spectrumOf(std::span<const double> values, std::size_t length);

/// Circular autocorrelation at lags 0 .. lags-1 of a signal with this power spectrum (coefficients 0 .. length/2), not
/// normalised.
std::vector<double> correlationOfPower(std::span<const double> power, std::size_t length, std::size_t lags);

/// Linear (not circular) autocorrelation at lags 0 .. values.size()-1: the sum of x(i) x(i+lag) over the sum of x(i)^2,
/// 1 at lag 0. It is not corrected for the smaller number of products at longer lags. All zeros when the values are.
std::vector<double> autocorrelation(std::span<const double> values);

} // namespace stepscope::analysis
