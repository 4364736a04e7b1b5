#include "ui/jobpool.h"

#include <QThreadPool>

namespace stepscope::ui {

QThreadPool* jobPool()
{
    static QThreadPool pool;
    return &pool;
}

} // namespace stepscope::ui
