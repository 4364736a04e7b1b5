#pragma once

#include <QList>
#include <QRect>
#include <qcustomplot.h>

namespace stepscope::widgets {

/// Places each element at the rectangle it was given: rows keep their height however much room there is, and may lie
/// partly outside the picture.
class RowLayout : public QCPLayout
{
    Q_OBJECT

public:
    ~RowLayout() override;

    void add(QCPLayoutElement* element);
    void place(QCPLayoutElement* element, const QRect& outerRect);

    int elementCount() const override { return static_cast<int>(m_places.size()); }
    QCPLayoutElement* elementAt(int index) const override;
    QCPLayoutElement* takeAt(int index) override;
    bool take(QCPLayoutElement* element) override;

protected:
    void updateLayout() override;

private:
    struct Place
    {
        QCPLayoutElement* element = nullptr;
        QRect rect;
    };
    QList<Place> m_places;
};

} // namespace stepscope::widgets
