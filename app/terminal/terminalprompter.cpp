#include "app/terminal/terminalprompter.h"

#include <array>
#include <cstdio>
#include <memory>
#include <termios.h>
#include <unistd.h>

namespace stepscope::app {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// The controlling terminal, which is available even if standard input is redirected.
File openTerminal()
{
    return File(std::fopen("/dev/tty", "r+"), &std::fclose);
}

std::optional<std::string> readLine(std::FILE* terminal)
{
    std::array<char, 1024> line{};
    if (std::fgets(line.data(), static_cast<int>(line.size()), terminal) == nullptr)
        return std::nullopt;
    std::string text = line.data();
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.pop_back();
    return text;
}

} // namespace

bool TerminalPrompter::askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint)
{
    const File terminal = openTerminal();
    if (!terminal)
        return false;
    std::fprintf(terminal.get(),
                 "The host key of %s is not known. Its %s key has the fingerprint\n  %s\n"
                 "Compare it with the fingerprint on the device: a different one means that another computer answers.\n"
                 "Connect and store this key? (yes/no) ",
                 host.c_str(), type.c_str(), fingerprint.c_str());
    std::fflush(terminal.get());
    return readLine(terminal.get()).value_or("no") == "yes";
}

std::optional<std::string> TerminalPrompter::askSecret(const std::string& prompt, SecretKind kind)
{
    const File terminal = openTerminal();
    if (!terminal)
        return std::nullopt;
    const int descriptor = ::fileno(terminal.get());
    termios before{};
    const bool quiet = kind != SecretKind::Visible && ::tcgetattr(descriptor, &before) == 0;
    if (quiet) {
        termios silent = before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(descriptor, TCSAFLUSH, &silent);
    }
    std::fprintf(terminal.get(), "%s ", prompt.c_str());
    std::fflush(terminal.get());
    auto answer = readLine(terminal.get());
    if (quiet) {
        ::tcsetattr(descriptor, TCSAFLUSH, &before);
        std::fputc('\n', terminal.get());
    }
    return answer;
}

} // namespace stepscope::app
