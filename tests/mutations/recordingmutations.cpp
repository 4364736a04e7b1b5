#include "tests/mutations/recordingmutations.h"

#include "tests/mutations/fieldmutations.h"

#include <algorithm>

namespace stepscope::mutations {
namespace {

using Originals = std::span<const Frames>;

std::ptrdiff_t anyPlace(const Frames& frames, Random& random)
{
    return static_cast<std::ptrdiff_t>(random.below(frames.size()));
}

/// Frames of rare types are chosen as often as those of frequent types.
OwnedFrame& anyFrame(Frames& frames, Random& random)
{
    const auto type = frames[random.below(frames.size())].type;
    const auto wanted = random.oneIn(2) ? static_cast<format::FrameType>(1 + random.below(15)) : type;
    std::vector<OwnedFrame*> candidates;
    for (OwnedFrame& frame : frames) {
        if (frame.type == wanted)
            candidates.push_back(&frame);
    }
    return candidates.empty() ? frames[random.below(frames.size())] : *candidates[random.below(candidates.size())];
}

void changeFields(Frames& frames, Originals /*originals*/, Random& random)
{
    OwnedFrame& frame = anyFrame(frames, random);
    if (!mutateFields(frame, random))
        mutateBytes(frame.payload, random);
}

void changeBytes(Frames& frames, Originals /*originals*/, Random& random)
{
    mutateBytes(anyFrame(frames, random).payload, random);
}

void changeType(Frames& frames, Originals /*originals*/, Random& random)
{
    anyFrame(frames, random).type = static_cast<format::FrameType>(random.below(20));
}

void removeFrames(Frames& frames, Originals /*originals*/, Random& random)
{
    const auto first = frames.begin() + anyPlace(frames, random);
    const auto most = static_cast<std::size_t>(frames.end() - first);
    frames.erase(first, first + static_cast<std::ptrdiff_t>(1 + random.below(std::min<std::size_t>(most, 20))));
}

void repeatFrame(Frames& frames, Originals /*originals*/, Random& random)
{
    const OwnedFrame copy = anyFrame(frames, random);
    const std::size_t count = random.oneIn(8) ? 300 : 1 + random.below(3);
    frames.insert(frames.begin() + anyPlace(frames, random), count, copy);
}

/// Repeats a frame with another change each time.
void repeatChanged(Frames& frames, Originals /*originals*/, Random& random)
{
    const OwnedFrame original = anyFrame(frames, random);
    Frames copies;
    for (std::size_t i = 0; i < 2 + random.below(60); ++i) {
        copies.push_back(original);
        mutateFields(copies.back(), random);
    }
    frames.insert(frames.begin() + anyPlace(frames, random), copies.begin(), copies.end());
}

void moveFrame(Frames& frames, Originals /*originals*/, Random& random)
{
    std::swap(anyFrame(frames, random), frames[random.below(frames.size())]);
}

void shuffle(Frames& frames, Originals /*originals*/, Random& random)
{
    for (std::size_t i = frames.size(); i > 1; --i)
        std::swap(frames[i - 1], frames[random.below(i)]);
}

void insertForeign(Frames& frames, Originals originals, Random& random)
{
    const Frames& other = originals[random.below(originals.size())];
    const auto first = other.begin() + anyPlace(other, random);
    const auto count = std::min<std::ptrdiff_t>(other.end() - first, static_cast<std::ptrdiff_t>(random.below(40)));
    frames.insert(frames.begin() + anyPlace(frames, random), first, first + count);
}

using Change = void (*)(Frames&, Originals, Random&);
/// A change that is listed several times is more frequent.
constexpr Change kChanges[]{changeFields, changeFields, changeFields,  changeFields, changeFields,
                            changeFields, changeBytes,  changeBytes,   changeType,   removeFrames,
                            repeatFrame,  repeatFrame,  repeatChanged, moveFrame,    insertForeign};

void damage(Bytes& file, Random& random)
{
    const std::size_t at = random.below(file.size());
    switch (random.below(4)) {
    case 0:
        file.resize(at);
        break;
    case 1:
        for (std::size_t i = 0; i <= random.below(50); ++i)
            file[random.below(file.size())] ^= std::byte{1} << random.below(8);
        break;
    case 2:
        file.erase(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(at, 100)));
        break;
    default:
        file.insert(file.begin() + static_cast<std::ptrdiff_t>(at), random.below(100'000), std::byte(random.bits()));
    }
}

} // namespace

Bytes mutatedRecording(Originals originals, Random& random)
{
    Frames frames = originals[random.below(originals.size())];
    const std::size_t changes = 1 + random.below(random.oneIn(4) ? 30 : 5);
    for (std::size_t i = 0; i < changes && !frames.empty(); ++i)
        kChanges[random.below(std::size(kChanges))](frames, originals, random);
    if (random.oneIn(40) && !frames.empty())
        shuffle(frames, originals, random);
    Bytes file = recordingOf(frames);
    if (random.oneIn(7))
        damage(file, random);
    return file;
}

} // namespace stepscope::mutations
