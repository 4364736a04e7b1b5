#pragma once

#include "analysis/study/studyobservations.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;

namespace stepscope::ui {

class BusyStrip;
class ObservationList;

/// The observations of a study: one group of its trainings at a time. Testing them reads all recordings of the study,
/// so it happens on request.
class StudyObservationsPage : public QWidget
{
    Q_OBJECT

public:
    explicit StudyObservationsPage(QWidget* parent = nullptr);

    void clear();
    /// `withTarget`: the names of the groups contain the target.
    void setObservations(const analysis::StudyObservations& observations, bool withTarget);
    /// 0..1, or -1 if the share is not known.
    void setProgress(double share);
    /// Ends the progress. Empty = no error.
    void setError(const QString& oneLine);
    /// Nothing before the first result.
    [[nodiscard]] const std::optional<analysis::StudyObservations>& observations() const { return m_observations; }

signals:
    void requested(); ///< answer with setProgress(), then setObservations() or setError()
    void cancelled();

private:
    void showGroup();
    void showNote(const QString& text);

    std::optional<analysis::StudyObservations> m_observations;
    QComboBox* m_group;
    BusyStrip* m_busy;
    QLabel* m_note;
    ObservationList* m_list;
};

} // namespace stepscope::ui
