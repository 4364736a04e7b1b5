#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;

namespace stepscope::ui {

/// Text, progress bar and Cancel of work that takes longer than a second. It is part of the page and does not block
/// input.
class BusyStrip : public QFrame
{
    Q_OBJECT

public:
    explicit BusyStrip(QWidget* parent = nullptr);

    /// `progress` 0..1; -1 = unknown.
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
