#pragma once

#include <QObject>
#include <QStringList>

class QMimeData;
class QWidget;

namespace stepscope::ui {

/// Accepts local files and folders that are dropped onto a widget, and frames it while they are dragged over it.
class DropTarget : public QObject
{
    Q_OBJECT

public:
    /// `text`: what a drop does, shown in the frame.
    DropTarget(QWidget* widget, const QString& text);

    bool eventFilter(QObject* watched, QEvent* event) override;
    /// The local files among the dragged data; empty if a drop would have no effect.
    [[nodiscard]] static QStringList filesOf(const QMimeData* data);

signals:
    void dropped(const QStringList& paths);

private:
    class Frame;

    QWidget* m_widget;
    Frame* m_frame;
};

} // namespace stepscope::ui
