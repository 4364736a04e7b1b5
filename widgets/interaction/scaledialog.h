#pragma once

#include "widgets/rows/rowscale.h"

#include <QDialog>

#include <string_view>

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace stepscope::widgets {

/// Asks for the scale of a row: its least and largest value as numbers, empty = automatic, and whether it is
/// logarithmic.
class ScaleDialog : public QDialog
{
    Q_OBJECT

public:
    /// Numbers are entered in the unit that the row displays, such as % or MB; `largest` chooses its prefix.
    ScaleDialog(const QString& row, const RowScale& scale, std::string_view unit, double largest,
                QWidget* parent = nullptr);

    [[nodiscard]] RowScale scale() const;

private:
    void check();

    double m_factor; ///< of a value in the unit of the row, for one of a number that is entered
    QLineEdit* m_min;
    QLineEdit* m_max;
    QCheckBox* m_logarithmic;
    QLabel* m_fault;
    QDialogButtonBox* m_buttons;
};

} // namespace stepscope::widgets
