#include "app/capture/unfinishedlist.h"

#include "remote/format/plaintext.h"
#include "remote/format/userfolders.h"
#include "remote/link/run/runcontrol.h"
#include "remote/link/transport/target.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <QThread>

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

namespace stepscope::app {
namespace {

constexpr qint64 kLongestFile = qint64{1} << 20;
constexpr qsizetype kLongestText = 4096;

bool isPlain(const QString& text)
{
    const std::string bytes = text.toStdString();
    return !text.isEmpty() && text.size() <= kLongestText && !text.contains(QLatin1Char('\n')) &&
           format::plainText(bytes) == bytes;
}

bool isFile(const QString& path)
{
    return isPlain(path) && QDir::isAbsolutePath(path);
}

/// The names of the files for the connection in the list, and their members.
constexpr std::pair<QLatin1String, QString UnfinishedCapture::*> kSshFiles[] = {
    {QLatin1String("identity"), &UnfinishedCapture::identityFile},
    {QLatin1String("ssh_config"), &UnfinishedCapture::configFile},
    {QLatin1String("known_hosts"), &UnfinishedCapture::knownHostsFile},
};

std::optional<UnfinishedCapture> captureOf(const QJsonValue& value)
{
    const QJsonObject object = value.toObject();
    UnfinishedCapture capture;
    capture.target = object.value(QLatin1String("target")).toString();
    capture.run = object.value(QLatin1String("run")).toString();
    capture.recording = object.value(QLatin1String("recording")).toString();
    bool isValid = isPlain(capture.target) && isFile(capture.recording) &&
                   link::parseTarget(capture.target.toStdString()).ok() &&
                   link::checkRunName(capture.run.toStdString()).ok();
    for (const auto& [name, member] : kSshFiles) {
        if (!object.contains(name))
            continue;
        capture.*member = object.value(name).toString();
        isValid = isValid && isFile(capture.*member);
    }
    return isValid ? std::optional(capture) : std::nullopt;
}

QJsonObject entryOf(const UnfinishedCapture& capture)
{
    QJsonObject entry{{QStringLiteral("target"), capture.target},
                      {QStringLiteral("run"), capture.run},
                      {QStringLiteral("recording"), capture.recording}};
    for (const auto& [name, member] : kSshFiles) {
        if (!(capture.*member).isEmpty())
            entry.insert(name, capture.*member);
    }
    return entry;
}

QString absolutePath(const std::string& path)
{
    return path.empty() ? QString() : QFileInfo(QString::fromStdString(path)).absoluteFilePath();
}

format::Result<void> write(const QList<UnfinishedCapture>& captures)
{
    const QString path = unfinishedPath();
    QJsonArray entries;
    for (const UnfinishedCapture& capture : captures)
        entries.append(entryOf(capture));
    const QJsonObject all{{QStringLiteral("format"), 1}, {QStringLiteral("captures"), entries}};
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        file.write(QJsonDocument(all).toJson());
        if (file.commit())
            return {};
    }
    return format::failure(format::Error::Code::Denied,
                           QStringLiteral("The list of unfinished recordings cannot be saved as %1: %2. After a crash "
                                          "the window does not offer to continue this recording; `stepscope attach` "
                                          "does so.")
                               .arg(QDir::toNativeSeparators(path), file.errorString())
                               .toStdString());
}

format::Result<void> change(const std::function<bool(QList<UnfinishedCapture>&)>& edit)
{
    const QString path = unfinishedPath();
    QDir().mkpath(QFileInfo(path).path());
    QLockFile lock(path + QStringLiteral(".lock"));
    // Without the lock, in a folder that cannot be written, the write fails with its own message. QLockFile alone waits
    // ever longer between its attempts.
    const QDeadlineTimer patience(std::chrono::seconds(5));
    while (!lock.tryLock(0) && lock.error() == QLockFile::LockFailedError && !patience.hasExpired())
        QThread::msleep(10);
    QList<UnfinishedCapture> captures = readUnfinished();
    if (!edit(captures))
        return {};
    return write(captures);
}

} // namespace

UnfinishedCapture unfinishedCapture(const QString& target, const QString& run, const QString& recording,
                                    const link::SshOptions& ssh)
{
    return {target,
            run,
            recording,
            absolutePath(ssh.identityFile),
            absolutePath(ssh.configFile),
            absolutePath(ssh.knownHostsFile)};
}

link::SshOptions sshOptions(const UnfinishedCapture& capture, link::SshOptions program)
{
    for (const auto& [file, option] :
         {std::pair(&capture.identityFile, &program.identityFile), std::pair(&capture.configFile, &program.configFile),
          std::pair(&capture.knownHostsFile, &program.knownHostsFile)}) {
        if (!file->isEmpty())
            *option = file->toStdString();
    }
    return program;
}

QString unfinishedPath()
{
    const QString path = QString::fromStdString((format::stateFolder() / "unfinished.json").string());
    // Earlier versions stored it as data.
    const QString former = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                           QStringLiteral("/stepscope/unfinished.json");
    if (!QFileInfo::exists(path) && QFileInfo(former).isFile() && QDir().mkpath(QFileInfo(path).path()))
        QFile::rename(former, path);
    return path;
}

QList<UnfinishedCapture> readUnfinished()
{
    QFile file(unfinishedPath());
    // A FIFO or a device in its place would block the reader.
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.read(kLongestFile + 1);
    if (bytes.size() > kLongestFile)
        return {};
    const QJsonArray entries = QJsonDocument::fromJson(bytes).object().value(QLatin1String("captures")).toArray();
    QList<UnfinishedCapture> captures;
    for (const QJsonValue& entry : entries) {
        const auto capture = captureOf(entry);
        if (capture && captures.size() < kMostUnfinished)
            captures.append(*capture);
    }
    return captures;
}

format::Result<void> noteUnfinished(const UnfinishedCapture& capture)
{
    return change([&capture](QList<UnfinishedCapture>& captures) {
        captures.removeIf([&](const UnfinishedCapture& other) { return other.recording == capture.recording; });
        captures.prepend(capture);
        while (captures.size() > kMostUnfinished)
            captures.removeLast();
        return true;
    });
}

format::Result<void> forgetUnfinished(const QString& recording)
{
    return change([&recording](QList<UnfinishedCapture>& captures) {
        return captures.removeIf([&](const UnfinishedCapture& other) { return other.recording == recording; }) > 0;
    });
}

} // namespace stepscope::app
