#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::testing {

/// A run of 150 s whose GPU is busy in bursts, of random lengths or the given ones.
struct Run
{
    explicit Run(std::vector<std::pair<double, double>> given)
        : bursts(std::move(given))
    {}
    explicit Run(unsigned seed)
    {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> length(0.7, 6);
        for (double at = 0.3; at < 150;) {
            const double busy = length(random);
            bursts.emplace_back(at, std::min(150.0, at + busy));
            at += busy + length(random);
        }
    }
    [[nodiscard]] double busy(double begin, double end) const
    {
        double sum = 0;
        for (const auto& [from, to] : bursts)
            sum += std::max(0.0, std::min(end, to) - std::max(begin, from));
        return sum / (end - begin);
    }
    /// One line per second; `clock` is the local time of the run's begin in seconds of the day, negative = none.
    [[nodiscard]] std::string log(int clock, int begin = 0, double average = 1) const
    {
        std::string text;
        for (int second = begin + 1; second <= 150; ++second) {
            std::array<char, 200> line{};
            const int now = clock + second;
            if (clock >= 0)
                std::snprintf(line.data(), line.size(), "05-06-2024 %02d:%02d:%02d ", now / 3600, now / 60 % 60,
                              now % 60);
            text += line.data();
            std::snprintf(line.data(), line.size(), "RAM 1024/7846MB (lfb 17x4MB) CPU [10%%@2035] GR3D_FREQ %d%%\n",
                          static_cast<int>(std::lround(100 * busy(second - average, second))));
            text += line.data();
        }
        return text;
    }
    /// The load of a processor each second.
    [[nodiscard]] std::string table(const char* processor) const
    {
        std::string text = "time (s)," + std::string(processor) + " (%)\n";
        for (int second = 1; second <= 150; ++second)
            text += std::to_string(second) + "," + std::to_string(100 * busy(second - 1, second)) + "\n";
        return text;
    }
    /// The kernels between two times of the run; times of the trace are in us from `zero` seconds of the run.
    [[nodiscard]] std::string trace(double begin, double end, double zero, long long baseNs) const
    {
        std::string text = "{\"traceEvents\":[";
        for (const auto& [from, to] : bursts) {
            if (from < begin || to > end)
                continue;
            std::array<char, 200> event{};
            std::snprintf(event.data(), event.size(),
                          R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":%.3f,"dur":%.3f},)",
                          (from - zero) * 1e6, (to - from) * 1e6);
            text += event.data();
        }
        text.back() = ']';
        return text + (baseNs > 0 ? ",\"baseTimeNanoseconds\":" + std::to_string(baseNs) : std::string()) + "}";
    }
    std::vector<std::pair<double, double>> bursts;
};

} // namespace stepscope::testing
