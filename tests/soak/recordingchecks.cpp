#include "tests/soak/recordingchecks.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace stepscope::soak {
namespace {

QString runFile(const QString& home, const QString& run, const char* name)
{
    return QStringLiteral("%1/.stepscope/runs/%2/%3").arg(home, run, QString::fromLatin1(name));
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

std::uint64_t lossesOf(const trace::TraceView& view)
{
    std::uint64_t lost = 0;
    for (const trace::Loss& loss : view.losses()) {
        std::printf("  lost %llu %s: %s\n", static_cast<unsigned long long>(loss.count), loss.what.c_str(),
                    loss.reason.c_str());
        lost += loss.count;
    }
    return lost;
}

std::uint64_t lateSamples(const trace::TraceView& view)
{
    std::uint64_t late = 0;
    for (const trace::Loss& loss : view.losses())
        late += loss.what == "samples" && loss.reason.starts_with("The sampler did not run in time") ? loss.count : 0;
    return late;
}

std::uint64_t lostIn(const trace::TraceView& view, std::int64_t periodNs)
{
    std::uint64_t lost = lossesOf(view);
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().periodNs != periodNs || channel.size() < 2)
            continue;
        const std::int64_t time = channel.time(channel.size() - 1) - channel.time(0);
        const auto expected = static_cast<std::uint64_t>((time + periodNs / 2) / periodNs + 1);
        lost += expected - std::min<std::uint64_t>(expected, channel.size());
    }
    return lost;
}

std::optional<std::uint64_t> sentSpans(const trace::TraceView& view)
{
    std::string text;
    for (std::size_t i = view.logSize() - std::min<std::size_t>(view.logSize(), 4); i < view.logSize(); ++i)
        text += view.log(i).text;
    const std::size_t at = text.rfind("sent ");
    if (at == std::string::npos)
        return std::nullopt;
    return std::strtoull(text.c_str() + at + 5, nullptr, 10);
}

bool equalsSpool(const QString& recording, const QString& home, const QString& run)
{
    return QProcess::execute(QStringLiteral("cmp"),
                             {QStringLiteral("-s"), recording, runFile(home, run, "recording.stepscope")}) == 0;
}

pid_t supervisorOf(const QString& home, const QString& run)
{
    // It is the parent of the training.
    const auto training = QJsonDocument::fromJson(contents(runFile(home, run, "run.json"))).object().value("pid");
    const QByteArray text = contents(QStringLiteral("/proc/%1/stat").arg(training.toInteger()));
    return text.mid(text.lastIndexOf(')') + 2).split(' ').value(1).toInt();
}

} // namespace stepscope::soak
