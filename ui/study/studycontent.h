#pragma once

#include "analysis/study/study.h"
#include "analysis/study/studycomparison.h"
#include "analysis/study/studyfigures.h"

#include <QByteArray>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// Values that pass between the study page and the code that reads and writes files.
namespace stepscope::ui {

/// A study with its figures, which need its recordings.
struct StudyContent
{
    QString folder; ///< also identifies a study that is not stored
    analysis::Study study;
    std::vector<analysis::StudyFigure> figures;
    std::vector<analysis::StudyTable> tables; ///< of the paper
    std::vector<analysis::StudyTable> advice;
    bool isStored = true; ///< false: of recordings that no sweep made, without a folder
};

/// Another study beside the one on the page, which is A.
struct StudyComparisonContent
{
    QString folder;        ///< of B
    analysis::Study study; ///< B
    analysis::StudyComparison comparison;
    std::vector<analysis::StudyFigure> figures;
};

/// A file that the user requests: the figure as a picture, or the data, by the suffix of the path.
struct StudyExport
{
    QString path;
    std::optional<analysis::StudyFigure> figure; ///< none = only data
    QByteArray csv;
};

/// A sweep that the user requests.
struct SweepRequest
{
    QStringList targets; ///< swept at the same time
    QStringList models;
    QList<int> batches;
    int repeats = 1;
    int steps = 50; ///< of each training
    QString folder;
    QStringList powerSettings{}; ///< as `stepscope sweep --power-modes`; empty = the device stays as it is
    int leastSeconds = 10;       ///< of each training: more steps where they are short
};

/// The sweep that this window runs.
struct SweepStatus
{
    /// Pausing: after the trainings in progress; Stopping: now.
    enum class Phase { None, Running, Pausing, Stopping };
    QString folder{}; ///< of its study
    Phase phase = Phase::None;
    QString text{}; ///< what it does, in one line
};

} // namespace stepscope::ui

Q_DECLARE_METATYPE(stepscope::ui::SweepRequest)
Q_DECLARE_METATYPE(stepscope::ui::SweepStatus)
Q_DECLARE_METATYPE(stepscope::ui::StudyExport)
