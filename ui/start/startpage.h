#pragma once

#include "ui/parts/capture.h"

#include <QList>
#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stepscope::ui {

class BoardStart;
class BusyStrip;
class HostStart;
class RecentRecordings;
class UnfinishedPanel;

/// The first page of the window: unfinished recordings, three ways to start, and recent recordings.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    [[nodiscard]] UnfinishedPanel* unfinished() const { return m_unfinished; }
    [[nodiscard]] BoardStart* board() const { return m_board; }
    [[nodiscard]] HostStart* host() const { return m_host; }
    [[nodiscard]] RecentRecordings* recent() const { return m_recent; }
    /// How this computer trains the small CNN: the Python interpreter that has PyTorch; or what is missing.
    void setLocalTraining(const QString& python, const QString& missing);
    /// The state of any capture of the window. Each device has at most one at a time; the others can start further
    /// ones.
    void setCapture(const CaptureStatus& status);

signals:
    void profileRequested(const stepscope::ui::CaptureRequest& request);
    void cancelRequested(const QString& target);
    void showLiveRequested(const QString& recording); ///< of the only live capture
    void showAllLiveRequested();
    void openRequested();
    void shown(); ///< the page has become visible: what it lists may have changed

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Way
    {
        QLabel* title;
        QLabel* text;
        QWidget* body;
    };

    QWidget* buildLocal();
    void buildWays();
    void buildPage();
    void arrangeWays();
    void applyTheme();
    void trainHere();
    void showCaptures();
    void showLive();

    UnfinishedPanel* m_unfinished;
    BoardStart* m_board;
    HostStart* m_host;
    RecentRecordings* m_recent;
    BusyStrip* m_progress;
    QPushButton* m_showLive;
    QPushButton* m_train;
    QLabel* m_missing;
    QList<Way> m_ways;
    QGridLayout* m_wayGrid = nullptr;
    QString m_python;
    QString m_beginning; ///< target of the capture in the strip
    int m_columns = 0;
    QList<CaptureStatus> m_captures; ///< those that run, the latest last
    bool m_canTrain = false;
};

} // namespace stepscope::ui
