#pragma once

#include "ui/start/startcontent.h"

#include <QList>
#include <QStringList>
#include <QWidget>

class QGridLayout;
class QLabel;

namespace stepscope::ui {

class RecordingCard;

/// The grid of recent recordings, in as many columns as fit. Says how to get one while there is none.
class RecentRecordings : public QWidget
{
    Q_OBJECT

public:
    explicit RecentRecordings(QWidget* parent = nullptr);

    /// Most recent first. Cards of paths that stay keep their content.
    void setPaths(const QStringList& paths);
    /// Ignored for a path that the list does not have.
    void setRecording(const RecentRecording& recording);
    [[nodiscard]] QStringList paths() const;

signals:
    void openRequested(const QString& path);
    void removeRequested(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    RecordingCard* cardOf(const QString& path);
    void arrange();
    void remove(const QString& path);

    QGridLayout* m_grid;
    QLabel* m_none;
    QList<RecordingCard*> m_cards;
    int m_columns = 0;
};

} // namespace stepscope::ui
