#pragma once

#include <QLabel>
#include <QObject>
#include <QString>

/// Texts from targets and files are shown as they are: Qt would interpret those that look like HTML, and open the files
/// that they name.
namespace stepscope::ui {

/// A label that shows plain text. All labels are created here; tests/ui/window/tst_plaintext.cpp checks that.
QLabel* plainLabel(QWidget* parent = nullptr);
QLabel* plainLabel(const QString& text, QWidget* parent);

/// Shows the tool tips of all widgets, item views, headers and tab bars as plain text. Texts that are elided (see
/// elidedTextAt()) have their whole text as tool tip, before that of the widget.
class PlainTips : public QObject
{
public:
    /// Applies to all widgets of the program. Further calls have no effect.
    static void install();

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace stepscope::ui
