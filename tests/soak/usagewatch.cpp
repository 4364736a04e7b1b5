#include "tests/soak/usagewatch.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace stepscope::soak {
namespace {

std::filesystem::path folderOf(pid_t process)
{
    return std::filesystem::path("/proc") / std::to_string(process);
}

int entriesOf(const std::filesystem::path& folder)
{
    std::error_code error;
    int count = 0;
    for (auto it = std::filesystem::directory_iterator(folder, error); !error && it != std::filesystem::end(it);
         it.increment(error))
        ++count;
    return count;
}

/// Whether a line of smaps begins a mapping: "55d0-55d1 r--p ...", not "Rss: ...".
bool beginsMapping(const std::string& line)
{
    return line.find('-') < line.find(' ') && line.find('-') < line.find(':');
}

} // namespace

Usage usageOf(pid_t process)
{
    Usage usage;
    // The values of `status` lag behind by some pages per processor.
    std::ifstream memory(folderOf(process) / "smaps");
    bool isOfUnnamedFile = false;
    for (std::string line; std::getline(memory, line);) {
        if (beginsMapping(line))
            isOfUnnamedFile = line.ends_with(" (deleted)");
        else if (line.starts_with("Rss:"))
            (isOfUnnamedFile ? usage.fileKilobytes : usage.kilobytes) += std::strtod(line.c_str() + 4, nullptr);
    }
    if (usage.kilobytes > 0) {
        usage.descriptors = entriesOf(folderOf(process) / "fd");
        usage.threads = entriesOf(folderOf(process) / "task");
    }
    return usage;
}

UsageWatch::UsageWatch(pid_t process)
    : m_process(process)
{
    constexpr std::size_t kMost = 20'000; // measurements; allocated before the first one, which counts this memory
    m_all.resize(kMost);
    m_all.clear();
}

void UsageWatch::measure(double progress)
{
    const Usage usage = usageOf(m_process);
    if (usage.kilobytes > 0)
        m_all.push_back({progress, usage});
}

std::vector<Usage> UsageWatch::between(double from, double to) const
{
    std::vector<Usage> usages;
    for (const Measurement& each : m_all) {
        if (each.progress >= from && each.progress <= to)
            usages.push_back(each.usage);
    }
    return usages;
}

double UsageWatch::kilobytes(Of of, double from, double to) const
{
    std::vector<double> all;
    for (const Usage& usage : between(from, to))
        all.push_back(usage.kilobytes);
    if (all.empty())
        return 0;
    const auto taken = all.begin() + (of == Of::Least ? 0 : static_cast<std::ptrdiff_t>(all.size() / 2));
    std::nth_element(all.begin(), taken, all.end());
    return *taken;
}

double UsageWatch::memoryGrowth(Of of) const
{
    const double before = kilobytes(of, 0.2, 0.4);
    const double after = kilobytes(of, 0.8, 1);
    return before <= 0 || after <= 0 ? -1 : std::max(100 * (after / before - 1), 0.0);
}

std::string UsageWatch::megabytesByFifth(Of of) const
{
    std::string text;
    for (int fifth = 0; fifth < 5; ++fifth) {
        std::array<char, 32> number{};
        std::snprintf(number.data(), number.size(), fifth == 0 ? "%.2f" : ", %.2f",
                      kilobytes(of, 0.2 * fifth, 0.2 * (fifth + 1)) / 1024);
        text += number.data();
    }
    return text;
}

double UsageWatch::growthOf(int Usage::*count) const
{
    const std::vector<Usage> before = between(0.2, 0.4);
    const std::vector<Usage> after = between(0.8, 1);
    if (before.empty() || after.empty())
        return -1;
    // What stays open is there at each measurement; a file that is being read is there at some.
    const auto fewest = [count](const std::vector<Usage>& usages) {
        int value = usages.front().*count;
        for (const Usage& usage : usages)
            value = std::min(value, usage.*count);
        return value;
    };
    return std::max(fewest(after) - fewest(before), 0);
}

double UsageWatch::fileMegabytes() const
{
    double most = 0;
    for (const Usage& usage : between(0.2, 1))
        most = std::max(most, usage.fileKilobytes / 1024);
    return most;
}

double UsageWatch::megabytes() const
{
    double most = 0;
    for (const Usage& usage : between(0.2, 1))
        most = std::max(most, usage.kilobytes / 1024);
    return most;
}

} // namespace stepscope::soak
