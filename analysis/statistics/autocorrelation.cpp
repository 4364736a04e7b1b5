#include "analysis/statistics/autocorrelation.h"

#include <fftw3.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <mutex>

namespace stepscope::analysis {
namespace {

/// FFTW's planner is not thread-safe; the execution of a plan is.
std::mutex& planner()
{
    static std::mutex mutex;
    return mutex;
}

struct PlanDeleter
{
    void operator()(fftw_plan plan) const
    {
        const std::scoped_lock lock(planner());
        fftw_destroy_plan(plan);
    }
};
using Plan = std::unique_ptr<fftw_plan_s, PlanDeleter>;

struct BufferDeleter
{
    void operator()(double* buffer) const { fftw_free(buffer); }
};
/// For transforms in place: holds `length` reals, or length/2 + 1 complex numbers.
using Buffer = std::unique_ptr<double, BufferDeleter>;

Buffer makeBuffer(std::size_t length)
{
    return Buffer(fftw_alloc_real(2 * (length / 2 + 1)));
}

fftw_complex* complexOf(const Buffer& buffer)
{
    return reinterpret_cast<fftw_complex*>(buffer.get());
}

void transform(const Buffer& buffer, std::size_t length)
{
    Plan plan;
    {
        const std::scoped_lock lock(planner());
        plan.reset(fftw_plan_dft_r2c_1d(static_cast<int>(length), buffer.get(), complexOf(buffer), FFTW_ESTIMATE));
    }
    fftw_execute(plan.get());
}

void transformBack(const Buffer& buffer, std::size_t length)
{
    Plan plan;
    {
        const std::scoped_lock lock(planner());
        plan.reset(fftw_plan_dft_c2r_1d(static_cast<int>(length), complexOf(buffer), buffer.get(), FFTW_ESTIMATE));
    }
    fftw_execute(plan.get());
}

} // namespace

std::size_t fastLength(std::size_t minimum)
{
    std::size_t best = 1;
    while (best < minimum)
        best *= 2;
    for (std::size_t five = 1; five < best; five *= 5) {
        for (std::size_t three = five; three < best; three *= 3) {
            std::size_t length = three;
            while (length < minimum)
                length *= 2;
            best = std::min(best, length);
        }
    }
    return best;
}

std::vector<std::complex<double>> spectrumOf(std::span<const double> values, std::size_t length)
{
    assert(length > 0 && values.size() <= length);
    const Buffer buffer = makeBuffer(length);
    std::copy(values.begin(), values.end(), buffer.get());
    std::fill(buffer.get() + values.size(), buffer.get() + length, 0.0);
    transform(buffer, length);
    const auto* coefficients = reinterpret_cast<const std::complex<double>*>(buffer.get());
    return {coefficients, coefficients + length / 2 + 1};
}

std::vector<double> correlationOfPower(std::span<const double> power, std::size_t length, std::size_t lags)
{
    assert(power.size() == length / 2 + 1 && lags <= length);
    const Buffer buffer = makeBuffer(length);
    for (std::size_t i = 0; i < power.size(); ++i) {
        complexOf(buffer)[i][0] = power[i];
        complexOf(buffer)[i][1] = 0;
    }
    transformBack(buffer, length);
    return {buffer.get(), buffer.get() + lags};
}

std::vector<double> autocorrelation(std::span<const double> values)
{
    if (values.empty())
        return {};
    const std::size_t length = fastLength(2 * values.size() - 1);
    const Buffer buffer = makeBuffer(length);
    std::copy(values.begin(), values.end(), buffer.get());
    std::fill(buffer.get() + values.size(), buffer.get() + length, 0.0);
    transform(buffer, length);
    fftw_complex* const coefficients = complexOf(buffer);
    for (std::size_t i = 0; i <= length / 2; ++i) {
        const double re = coefficients[i][0];
        const double im = coefficients[i][1];
        coefficients[i][0] = re * re + im * im;
        coefficients[i][1] = 0;
    }
    transformBack(buffer, length);
    const double scale = buffer.get()[0] > 0 ? 1 / buffer.get()[0] : 0;
    std::vector<double> correlation(values.size());
    std::transform(buffer.get(), buffer.get() + values.size(), correlation.begin(),
                   [scale](double v) { return v * scale; });
    return correlation;
}

} // namespace stepscope::analysis
