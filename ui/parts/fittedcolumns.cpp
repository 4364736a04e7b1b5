#include "ui/parts/fittedcolumns.h"

#include <QHeaderView>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

FittedColumns::FittedColumns(QTreeView* tree, std::vector<int> columns, int mostChars)
    : QObject(tree)
    , m_tree(tree)
    , m_columns(std::move(columns))
    , m_mostChars(mostChars)
{
    connect(tree->header(), &QHeaderView::sectionResized, this, [this](int column) {
        const bool isLast = column == m_tree->header()->count() - 1; // follows the width of the tree
        if (!m_isFitting && !isLast)
            m_sized.insert(column);
    });
}

void FittedColumns::fit()
{
    m_isFitting = true;
    const int digit = m_tree->fontMetrics().averageCharWidth();
    for (const int column : m_columns) {
        if (m_sized.contains(column))
            continue;
        m_tree->resizeColumnToContents(column);
        m_tree->setColumnWidth(column, std::min(m_tree->columnWidth(column) + digit, digit * m_mostChars));
    }
    m_isFitting = false;
}

} // namespace stepscope::ui
