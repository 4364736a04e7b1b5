#include "app/window/sessionfile.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QThread>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <functional>

namespace stepscope::app {
namespace {

constexpr qint64 kLongestFile = qint64{1} << 20;
constexpr qsizetype kMostWindows = 20;
constexpr std::int64_t kFarthest = (std::int64_t{1} << 62) - 1; ///< ns, of a TimeAxis

bool isRunning(qint64 process)
{
    return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
}

/// A number of JSON has 53 bits; times are stored as text.
std::int64_t timeIn(const QJsonObject& object, const char* name)
{
    return std::clamp<std::int64_t>(object.value(QLatin1String(name)).toString().toLongLong(), -kFarthest, kFarthest);
}

QString pathIn(const QJsonObject& object, const char* name)
{
    const QString path = object.value(QLatin1String(name)).toString();
    return QDir::isAbsolutePath(path) && !path.contains(QChar(0)) ? path : QString();
}

SessionWindow windowOf(const QJsonObject& object)
{
    SessionWindow window;
    window.recording = pathIn(object, "recording");
    window.study = pathIn(object, "study");
    window.page = object.value(QLatin1String("page")).toInt();
    window.tab = object.value(QLatin1String("tab")).toInt();
    window.range = {timeIn(object, "begin_ns"), timeIn(object, "end_ns")};
    window.process = object.value(QLatin1String("process")).toInteger();
    return window;
}

QJsonObject entryOf(const SessionWindow& window)
{
    return {{QStringLiteral("recording"), window.recording},
            {QStringLiteral("study"), window.study},
            {QStringLiteral("page"), window.page},
            {QStringLiteral("tab"), window.tab},
            {QStringLiteral("begin_ns"), QString::number(window.range.begin)},
            {QStringLiteral("end_ns"), QString::number(window.range.end)},
            {QStringLiteral("process"), window.process}};
}

void write(const QList<SessionWindow>& windows)
{
    QJsonArray entries;
    for (const SessionWindow& window : windows)
        entries.append(entryOf(window));
    QSaveFile file(sessionPath());
    if (!file.open(QIODevice::WriteOnly))
        return;
    // Paths of recordings are private.
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    file.write(
        QJsonDocument(QJsonObject{{QStringLiteral("format"), 1}, {QStringLiteral("windows"), entries}}).toJson());
    file.commit();
}

void change(const std::function<void(QList<SessionWindow>&)>& edit)
{
    QDir().mkpath(QFileInfo(sessionPath()).path());
    QLockFile lock(sessionPath() + QStringLiteral(".lock"));
    const QDeadlineTimer patience(std::chrono::seconds(2));
    while (!lock.tryLock(0) && lock.error() == QLockFile::LockFailedError && !patience.hasExpired())
        QThread::msleep(10);
    QList<SessionWindow> windows = readSession();
    edit(windows);
    while (windows.size() > kMostWindows)
        windows.removeFirst();
    write(windows);
}

} // namespace

QString sessionPath()
{
    QString folder = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(folder))
        folder = QDir::homePath() + QStringLiteral("/.local/state");
    return folder + QStringLiteral("/stepscope/session.json");
}

QList<SessionWindow> readSession()
{
    QFile file(sessionPath());
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLongestFile)
        return {};
    QList<SessionWindow> windows;
    const QJsonArray entries =
        QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("windows")).toArray();
    for (const QJsonValue& entry : entries) {
        if (entry.isObject() && windows.size() < kMostWindows)
            windows.append(windowOf(entry.toObject()));
    }
    return windows;
}

void storeWindow(const SessionWindow& window)
{
    change([&](QList<SessionWindow>& windows) {
        windows.removeIf([&](const SessionWindow& other) { return other.process == window.process; });
        windows.append(window);
    });
}

void storeClosedWindow(const SessionWindow& window)
{
    change([&](QList<SessionWindow>& windows) {
        windows.removeIf([&](const SessionWindow& other) { return other.process == window.process; });
        const bool isLast = std::none_of(windows.begin(), windows.end(),
                                         [](const SessionWindow& other) { return isRunning(other.process); });
        if (isLast) {
            windows = {window};
            windows.first().process = 0; // it has ended for those who read
        }
    });
}

QList<SessionWindow> takeSession()
{
    QList<SessionWindow> ended;
    change([&](QList<SessionWindow>& windows) {
        for (const SessionWindow& window : windows) {
            if (!isRunning(window.process))
                ended.append(window);
        }
        windows.removeIf([](const SessionWindow& window) { return !isRunning(window.process); });
    });
    return ended;
}

} // namespace stepscope::app
