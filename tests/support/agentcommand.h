#pragma once

#include "tests/support/childprocess.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <algorithm>

/// Runs commands of the agent, as a shell does.
namespace stepscope::testing {

/// The result of a command.
struct Answer
{
    int status = -1;
    QByteArray output;
    QString error;
    [[nodiscard]] QJsonObject object() const { return QJsonDocument::fromJson(output).object(); }
    [[nodiscard]] QJsonArray array() const { return QJsonDocument::fromJson(output).array(); }
};

/// A zombie counts as ended: its parent may never wait for it. The first thread of a process can be a zombie while
/// others still end; until then, the process keeps its files and locks.
inline bool isAlive(qint64 process)
{
    const QDir threads(QString("/proc/%1/task").arg(process));
    const QStringList ids = threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    return std::any_of(ids.begin(), ids.end(), [&](const QString& id) {
        QFile status(threads.filePath(id + "/stat"));
        return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
    });
}

inline Answer ask(const QStringList& words)
{
    std::vector<std::string> command;
    for (const QString& word : words)
        command.push_back(word.toStdString());
    ChildProcess process(std::move(command));
    process.finish(60'000);
    return {process.status, QByteArray::fromStdString(process.output), QString::fromStdString(process.error)};
}

inline Answer askAgent(const QStringList& words)
{
    return ask(QStringList{STEPSCOPE_AGENT_FILE} + words);
}

} // namespace stepscope::testing
