#include "ui/window/droptarget.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>
#include <QUrl>
#include <QWidget>

namespace stepscope::ui {

/// A frame over the whole widget, with a line of text. It gets no mouse events.
class DropTarget::Frame : public QWidget
{
public:
    Frame(QWidget* parent, QString text)
        : QWidget(parent)
        , m_text(std::move(text))
    {
        setObjectName(QStringLiteral("dropFrame"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        constexpr int kMargin = 8;
        constexpr int kWidth = 3;
        const QColor colour = palette().color(QPalette::Highlight);
        QColor veil = palette().color(QPalette::Window);
        veil.setAlphaF(0.8F);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillRect(rect(), veil);
        painter.setPen(QPen(colour, kWidth, Qt::DashLine));
        painter.drawRoundedRect(rect().adjusted(kMargin, kMargin, -kMargin, -kMargin), kMargin, kMargin);
        QFont large = font();
        large.setPointSizeF(large.pointSizeF() * 1.4);
        painter.setFont(large);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect().adjusted(4 * kMargin, 0, -4 * kMargin, 0), Qt::AlignCenter | Qt::TextWordWrap, m_text);
    }

private:
    QString m_text;
};

DropTarget::DropTarget(QWidget* widget, const QString& text)
    : QObject(widget)
    , m_widget(widget)
    , m_frame(new Frame(widget, text))
{
    widget->setAcceptDrops(true);
    widget->installEventFilter(this);
}

QStringList DropTarget::filesOf(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

bool DropTarget::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_widget)
        return false;
    switch (event->type()) {
    case QEvent::DragEnter: {
        auto* drag = static_cast<QDragEnterEvent*>(event);
        if (filesOf(drag->mimeData()).isEmpty())
            return false;
        m_frame->setGeometry(m_widget->rect());
        m_frame->raise();
        m_frame->show();
        drag->acceptProposedAction();
        return true;
    }
    case QEvent::DragLeave:
        m_frame->hide();
        return true;
    case QEvent::Drop: {
        m_frame->hide();
        auto* drop = static_cast<QDropEvent*>(event);
        const QStringList paths = filesOf(drop->mimeData());
        if (paths.isEmpty())
            return false;
        drop->acceptProposedAction();
        emit dropped(paths);
        return true;
    }
    default:
        return false;
    }
}

} // namespace stepscope::ui
