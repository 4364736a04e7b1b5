#pragma once

#include <QLabel>

namespace stepscope::ui {

/// One line of plain text, elided with "…" at the available width. Callers that set a long text also set it as the tool
/// tip.
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
