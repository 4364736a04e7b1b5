#include "analysis/export/csvfolder.h"

#include "analysis/export/textfile.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <system_error>

namespace stepscope::analysis {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kTables = {"channels.csv", "spans.csv",  "steps.csv", "ops.csv",
                                                     "events.csv",   "losses.csv", "log.txt"};
constexpr std::string_view kSamples = "samples";

/// Replaces characters that a file system or a shell may not accept, because names come from the target.
std::string fileNameOf(std::string_view name)
{
    constexpr std::size_t kLongest = 80;
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    std::string clean(name.substr(0, kLongest));
    std::replace_if(
        clean.begin(), clean.end(), [&](char c) { return kAllowed.find(c) == std::string_view::npos; }, '_');
    return clean;
}

std::vector<std::string> sampleFiles(const trace::TraceView& view)
{
    std::vector<std::string> files;
    std::set<std::string> taken;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        std::string base = fileNameOf(info.quantity);
        if (info.name != info.quantity && !info.name.empty())
            base += "-" + fileNameOf(info.name);
        std::string name = base;
        for (int copy = 2; !taken.insert(name).second; ++copy)
            name = base + "-" + std::to_string(copy);
        files.push_back(std::string(kSamples) + "/" + name + ".csv");
    }
    return files;
}

/// Names, relative to the folder, of the sample files of an earlier export. `isExport`: whether channels.csv is of one.
std::vector<std::string> earlierSamples(const fs::path& folder, bool& isExport)
{
    std::vector<std::string> files;
    std::ifstream table(folder / kTables.front());
    std::string line;
    isExport = std::getline(table, line) && line == std::string(kChannelsHeader) + "\r";
    while (isExport && std::getline(table, line)) {
        const std::string name = line.substr(0, line.find(','));
        const std::string base = name.substr(std::min(kSamples.size() + 1, name.size()));
        if (name.starts_with(std::string(kSamples) + "/") && fileNameOf(base) == base && base.ends_with(".csv"))
            files.push_back(name);
    }
    return files;
}

} // namespace

format::Result<CsvFolder> CsvFolder::prepare(const fs::path& folder, const trace::TraceView& view)
{
    std::error_code error;
    CsvFolder files;
    files.m_folder = folder;
    files.m_sampleFiles = sampleFiles(view);
    files.m_isCreated = fs::create_directories(folder, error);
    if (error)
        return fileError("Creating the folder", folder, error.value());
    bool isExport = false;
    const auto earlier = earlierSamples(folder, isExport);
    if (!isExport) {
        for (const std::string_view name : kTables) {
            if (fs::exists(folder / name, error))
                return format::failure("The folder " + folder.string() + " has a file " + std::string(name) +
                                       " that no export wrote; nothing was written: choose an empty folder.");
        }
    }
    for (const std::string& name : earlier)
        fs::remove(folder / name, error);
    fs::create_directory(folder / kSamples, error);
    if (error)
        return fileError("Creating the folder", folder / kSamples, error.value());
    return files;
}

void CsvFolder::removeAll() const
{
    std::error_code error;
    for (const std::string& name : m_sampleFiles)
        fs::remove(m_folder / name, error);
    for (const std::string_view name : kTables)
        fs::remove(m_folder / name, error);
    fs::remove(m_folder / kSamples, error); // fails if it is not empty
    if (m_isCreated)
        fs::remove(m_folder, error);
}

} // namespace stepscope::analysis
