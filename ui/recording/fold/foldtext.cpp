#include "ui/recording/fold/foldtext.h"

#include "analysis/folding/predictability.h"
#include "ui/parts/quantities.h"

#include <QCoreApplication>

namespace stepscope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("FoldPanel", text);
}

QString ofWaveform(const FoldedSteps& folded)
{
    const analysis::FoldedWaveform& fold = folded.channel.waveform;
    QString about = (folded.steps.isDetected ? tr("%1 detected steps of %2, %3 readings; resolution %4")
                                             : tr("%1 steps of %2, %3 readings; resolution %4"))
                        .arg(countOf(fold.steps), duration(fold.stepSeconds), countOf(fold.samples),
                             duration(fold.resolutionSeconds));
    const analysis::Sensor& sensor = folded.channel.sensor;
    if (sensor.isWindowKnown && fold.windowSeconds > 0)
        about += tr("; averaging window of %1 deconvolved").arg(duration(fold.windowSeconds));
    if (sensor.isLagKnown && sensor.lag > 0)
        about += tr("; latency of %1 corrected").arg(duration(static_cast<double>(sensor.lag) * 1e-9));
    return about;
}

} // namespace

QString foldAbout(const trace::TraceView& view, const FoldedSteps& folded,
                  const analysis::Predictability* predictability)
{
    const analysis::FoldedWaveform& fold = folded.channel.waveform;
    QString about =
        fold.reason.empty() ? ofWaveform(folded) : tr("No waveform: %1").arg(QString::fromStdString(fold.reason));
    if (predictability == nullptr)
        return about;
    const trace::Channel& info = view.channels()[folded.channelIndex].info();
    const bool isPower = info.quantity == "rail.power" && !info.rail.empty();
    for (const analysis::ChannelPredictability& channel : predictability->channels) {
        if (channel.share && channel.channel == (isPower ? info.rail : info.name))
            about += tr("; the mean step explains %1 of the variance").arg(percent(*channel.share));
    }
    return about;
}

QStringList foldNotes(const FoldedSteps& folded)
{
    QStringList notes;
    if (folded.channel.waveform.reason.empty()) {
        for (const std::string& note : analysis::foldNotes(folded.channel, folded.steps))
            notes << QString::fromStdString(note);
    }
    return notes;
}

} // namespace stepscope::ui
