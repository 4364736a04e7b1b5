#include "remote/link/transporttable.h"

#include "remote/link/local/localtransport.h"
#include "remote/link/local/virtualtransport.h"
#include "remote/link/ssh/sshtransport.h"

#include <array>

namespace stepscope::link {

using format::Error;

namespace {

std::unique_ptr<Transport> makeLocal(const Target& /*target*/, const TransportContext& /*context*/)
{
    return std::make_unique<LocalTransport>();
}

std::unique_ptr<Transport> makeSsh(const Target& target, const TransportContext& context)
{
    return std::make_unique<SshTransport>(target, context.ssh, context.prompter);
}

std::unique_ptr<Transport> makeVirtual(const Target& target, const TransportContext& context)
{
    return std::make_unique<VirtualTransport>(target, context.virtualBoard);
}

constexpr std::array kRows = {
    TransportRow{Target::Kind::Local, makeLocal},
    TransportRow{Target::Kind::Ssh, makeSsh},
    TransportRow{Target::Kind::Virtual, makeVirtual},
};

} // namespace

std::span<const TransportRow> transportTable()
{
    return kRows;
}

Result<std::unique_ptr<Transport>> makeTransport(const Target& target, const TransportContext& context)
{
    if (target.kind == Target::Kind::Virtual && context.virtualBoard.empty())
        return format::failure(Error::Code::Usage,
                               target.text +
                                   ": virtual boards are not part of this build; use another target, or build "
                                   "with -DSTEPSCOPE_SIMULATOR=ON");
    for (const TransportRow& row : kRows) {
        if (row.kind == target.kind)
            return row.make(target, context);
    }
    return format::failure(Error::Code::Usage,
                           target.text + ": this build cannot reach such a target; use local or [user@]host[:port]");
}

} // namespace stepscope::link
