#pragma once

#include "ui/parts/messageline.h"

#include <QString>

namespace stepscope::trace {
class TraceView;
struct RunEnding;
} // namespace stepscope::trace

namespace stepscope::ui {

/// How the training of a recording failed, with the end of its output; or why there are no steps, with the cure. A
/// message that the user has dismissed does not come back.
class FailureLine : public MessageLine
{
    Q_OBJECT

public:
    explicit FailureLine(QWidget* parent = nullptr);

    void setView(const trace::TraceView& view);
    /// Forgets the message; another recording follows.
    void reset();
    /// The training failed, whether or not the user has dismissed the message.
    [[nodiscard]] bool isFailure() const { return m_isFailure; }

private:
    [[nodiscard]] static QString hint(const trace::RunEnding& ending, bool isSilent);

    QString m_shown; ///< or dismissed
    bool m_isFailure = false;
};

} // namespace stepscope::ui
