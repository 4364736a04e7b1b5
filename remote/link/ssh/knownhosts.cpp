#include "remote/link/ssh/knownhosts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

namespace stepscope::link {

using format::Error;
using format::Result;

namespace {

enum class Marker { None, Revoked, Authority, Other };

struct Line
{
    Marker marker = Marker::None;
    std::string hosts;
    std::string key; ///< type and base64
};

/// nullopt for an empty line, a comment, or a line without a key.
std::optional<Line> readLine(const std::string& text)
{
    std::istringstream words(text);
    Line line;
    words >> line.hosts;
    if (line.hosts.empty() || line.hosts.front() == '#')
        return std::nullopt;
    if (line.hosts.front() == '@') {
        line.marker = line.hosts == "@revoked"          ? Marker::Revoked
                      : line.hosts == "@cert-authority" ? Marker::Authority
                                                        : Marker::Other;
        words >> line.hosts;
    }
    std::string type;
    std::string base64;
    if (!(words >> type >> base64))
        return std::nullopt;
    line.key = type + ' ' + base64;
    return line;
}

/// The answer of libssh for one name of a line.
struct Reading
{
    bool isOfHost = false;
    std::unique_ptr<ssh_knownhosts_entry, void (*)(ssh_knownhosts_entry*)> entry{nullptr, ssh_knownhosts_entry_free};
};

Reading readName(const std::string& host, const std::string& name, const std::string& key)
{
    ssh_knownhosts_entry* entry = nullptr;
    const int status = ssh_known_hosts_parse_line(host.c_str(), (name + ' ' + key).c_str(), &entry);
    Reading reading;
    // SSH_AGAIN: of another host. SSH_ERROR: of this host, but the key cannot be read.
    reading.isOfHost = status != SSH_AGAIN;
    if (status == SSH_OK)
        reading.entry.reset(entry);
    return reading;
}

/// Reads the line if it is of this host: if one of its names matches, and none that is excluded with `!`.
Reading readFor(const std::string& host, const Line& line)
{
    Reading found;
    std::istringstream names(line.hosts);
    for (std::string name; std::getline(names, name, ',');) {
        const bool excludes = name.starts_with('!');
        if (excludes)
            name.erase(0, 1);
        // libssh would take `[host]:22` and `[host]:*` for `host`, as OpenSSH does not.
        if (name.empty() || (name.front() == '[' && !host.starts_with('[')))
            continue;
        Reading reading = readName(host, name, line.key);
        if (!reading.isOfHost)
            continue;
        if (excludes)
            return {};
        found = std::move(reading);
    }
    return found;
}

/// What the lines of one name of the host contain.
struct Findings
{
    bool hasKey = false;
    bool hasOtherKey = false;
    bool isRevoked = false;
    bool hasAuthority = false;

    void add(const Line& line, const Reading& reading, ssh_key key)
    {
        const bool isSame = reading.entry && ssh_key_cmp(reading.entry->publickey, key, SSH_KEY_CMP_PUBLIC) == 0;
        switch (line.marker) {
        case Marker::None:
            (isSame ? hasKey : hasOtherKey) = true;
            break;
        case Marker::Revoked:
            isRevoked = isRevoked || isSame;
            break;
        case Marker::Authority:
            hasAuthority = true;
            break;
        case Marker::Other:
            break;
        }
    }
};

Result<std::vector<Line>> readLines(const std::vector<std::string>& files)
{
    std::vector<Line> lines;
    for (const std::string& path : files) {
        errno = 0;
        std::ifstream file(path);
        if (!file.is_open() && (errno == ENOENT || errno == ENOTDIR))
            continue;
        for (std::string text; std::getline(file, text);) {
            if (auto line = readLine(text))
                lines.push_back(std::move(*line));
        }
        if (!file.eof())
            return format::failure(Error::Code::Denied, "cannot read " + path + " (" + std::strerror(errno) + ")");
    }
    return lines;
}

} // namespace

Result<KnownHost> lookUpHost(const std::vector<std::string>& files, const std::string& host, int port, ssh_key key)
{
    const std::vector<Line> lines = TRY(readLines(files));
    std::string plainName = host;
    std::transform(plainName.begin(), plainName.end(), plainName.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool usualPort = port == 22;
    const std::string name = usualPort ? plainName : '[' + plainName + "]:" + std::to_string(port);
    Findings here;
    Findings anyPort;
    for (const Line& line : lines) {
        if (const Reading reading = readFor(name, line); reading.isOfHost)
            here.add(line, reading, key);
        else if (const Reading plain = usualPort ? Reading() : readFor(plainName, line); plain.isOfHost)
            anyPort.add(line, plain, key);
    }
    if (here.isRevoked || anyPort.isRevoked)
        return KnownHost::Revoked;
    if (here.hasKey)
        return KnownHost::Known;
    if (here.hasOtherKey)
        return KnownHost::Changed;
    if (anyPort.hasKey)
        return KnownHost::Known;
    return here.hasAuthority || anyPort.hasAuthority ? KnownHost::Certified : KnownHost::Unknown;
}

} // namespace stepscope::link
