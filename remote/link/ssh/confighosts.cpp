#include "remote/link/ssh/confighosts.h"

#include "remote/link/ssh/sshsettings.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <glob.h>
#include <sstream>
#include <utility>

namespace stepscope::link {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
constexpr std::size_t kLongestHost = 255;
constexpr int kMostFiles = 64;
constexpr std::size_t kMostHosts = 500;

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// The words of a line; double quotes keep blanks, and "=" may follow the keyword.
std::vector<std::string> wordsOf(const std::string& line)
{
    std::vector<std::string> words;
    std::string word;
    bool quoted = false;
    for (const char letter : line) {
        const bool isEquals = letter == '=' && (words.empty() || (words.size() == 1 && word.empty()));
        const bool isSeparator = !quoted && (letter == ' ' || letter == '\t' || letter == '\r' || isEquals);
        if (letter == '"')
            quoted = !quoted;
        else if (!isSeparator)
            word += letter;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    if (!word.empty())
        words.push_back(word);
    return words;
}

bool isHost(const std::string& word)
{
    return word.size() <= kLongestHost && word.front() != '-' && std::all_of(word.begin(), word.end(), [](char letter) {
               return std::isgraph(static_cast<unsigned char>(letter)) != 0 && letter != '*' && letter != '?' &&
                      letter != '!' && letter != '@';
           });
}

class Reader
{
public:
    void read(const std::string& path)
    {
        if (++m_files > kMostFiles)
            return;
        std::ifstream file(path);
        std::string text(kMostBytes, '\0');
        file.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line) && m_hosts.size() < kMostHosts;)
            readLine(line);
    }

    std::vector<std::string> takeHosts() { return std::move(m_hosts); }

private:
    void readLine(const std::string& line)
    {
        const std::vector<std::string> words = wordsOf(line);
        if (words.size() < 2 || words.front().front() == '#')
            return;
        const std::string keyword = lowered(words.front());
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (keyword == "include")
                include(words[i]);
            else if (keyword == "host")
                add(words[i]);
        }
    }

    void add(const std::string& host)
    {
        if (isHost(host) && m_hosts.size() < kMostHosts &&
            std::find(m_hosts.begin(), m_hosts.end(), host) == m_hosts.end())
            m_hosts.push_back(host);
    }

    void include(const std::string& pattern)
    {
        const bool isRelative = pattern.front() != '/' && pattern.front() != '~';
        const std::string full = expandHome((isRelative ? "~/.ssh/" : "") + pattern);
        glob_t found{};
        if (::glob(full.c_str(), 0, nullptr, &found) == 0) {
            for (std::size_t i = 0; i < found.gl_pathc; ++i)
                read(found.gl_pathv[i]);
        }
        ::globfree(&found);
    }

    std::vector<std::string> m_hosts;
    int m_files = 0; ///< also bounds files that include each other
};

} // namespace

std::vector<std::string> configuredHosts(const std::string& configFile)
{
    Reader reader;
    reader.read(expandHome(configFile.empty() ? "~/.ssh/config" : configFile));
    return reader.takeHosts();
}

} // namespace stepscope::link
