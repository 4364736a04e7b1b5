#pragma once

#include "ui/parts/statusline.h"

#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QPixmap>
#include <QTabBar>
#include <QTest>
#include <QWidget>

/// Pictures of windows, and automatic checks of their layout.
namespace stepscope::ui {

/// Grabs the widget. With STEPSCOPE_PICTURES=DIR, saves it there as NAME.png, with the name in lower case and hyphens
/// for spaces.
inline void savePicture(QWidget& widget, const QString& name)
{
    QTest::qWait(50); // layouts and drawing are asynchronous
    const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
    const QPixmap picture = widget.grab();
    QVERIFY(!picture.isNull());
    if (!folder.isEmpty())
        QVERIFY(picture.save(QDir(folder).filePath(name.toLower().replace(' ', '-') + ".png")));
}

/// The "&" of a label with a control underlines the next character.
inline int textWidth(const QLabel& label)
{
    return label.fontMetrics()
        .size(label.buddy() != nullptr ? Qt::TextShowMnemonic : Qt::TextSingleLine, label.text())
        .width();
}

/// Controls whose text does not fit. Labels that may shrink are ElidedLabels.
inline QStringList truncatedControls(const QWidget& window)
{
    QStringList truncated;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (!widget->isVisible() || qobject_cast<const ElidedLabel*>(widget))
            continue;
        if (label && !label->wordWrap() && label->pixmap().isNull() &&
            textWidth(*label) > label->contentsRect().width() && label->textFormat() == Qt::PlainText)
            truncated << "label too narrow: " + label->text();
        if (widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
            continue;
        const bool isText = !widget->inherits("QLineEditIconButton"); // an icon in a field
        const bool fixed = (isText && qobject_cast<const QAbstractButton*>(widget)) ||
                           qobject_cast<const QTabBar*>(widget) || (label && !label->wordWrap());
        const bool scrolls = widget->parentWidget() && widget->parentWidget()->inherits("QTabBar");
        if (fixed && !scrolls && widget->width() < widget->minimumSizeHint().width())
            truncated << QString("%1 %2 %3: %4 < %5")
                             .arg(widget->metaObject()->className(), widget->objectName(),
                                  label ? label->text() : QString())
                             .arg(widget->width())
                             .arg(widget->minimumSizeHint().width());
        if (label && label->wordWrap() && label->height() < label->heightForWidth(label->width()))
            truncated << "label too low: " + label->text();
    }
    return truncated;
}

/// Shows the window in this size and waits until it is exposed.
inline void showInSize(QWidget& window, QSize size)
{
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(window.size(), size);
}

} // namespace stepscope::ui
