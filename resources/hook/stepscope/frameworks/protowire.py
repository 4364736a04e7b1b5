"""Reads the wire format of protocol buffers without their library: fields by number."""


def fields(data):
    """{number: [values]}: integers for varints and fixed numbers, memoryviews for fields with a length. ValueError if
    invalid."""
    values, at, end = {}, 0, len(data)
    while at < end:
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _varint(data, at)
        elif kind == 1:
            value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        elif kind == 2:
            length, at = _varint(data, at)
            value, at = data[at:at + length], at + length
        elif kind == 5:
            value, at = int.from_bytes(data[at:at + 4], "little"), at + 4
        else:
            raise ValueError("unknown wire type %d" % kind)
        if at > end:
            raise ValueError("cut off")
        values.setdefault(key >> 3, []).append(value)
    return values


def first(message, number, default=0):
    values = message.get(number)
    return values[0] if values else default


def text(message, number):
    return bytes(first(message, number, b"")).decode("utf-8", "replace")


def _varint(data, at):
    result = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("cut off")
        byte = data[at]
        at += 1
        result |= (byte & 0x7F) << shift
        if byte < 0x80:
            return result, at
        shift += 7
