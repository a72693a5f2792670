"""The methods `backup` and `restore`: all saved data except a game in progress."""

from binascii import a2b_base64, b2a_base64, crc32

from ..board import elapsed
from ..line.protocol import BAD_PARAMETERS, NO_ROOM, TIMED_OUT, Refusal, values_of
from ..saves.journal import BUDGET, GAME, PROBE, VALUES, record

PART = 600  # bytes in a part
MOST_PARTS = 6
MAGIC = b"PPB2"
_AGAIN_MS = 600000  # pause after a refused question
PARAMS = {
    "backup": (("part", (0, MOST_PARTS - 1), 0),),
    "restore": (
        ("part", (0, MOST_PARTS - 1)),
        ("parts", (1, MOST_PARTS)),
        ("data", "text"),
        ("checksum", (0, (1 << 32) - 1)),
    ),
}


def backup(link, part):
    journal = link.app.journal
    piece = bytearray()
    checksum = length = 0
    for key in range(len(BUDGET)):
        # The magic comes first. Of the rest only this part is kept: all would be one large piece.
        data = MAGIC if not key else b""
        if key not in (GAME, PROBE) and journal.size(key):
            data = record(VALUES, key, journal.get(key))
        checksum = crc32(data, checksum)
        at = part * PART - length
        piece += data[max(at, 0) : max(at + PART, 0)]
        length += len(data)
    parts = (length + PART - 1) // PART
    values_of({"part": part}, (("part", (0, parts - 1)),))
    data = [b'"', b2a_base64(piece)[:-1], b'"']  # without its \n
    return {"data": data, "parts": parts, "checksum": checksum}


def restore(link, part, parts, data, checksum):
    """Generator; take the parts in order; after the last one ask the person at the handheld."""
    app = link.app
    why = ""
    if app.journal.size(GAME):
        why = "a game is kept: play it to its end, or begin and quit another"
    elif link.refused is not None and elapsed(app.now, link.refused) < _AGAIN_MS:
        why = "nobody agreed: try again after 10 minutes, or switch the handheld off and on"
    elif app.screen.ID != "title" or app.power.idle:
        why = "the handheld asks on its title only: show the title there, then try again"
    if why:
        raise Refusal(NO_ROOM, why)
    if part == 0:
        link.received = b""
    if len(link.received) != part * PART:
        raise Refusal(BAD_PARAMETERS, "part: %d does not come next; begin with 0" % part)
    try:
        piece = a2b_base64(data.encode())
    except ValueError:
        raise Refusal(BAD_PARAMETERS, "data: base64 is needed") from None
    if not 0 < len(piece) <= PART or part + 1 < parts and len(piece) < PART:
        raise Refusal(BAD_PARAMETERS, "data: a part has %d bytes, the last one at most" % PART)
    link.received += piece
    if part + 1 < parts:
        return {"part": part}
    whole = link.received
    link.received = b""
    if crc32(whole) != checksum:
        raise Refusal(BAD_PARAMETERS, "checksum: that of the parts is %d" % crc32(whole))
    if whole[:4] != MAGIC:
        raise Refusal(BAD_PARAMETERS, "data: no backup of this firmware")
    from ..saves.journal_rewrite import values_in

    try:
        values = values_in(memoryview(whole)[4:])
    except ValueError as error:
        raise Refusal(BAD_PARAMETERS, "%s: %s" % ("data", error)) from None
    if GAME in values:
        raise Refusal(BAD_PARAMETERS, "data: a backup holds no game")
    app.show("ask", "title", "restore", values)
    screen = app.screen
    while screen.done is None and app.screen is screen:
        yield None
    if screen.done is None:
        raise Refusal(TIMED_OUT, "nobody answered at the handheld")
    if screen.done:
        raise Refusal(NO_ROOM, screen.done)
    # Restart the app with the restored data.
    link.restart = "keep"
    return {"restored": sorted(values)}
