// How long the program takes from its start until its window is usable: it was painted and handles events. The files of
// the program are in the memory of the system.

#include "app/commandline.h"
#include "tests/bench/figures.h"

#include <QApplication>
#include <QEvent>
#include <QTemporaryDir>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::bench;

namespace {

constexpr int kStarts = 11;
constexpr const char* kChild = "STEPSCOPE_BENCH_START_CHILD";

/// Ends the program once a window was painted and the events that were pending then are handled.
class FirstPaint : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* object, QEvent* event) override
    {
        const auto* widget = qobject_cast<QWidget*>(object);
        if (event->type() == QEvent::Paint && widget != nullptr && widget->isWindow() && !m_isPainted) {
            m_isPainted = true;
            QTimer::singleShot(0, this, [] { _exit(0); });
        }
        return false;
    }

private:
    bool m_isPainted = false;
};

void watchForWindow()
{
    if (qEnvironmentVariableIsSet(kChild))
        qApp->installEventFilter(new FirstPaint(qApp));
}
Q_COREAPP_STARTUP_FUNCTION(watchForWindow)

struct Start
{
    double elapsed = -1; ///< s
    double processor = -1;
};

Start start(const char* program)
{
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        setenv(kChild, "1", 1);
        execl(program, "stepscope", nullptr);
        _exit(127);
    }
    int status = 0;
    rusage used{};
    if (wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return {};
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
            seconds(used.ru_utime) + seconds(used.ru_stime)};
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsSet(kChild))
        return app::runCommandLine(argc, argv);
    const QTemporaryDir home;
    qputenv("HOME", QFile::encodeName(home.path()));
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.filePath(QStringLiteral("config"))));
    qputenv("XDG_STATE_HOME", QFile::encodeName(home.filePath(QStringLiteral("state"))));
    (void)start(argv[0]);
    std::vector<double> elapsed;
    std::vector<double> processor;
    for (int i = 0; i < kStarts; ++i) {
        const Start measured = start(argv[0]);
        elapsed.push_back(measured.elapsed);
        processor.push_back(measured.processor);
    }
    std::printf("  of these %.2f s of the processor\n", median(processor));
    figure("start_to_window", median(elapsed), "s", 0.4);
    return 0;
}
