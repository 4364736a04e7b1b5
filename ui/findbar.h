#pragma once

#include "widgets/opsearch.h"

#include <QTimer>
#include <QWidget>

#include <cstddef>
#include <optional>

class QLabel;
class QLineEdit;
class QToolButton;

namespace stepscope::ui {

class FindModel;
class JumpTable;

/// Over the timeline: a pattern for names of ops, how many instances match and which of them one is at, and the list of
/// matching ops. Passive: says what is looked for and shows what was found.
class FindBar : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(QWidget* parent = nullptr);

    /// Shows itself with the keyboard in the field and its text selected.
    void open();
    /// What is written now.
    [[nodiscard]] widgets::OpQuery query() const;
    void setFinding(const widgets::OpFinding& finding);
    /// Which of all instances one is at (from 0), if at one.
    void setPlace(std::optional<std::size_t> place, std::size_t count);
    void clear();
    [[nodiscard]] QString message() const;

signals:
    void queryChanged(const stepscope::widgets::OpQuery& query);
    void stepWanted(bool forward);
    void opWanted(std::uint32_t op); ///< only this one of them
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildLayout();
    void tellQuery();
    void close();
    void showError(const QString& text);
    void updateListHeight();

    QLineEdit* m_words = nullptr;
    QToolButton* m_regular = nullptr;
    QToolButton* m_case = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QToolButton* m_listed = nullptr;
    QLabel* m_message = nullptr;
    FindModel* m_model = nullptr;
    JumpTable* m_list = nullptr;
    QTimer m_typing; ///< a search begins when the hands rest
};

} // namespace stepscope::ui
