#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

/// The agent as a shell meets it: words in, an answer out.
namespace stepscope::testing {

/// What a command of the agent said.
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
    // A zombie is not: it may have nobody who waits for it.
    QFile status(QString("/proc/%1/stat").arg(process));
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

inline Answer askAgent(const QStringList& words)
{
    QProcess process;
    process.start(STEPSCOPE_AGENT_FILE, words);
    Answer answer;
    if (!process.waitForFinished(60'000))
        return answer;
    answer.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
    answer.output = process.readAllStandardOutput();
    answer.error = QString::fromUtf8(process.readAllStandardError());
    return answer;
}

} // namespace stepscope::testing
