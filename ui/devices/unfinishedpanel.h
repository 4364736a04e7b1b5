#pragma once

#include "ui/parts/capture.h"

#include <QList>
#include <QStringList>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace stepscope::ui {

/// The recordings that a crash, a broken link or the user has interrupted, each with a button that continues it. Hidden
/// while there are none.
class UnfinishedPanel : public QWidget
{
    Q_OBJECT

public:
    /// Further recordings are counted, and appear when the first ones are gone.
    static constexpr qsizetype kMostShown = 3;

    explicit UnfinishedPanel(QWidget* parent = nullptr);

    void setRecordings(const QList<UnfinishedRecording>& recordings);
    /// The devices that this window records: no second capture can start on them.
    void setBusyTargets(const QStringList& targets);

signals:
    void continueRequested(const QString& recording);
    void forgetRequested(const QString& recording);

private:
    void rebuild();
    [[nodiscard]] QWidget* makeRow(const UnfinishedRecording& recording, bool isFirst);

    QList<UnfinishedRecording> m_recordings;
    QStringList m_busyTargets;
    QVBoxLayout* m_rows = nullptr;
    QLabel* m_more = nullptr;
};

} // namespace stepscope::ui
