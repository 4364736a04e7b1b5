#pragma once

#include "analysis/observations/observation.h"

#include <QTableWidget>

#include <vector>

namespace stepscope::ui {

/// A table of observations: verdict, claim, evidence and advice, with wrapped texts. Decided ones come first. Rows can
/// be copied as CSV.
class ObservationList : public QTableWidget
{
    Q_OBJECT

public:
    explicit ObservationList(QWidget* parent = nullptr);

    void setObservations(const std::vector<analysis::Observation>& observations);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Column { Number, Verdict, Title, Evidence, Advice, ColumnCount };

    void addRow(const analysis::Observation& observation, bool isDecided);

    bool m_isSized = false; ///< by the user
    bool m_isFitting = false;
};

} // namespace stepscope::ui
