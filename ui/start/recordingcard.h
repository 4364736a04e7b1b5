#pragma once

#include "ui/start/startcontent.h"

#include <QAbstractButton>

class QToolButton;

namespace stepscope::ui {

/// A recent recording: its picture and its facts. A click opens it; Delete, or the button at its corner, removes it
/// from the list.
class RecordingCard : public QAbstractButton
{
    Q_OBJECT

public:
    static constexpr QSize kPicture{168, 72}; ///< px

    explicit RecordingCard(const QString& path, QWidget* parent = nullptr);

    [[nodiscard]] QString path() const { return m_recording.path; }
    void setRecording(const RecentRecording& recording);
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void openRequested(const QString& path);
    void removeRequested(const QString& path);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QStringList lines() const;
    void paintPicture(QPainter& painter, const QRect& place) const;
    void describe();

    RecentRecording m_recording;
    QToolButton* m_remove;
};

} // namespace stepscope::ui
