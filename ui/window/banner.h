#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace stepscope::ui {

/// A one-line message at the top of the window, shown until it is dismissed or replaced. It does not block input.
class Banner : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Message, Error };
    explicit Banner(QWidget* parent = nullptr);

    void show(Kind kind, const QString& oneLine);
    void clear();
    [[nodiscard]] QString text() const;
    [[nodiscard]] Kind kind() const { return m_kind; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintKind();

    Kind m_kind = Kind::Message;
    QLabel* m_mark = nullptr;
    QLabel* m_text = nullptr;
    QToolButton* m_close = nullptr;
};

} // namespace stepscope::ui
