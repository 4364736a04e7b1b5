#pragma once

#include <QLabel>

namespace stepscope::ui {

/// One line of plain text that takes the room there is: what does not fit ends in "…". Whoever sets its text sets a
/// tool tip with all of it, where it may be long.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace stepscope::ui
