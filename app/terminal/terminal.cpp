#include "app/terminal/terminal.h"

#include "app/terminal/exitstatus.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sys/ioctl.h>
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

} // namespace

int printError(const format::Error& error)
{
    std::fprintf(stderr, "stepscope: %s\n", error.text.c_str());
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

void ProgressBar::finish(const std::string& line)
{
    clear();
    std::fprintf(stderr, "%s\n", line.c_str());
}

} // namespace stepscope::app
