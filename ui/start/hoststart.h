#pragma once

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace stepscope::ui {

class BusyStrip;

/// Adds a board over SSH: a host of ~/.ssh/config or another one, the test of the connection, and its error.
class HostStart : public QWidget
{
    Q_OBJECT

public:
    explicit HostStart(QWidget* parent = nullptr);

    /// Of ~/.ssh/config, without those that are devices already.
    void setHosts(const QStringList& hosts);
    /// The connection is being tested; an empty text = not any more.
    void setConnecting(const QString& target);
    /// The test has failed. The user may add the host all the same.
    void setError(const QString& target, const QString& oneLine);
    [[nodiscard]] QString note() const;

signals:
    void connectRequested(const QString& target);
    void cancelRequested();
    void addRequested(const QString& target); ///< confirmed after a failed test

private:
    void submit();

    QComboBox* m_host;
    QPushButton* m_connect;
    BusyStrip* m_progress;
    QLabel* m_note;
    QLabel* m_help;
    QPushButton* m_add;
    QString m_failed; ///< the target of the last failed test
};

} // namespace stepscope::ui
