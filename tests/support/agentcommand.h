#pragma once

#include "tests/support/childprocess.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QStringList>

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

inline bool isAlive(qint64 process)
{
    // A zombie counts as ended: its parent may never wait for it.
    QFile status(QString("/proc/%1/stat").arg(process));
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
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
