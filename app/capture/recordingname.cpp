#include "app/capture/recordingname.h"

#include <array>
#include <cctype>
#include <ctime>
#include <sstream>

namespace stepscope::app {

std::filesystem::path newRecordingPath(const std::filesystem::path& folder, const std::string& target)
{
    std::string stem;
    for (const char c : target)
        stem += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_' ? c : '-';
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "-%Y%m%d-%H%M%S", &local);
    stem += stamp.data();
    std::filesystem::path path = folder / (stem + ".stepscope");
    std::error_code ignored;
    for (int copy = 2; std::filesystem::exists(path, ignored); ++copy)
        path = folder / (stem + "-" + std::to_string(copy) + ".stepscope");
    return path;
}

std::vector<std::string> commandWords(const std::string& line)
{
    if (line.find_first_of("|&;<>()$`\\\"'*?[]#~={}!\n") != std::string::npos)
        return {"/bin/sh", "-c", line};
    std::istringstream words(line);
    std::vector<std::string> result;
    for (std::string word; words >> word;)
        result.push_back(word);
    return result;
}

} // namespace stepscope::app
