#pragma once

#include "app/capture/unfinishedlist.h"
#include "remote/link/run/runcontrol.h"
#include "remote/link/ssh/sshsettings.h"
#include "ui/parts/backgroundjob.h"
#include "ui/parts/capture.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace stepscope::ui {
class MainWindow;
}

namespace stepscope::app {

/// Offers the recordings that can be continued: those of the list of unfinished captures that no program records now.
/// Their targets are asked in the background, without questions to the user; an offer whose target is not reachable
/// says so and stays.
class Recovery : public QObject
{
    Q_OBJECT

public:
    /// `ssh` must outlive this object.
    Recovery(ui::MainWindow& window, const link::SshOptions& ssh);
    ~Recovery() override;

    /// Reads the list again, and asks the targets, except those on which a capture runs: it would be disturbed.
    void refresh(const QStringList& busyTargets);
    /// A capture of this window records to this file from now on, so that it is not offered.
    void setRecorded(const QString& recording);
    /// The recording on the page, which then has the offer above its timeline, too.
    void setShown(const QString& recording);
    /// Whether the device still has a run that was left running, by its latest answer.
    [[nodiscard]] bool runsOn(const QString& target) const;
    /// The capture whose file holds the beginning of this run, if one is known.
    [[nodiscard]] std::optional<UnfinishedCapture> captureOf(const QString& target, const QString& run) const;

signals:
    void continueRequested(const stepscope::app::UnfinishedCapture& capture);

private:
    /// One that can be continued, as it is stored and as it is shown.
    struct Offer
    {
        UnfinishedCapture capture;
        ui::UnfinishedRecording shown;
    };

    static QList<Offer> readOffers();
    void setOffers(QList<Offer> offers, const QStringList& busyTargets);
    void askTarget(const UnfinishedCapture& capture);
    void setRuns(const UnfinishedCapture& asked, const format::Result<std::vector<link::RunInfo>>& runs);
    void requestContinue(const QString& recording);
    void forget(const QString& recording);
    void show();

    ui::MainWindow& m_window;
    const link::SshOptions& m_ssh;
    QString m_shown;
    QList<Offer> m_offers;
    ui::BackgroundJob m_reading;
    ui::BackgroundJob m_asking;
    ui::BackgroundJob m_forgetting;
};

} // namespace stepscope::app
