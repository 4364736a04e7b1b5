#pragma once

#include "ui/elidedlabel.h"

#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QPixmap>
#include <QTabBar>
#include <QTest>
#include <QWidget>

/// How windows look: pictures for people, and what a machine can tell of them.
namespace stepscope::ui {

/// Pictures it; with STEPSCOPE_PICTURES=DIR the picture is kept there.
inline void keepLook(QWidget& widget, const QString& name)
{
    QTest::qWait(50); // layouts and drawing come a little later than what asked for them
    const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
    const QPixmap picture = widget.grab();
    QVERIFY(!picture.isNull());
    if (!folder.isEmpty())
        QVERIFY(picture.save(QDir(folder).filePath(name + ".png")));
}

/// Controls whose text does not fit in them. Labels that may shrink end in "…" then (ElidedLabel).
inline QStringList cutOff(const QWidget& window)
{
    QStringList cut;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (!widget->isVisible() || qobject_cast<const ElidedLabel*>(widget))
            continue;
        if (label && !label->wordWrap() && label->pixmap().isNull() &&
            label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width() &&
            label->textFormat() == Qt::PlainText)
            cut << "label too narrow: " + label->text();
        if (widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
            continue;
        const bool isText = !widget->inherits("QLineEditIconButton"); // a picture in a field
        const bool fixed = (isText && qobject_cast<const QAbstractButton*>(widget)) ||
                           qobject_cast<const QTabBar*>(widget) || (label && !label->wordWrap());
        const bool scrolls = widget->parentWidget() && widget->parentWidget()->inherits("QTabBar");
        if (fixed && !scrolls && widget->width() < widget->minimumSizeHint().width())
            cut << QString("%1 %2 %3: %4 < %5")
                       .arg(widget->metaObject()->className(), widget->objectName(), label ? label->text() : QString())
                       .arg(widget->width())
                       .arg(widget->minimumSizeHint().width());
        if (label && label->wordWrap() && label->height() < label->heightForWidth(label->width()))
            cut << "label too low: " + label->text();
    }
    return cut;
}

/// In this size, when it can be seen.
inline void showLook(QWidget& window, QSize size)
{
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(window.size(), size);
}

} // namespace stepscope::ui
