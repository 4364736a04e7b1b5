#include "remote/link/transport/target.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <string>

namespace stepscope::link {

using format::Error;
using format::Result;

namespace {

constexpr std::string_view kVirtualName = "virtual-tx2";

Error notATarget(std::string_view text, std::string_view why)
{
    std::string message = "'";
    message.append(text).append("' is not a target: ").append(why);
    return format::failure(Error::Code::Usage, message + "; write local, virtual-tx2 or [user@]host[:port]");
}

bool isAlphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Names become part of the shell command of a ProxyCommand, so special characters of shells are not accepted.
bool isName(std::string_view name, std::string_view alsoAllowed)
{
    return !name.empty() && name.front() != '-' && std::all_of(name.begin(), name.end(), [&](char c) {
        return isAlphanumeric(c) || alsoAllowed.find(c) != std::string_view::npos;
    });
}

/// An IPv6 address, with or without a zone ("%eth0").
bool isAddress(const std::string& host)
{
    in6_addr address{};
    return inet_pton(AF_INET6, host.substr(0, host.find('%')).c_str(), &address) == 1;
}

Result<int> parsePort(std::string_view text, std::string_view digits)
{
    int port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size() || port < 1 || port > 65535)
        return notATarget(text, "the port must be a number from 1 to 65535");
    return port;
}

/// Splits "[address]:port" or "host:port"; more than one colon without brackets is an IPv6 address without a port.
Result<Target> parseHost(Target target, std::string_view rest)
{
    std::string_view port;
    bool hasPort = false;
    if (rest.starts_with('[')) {
        const auto close = rest.find(']');
        if (close == std::string_view::npos)
            return notATarget(target.text, "the bracket is not closed");
        target.host = rest.substr(1, close - 1);
        rest = rest.substr(close + 1);
        if (!rest.empty() && rest.front() != ':')
            return notATarget(target.text, "only :port may follow the bracket");
        hasPort = !rest.empty();
        port = hasPort ? rest.substr(1) : rest;
    } else if (std::count(rest.begin(), rest.end(), ':') == 1) {
        const auto colon = rest.find(':');
        target.host = rest.substr(0, colon);
        hasPort = true;
        port = rest.substr(colon + 1);
    } else {
        target.host = rest;
    }
    if (!isName(target.host, "._-:%"))
        return notATarget(target.text, "the host name is empty or has invalid characters");
    if (target.host.find(':') != std::string::npos && !isAddress(target.host))
        return notATarget(target.text, "a host name with colons has to be an IPv6 address");
    if (hasPort)
        target.port = TRY(parsePort(target.text, port));
    return target;
}

} // namespace

Result<Target> parseTarget(std::string_view text)
{
    Target target;
    target.text = text;
    if (text == "local")
        return target;
    if (text == kVirtualName || text.starts_with(std::string(kVirtualName) + ':')) {
        target.kind = Target::Kind::Virtual;
        target.host = kVirtualName;
        target.details = text.substr(std::min(text.size(), kVirtualName.size() + 1));
        return target;
    }
    target.kind = Target::Kind::Ssh;
    const auto at = text.rfind('@');
    if (at != std::string_view::npos) {
        target.user = text.substr(0, at);
        if (!isName(target.user, "._-+@"))
            return notATarget(text, "the user name is empty or has invalid characters");
        text = text.substr(at + 1);
    }
    return parseHost(std::move(target), text);
}

} // namespace stepscope::link
