#include "tests/faults/workers.h"

#include "tests/support/sshserver.h"

#include <QTemporaryDir>

#include <cstdio>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace stepscope::tests {

int runInWorkers(int count, const std::function<int(int number)>& task)
{
    const QTemporaryDir folder;
    const auto outputOf = [&](int number) { return folder.filePath(QString::number(number)); };
    std::vector<pid_t> workers;
    for (int number = 0; number < count; ++number) {
        const pid_t worker = fork();
        if (worker == 0) {
            const int output = open(qPrintable(outputOf(number)), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
            dup2(output, STDOUT_FILENO);
            dup2(output, STDERR_FILENO);
            const int result = task(number);
            std::fflush(nullptr);
            _exit(result);
        }
        workers.push_back(worker);
    }
    int sum = 0;
    for (int number = 0; number < count; ++number) {
        int status = 0;
        waitpid(workers[static_cast<std::size_t>(number)], &status, 0);
        sum += WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        const QByteArray text = readFile(outputOf(number));
        std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout);
    }
    return sum;
}

} // namespace stepscope::tests
