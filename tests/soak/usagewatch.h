#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace stepscope::soak {

/// What a process holds at one moment.
struct Usage
{
    double kilobytes = 0;     ///< resident memory without the next, exactly
    double fileKilobytes = 0; ///< resident pages of unnamed files, which the trace store drops when they are too many
    int descriptors = 0;
    int threads = 0;
};
/// All zero if the process has ended.
Usage usageOf(pid_t process);

/// Follows a process through a long activity. The first fifth of the time is the warm-up; then the second and the last
/// fifth are compared.
class UsageWatch
{
public:
    explicit UsageWatch(pid_t process);
    /// Measures now. `progress`: 0 at the beginning of the activity, 1 at its end.
    void measure(double progress);

    /// Which of the values of Usage::kilobytes in a fifth of the time is taken. The C library returns freed memory
    /// about a second late; the least value contains the least of it.
    enum class Of { Median, Least };
    /// Growth of the memory, %; 0 if it shrank, -1 if it was not measured.
    [[nodiscard]] double memoryGrowth(Of of = Of::Median) const;
    /// Growth of the smallest numbers: what is open for a moment does not count.
    [[nodiscard]] double descriptorGrowth() const { return growthOf(&Usage::descriptors); }
    [[nodiscard]] double threadGrowth() const { return growthOf(&Usage::threads); }
    /// The memory in the fifths of the time, as text in MB.
    [[nodiscard]] std::string megabytesByFifth(Of of = Of::Median) const;
    /// Largest resident memory after the warm-up.
    [[nodiscard]] double megabytes() const;
    /// The most pages of unnamed files after the warm-up.
    [[nodiscard]] double fileMegabytes() const;

private:
    struct Measurement
    {
        double progress = 0;
        Usage usage;
    };
    [[nodiscard]] std::vector<Usage> between(double from, double to) const;
    [[nodiscard]] double kilobytes(Of of, double from, double to) const;
    [[nodiscard]] double growthOf(int Usage::*count) const;

    pid_t m_process;
    std::vector<Measurement> m_all;
};

} // namespace stepscope::soak
