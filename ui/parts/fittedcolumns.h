#pragma once

#include <QObject>

#include <set>
#include <vector>

class QTreeView;

namespace stepscope::ui {

/// Columns of a tree that fit their contents. A column that the user has resized keeps its size; the last one takes the
/// rest.
class FittedColumns : public QObject
{
    Q_OBJECT

public:
    /// `columns` are fitted, to at most this number of characters.
    FittedColumns(QTreeView* tree, std::vector<int> columns, int mostChars);

    /// Call it when the contents have changed.
    void fit();

private:
    QTreeView* m_tree;
    std::vector<int> m_columns;
    int m_mostChars;
    std::set<int> m_sized; ///< by the user
    bool m_isFitting = false;
};

} // namespace stepscope::ui
