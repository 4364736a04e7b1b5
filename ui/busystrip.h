#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;

namespace stepscope::ui {

/// What goes on, how far it is, and Cancel: for anything that takes longer than a second. In the page, never modal.
class BusyStrip : public QFrame
{
    Q_OBJECT

public:
    explicit BusyStrip(QWidget* parent = nullptr);

    /// `progress` 0..1; -1 = not known.
    void setProgress(const QString& text, double progress);
    void setCancellable(bool cancellable);
    [[nodiscard]] QString text() const;

signals:
    void cancelRequested();

private:
    QLabel* m_text = nullptr;
    QProgressBar* m_bar = nullptr;
    QPushButton* m_cancel = nullptr;
};

} // namespace stepscope::ui
