#pragma once

#include <QAbstractListModel>
#include <QDialog>
#include <QIcon>
#include <QString>

#include <functional>
#include <vector>

class QLineEdit;
class QListView;

namespace stepscope::ui {

/// Something that the palette can choose.
struct PaletteEntry
{
    QString text;
    QString kind;   ///< "Action", "Op", ...; displayed at the right
    QString detail; ///< such as keys or the folder of a file; the search does not look at it
    QIcon icon{};
    std::function<void()> choose{};
    int bonus = 0; ///< preference among similar matches
};

/// Entries in the order in which they match a text.
class PaletteModel : public QAbstractListModel
{
    Q_OBJECT

public:
    static constexpr std::size_t kShown = 100;
    static constexpr int kKindRole = Qt::UserRole;
    static constexpr int kDetailRole = Qt::UserRole + 1;

    PaletteModel(std::vector<PaletteEntry> entries, QObject* parent);

    /// Shows the best matches (fuzzyScore()), at most kShown; without a text the first entries.
    void setPattern(const QString& pattern);
    [[nodiscard]] const PaletteEntry& entry(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<PaletteEntry> m_entries;
    std::vector<std::size_t> m_order; ///< of the shown entries
};

/// A field and a list over the window: recordings, pages, ops and actions by a part of their name. Up and Down choose,
/// Enter goes there, Esc closes it.
class Palette : public QDialog
{
    Q_OBJECT

public:
    Palette(std::vector<PaletteEntry> entries, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose();
    void move(int rows);

    PaletteModel* m_model;
    QLineEdit* m_words;
    QListView* m_list;
};

} // namespace stepscope::ui
