#include "app/terminal/terminal.h"

#include "remote/format/plaintext.h"
#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace stepscope::app {
namespace {

int terminalColumns()
{
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string barText(double share, int width)
{
    const int full = std::clamp(static_cast<int>(share * width + 0.5), 0, width);
    return "[" + std::string(static_cast<std::size_t>(full), '#') +
           std::string(static_cast<std::size_t>(width - full), '.') + "] ";
}

int outputError = 0; ///< errno of the first failure to write to standard output

} // namespace

void printText(std::string_view text)
{
    if (std::fputs(format::plainText(text).c_str(), stdout) < 0 && outputError == 0)
        outputError = errno;
}

void occupyClosedStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY); // takes the lowest free number
    }
}

bool isOutputClosed()
{
    return std::ferror(stdout) != 0;
}

int finishOutput(int status)
{
    if (std::fflush(stdout) != 0 && outputError == 0)
        outputError = errno;
    // The reader of a closed pipe (| head) has what it wants.
    if (!isOutputClosed() || outputError == EPIPE)
        return status;
    const std::string reason = outputError != 0 ? std::strerror(outputError) : "a write failed";
    const bool isFull = outputError == ENOSPC || outputError == EDQUOT;
    printNote("stepscope: the output is incomplete (" + reason +
              "): " + (isFull ? "free some space, or write it to another place" : "write it to another place") +
              ", then repeat the command.");
    return kFailed;
}

void printNote(std::string_view line)
{
    std::fprintf(stderr, "%s\n", format::plainText(line).c_str());
}

int printError(const format::Error& error)
{
    printNote("stepscope: " + error.text);
    return error.code == format::Error::Code::Usage ? kWrongUsage : kFailed;
}

ProgressBar::ProgressBar(std::string title)
    : m_title(std::move(title))
    , m_isTerminal(::isatty(STDERR_FILENO) != 0)
{}

ProgressBar::~ProgressBar()
{
    clear();
}

void ProgressBar::update(double share, const std::string& detail)
{
    if (!m_isTerminal)
        return;
    using namespace std::chrono;
    const long long now = duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
    if (m_drawn && now - m_lastDrawnMs < 100)
        return;
    m_lastDrawnMs = now;
    const int columns = terminalColumns();
    std::string line = m_title + " ";
    if (share >= 0)
        line += barText(share, std::clamp(columns / 4, 8, 30));
    line += detail;
    // A carriage return cannot redraw a line that wraps.
    line.resize(std::min(line.size(), static_cast<std::size_t>(std::max(columns - 1, 1))));
    line = link::plainLine(line);
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    m_drawn = true;
}

void ProgressBar::clear()
{
    if (m_drawn)
        std::fputs("\r\033[K", stderr);
    m_drawn = false;
}

void ProgressBar::note(const std::string& line)
{
    clear();
    printNote(line);
}

void ProgressBar::finish(const std::string& line)
{
    clear();
    if (!line.empty())
        printNote(line);
}

bool hasDisplay()
{
    const auto isSet = [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

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
