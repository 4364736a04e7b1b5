#include "tests/mutations/programcheck.h"

#include <QFile>

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <signal.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace stepscope::mutations {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

double processorSeconds(const rusage& used)
{
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(100'000) : QByteArray();
}

/// In the child process.
[[noreturn]] void execute(const QString& folder, const std::vector<std::string>& words)
{
    const auto redirect = [&](const char* name, int descriptor) {
        dup2(open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600), descriptor);
    };
    if (chdir(qPrintable(folder)) != 0)
        _exit(126);
    setsid();
    setenv("HOME", qPrintable(folder), 1);
    redirect("out", STDOUT_FILENO);
    redirect("err", STDERR_FILENO);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments.front(), arguments.data());
    _exit(127);
}

/// The status of waitpid(2); -1 = ended by this function, since it took too long.
int waitForEnd(pid_t process, Clock::time_point begin, rusage& used)
{
    int status = 0;
    while (wait4(process, &status, WNOHANG, &used) == 0) {
        if (secondsSince(begin) > kPatienceSeconds) {
            kill(process, SIGKILL);
            wait4(process, &status, 0, &used);
            return -1;
        }
        // There is no call that waits for a child with a time limit and also returns its usage.
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return status;
}

QString endFault(int status, const QString& folder)
{
    if (status == -1)
        return QStringLiteral("did not end");
    if (WIFSIGNALED(status))
        return QStringLiteral("ended by signal %1: ").arg(WTERMSIG(status)) +
               QString::fromUtf8(contents(folder + QStringLiteral("/err")).right(300));
    const int code = WEXITSTATUS(status);
    if (code != 0 && code != 1)
        return QStringLiteral("status %1").arg(code);
    const QByteArray error = contents(folder + QStringLiteral("/err")).trimmed();
    if (code == 1 && contents(folder + QStringLiteral("/out")).isEmpty() && (error.isEmpty() || error.contains('\n')))
        return QStringLiteral("not one line: ") + QString::fromUtf8(error.left(300));
    return {};
}

} // namespace

QString limitFault(const Check& check)
{
    if (check.seconds > kMostSeconds)
        return QStringLiteral("took %1 s").arg(check.seconds, 0, 'f', 1);
    if (check.megabytes > kMostMegabytes)
        return QStringLiteral("used %1 MB").arg(check.megabytes, 0, 'f', 0);
    return {};
}

Check checkProgram(const QString& folder, const QStringList& arguments)
{
    std::vector<std::string> words{STEPSCOPE_APP_FILE};
    for (const QString& argument : arguments)
        words.push_back(argument.toStdString());
    const auto begin = Clock::now();
    const pid_t process = fork();
    if (process == 0)
        execute(folder, words);
    rusage used{};
    const int status = waitForEnd(process, begin, used);
    const double elapsed = secondsSince(begin);
    Check check{status == -1 ? elapsed : std::min(elapsed, processorSeconds(used)),
                static_cast<double>(used.ru_maxrss) / 1024, endFault(status, folder)};
    if (check.fault.isEmpty())
        check.fault = limitFault(check);
    if (!check.fault.isEmpty())
        check.fault = arguments.join(' ') + QStringLiteral(": ") + check.fault;
    return check;
}

} // namespace stepscope::mutations
