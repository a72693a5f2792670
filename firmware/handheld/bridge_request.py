# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a request says: its JSON, its method and parameters; and the lines that answer it."""

import json

from shared_rules.errors import IllegalAction, RulesError

from . import bridge, strict_json

OBSERVING = "hello variants state screen frame record stats memory advice subscribe".split(" ")
CONTROL = "press down up wait new_game act dice seed load clock self_test reset".split(" ")
# They wait for something while other requests are done.
PARKED = ("wait", "self_test")
MESSAGE_LENGTH = 300  # characters; what a client sent is quoted in it

PARSE = -32700
INVALID_REQUEST = -32600
UNKNOWN_METHOD = -32601
BAD_PARAMETERS = -32602
INTERNAL = -32603
TEST_MODE_OFF = -32001
ILLEGAL_ACTION = -32002
NO_GAME = -32003
NOT_SUPPORTED = -32004
TIMED_OUT = -32005


class Refusal(Exception):
    """A request that is not done: error `code` and message."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


# --- lines


def dumps(value):
    """The JSON of `value` as ASCII bytes."""
    text = json.dumps(value, separators=(",", ":"))
    data = text.encode()
    if len(data) == len(text):
        return data
    # MicroPython writes UTF-8, and halves of surrogate pairs as they came: escape them all.
    return "".join([char if ord(char) < 127 else _escape(ord(char)) for char in text]).encode()


def _escape(code):
    if code < 0x10000:
        return "\\u%04x" % code
    code -= 0x10000
    return "\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF)


def result_head(number):
    """An answer's text up to the result; `number` is the JSON of the request's id."""
    return b'{"jsonrpc":"2.0","id":' + (number or b"null") + b',"result":'


def result_line(number, value):
    """The answer with a result; nothing for a notification, whose `number` is None."""
    return b"" if number is None else result_head(number) + dumps(value) + b"}\n"


def event_line(params):
    """The notification that something has happened."""
    return b'{"jsonrpc":"2.0","method":"event","params":' + dumps(params) + b"}\n"


def cancelled_line(number):
    """The answer to a request that the restart of the app has ended."""
    return error_line(number, Refusal(TIMED_OUT, "the app is restarted"))


def error_line(number, error):
    """The answer to a request that was refused or has failed."""
    if number is None:
        return b""
    fields = {"code": BAD_PARAMETERS, "message": str(error)}  # type: dict
    if isinstance(error, Refusal):
        fields["code"] = error.code
    elif isinstance(error, IllegalAction):
        fields["code"] = ILLEGAL_ACTION
        fields["data"] = {"legal": list(error.legal), "to_move": list(error.to_move)}
    elif not isinstance(error, RulesError):
        from .crash import report

        report(error)
        fields["code"] = INTERNAL
        fields["message"] = "internal error: %s: %s" % (type(error).__name__, error)
    if len(fields["message"]) > MESSAGE_LENGTH:
        fields["message"] = fields["message"][:MESSAGE_LENGTH] + "..."
    return b'{"jsonrpc":"2.0","id":' + number + b',"error":' + dumps(fields) + b"}\n"


# --- requests


def begin(link_bridge, line):
    """Do the request of `line` (bytes; None: it was too long); return the answer's line.

    A request that takes its time becomes the bridge's job, or is parked, and b"" is returned.
    """
    number = b"null"
    try:
        request = _read(line)
        number, invalid = _identify(request)
        if invalid:
            raise Refusal(INVALID_REQUEST, invalid)
        method = request["method"]
        value = _call(link_bridge, method, request.get("params", {}))
        if not hasattr(value, "send"):
            return result_line(number, value)
    except Exception as error:
        return error_line(number, error)
    job = [number, value, False]
    if method in PARKED and len(link_bridge.waits) < bridge.MAX_WAITS:
        link_bridge.waits.append(job)
    else:
        link_bridge.job = job
    return b""


def _read(line):
    """The request object of a line."""
    if line is not None and line[-1:] == b"\r":
        line = line[:-1]
    if line is None or len(line) > bridge.MAX_LINE:
        message = "the line is longer than %d bytes" % bridge.MAX_LINE
        raise Refusal(INVALID_REQUEST, message)
    try:
        request = strict_json.loads(line)
    except strict_json.TooDeep as error:
        raise Refusal(INVALID_REQUEST, str(error)) from None
    except ValueError as error:
        raise Refusal(PARSE, "the line is no JSON: %s" % error) from None
    if not isinstance(request, dict):
        batch = "; there are no batches" if isinstance(request, list) else ""
        raise Refusal(INVALID_REQUEST, "a request is an object" + batch)
    return request


def _identify(request):
    """(JSON of the id, or None for a notification; what is wrong with the request, or "")."""
    number = request.get("id")
    if number is not None and (isinstance(number, bool) or not isinstance(number, (int, str))):
        return b"null", "id: a string or a whole number is allowed"
    invalid = ""
    if request.get("jsonrpc") != "2.0":
        invalid = 'jsonrpc: only "2.0" is allowed'
    elif not isinstance(request.get("method"), str):
        invalid = "method: the name of a method is needed"
    if "id" in request or invalid:
        return dumps(number), invalid
    return None, ""


def _call(link_bridge, method, params):
    """What the method returns: a result, or a generator."""
    if method in OBSERVING:
        from . import bridge_observe as module
    elif method not in CONTROL:
        raise Refusal(UNKNOWN_METHOD, "unknown method %s" % quote(method))
    elif not link_bridge.app.test_mode:
        raise Refusal(
            TEST_MODE_OFF,
            "%s works in test mode only, which is switched on at the device" % method,
        )
    else:
        from . import bridge_control as module
    values = take(params, module.PARAMS.get(method, ()))
    return getattr(module, method)(link_bridge, *values)


# --- parameters


def quote(value):
    """`value` as a message shows it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def take(params, rows, where=""):
    """The values of `params` in the order of `rows`, each `(name, kind)` or with a default.

    A kind is a pair of integers (least, greatest), a tuple of words, or the name of a type:
    "text", "flag", "list", "object". Raises Refusal; `where` goes before the parameter's name.
    """
    names = [row[0] for row in rows]
    if not isinstance(params, dict):
        raise Refusal(BAD_PARAMETERS, (where or "params") + ": an object is needed")
    for name in params:
        if name not in names:
            allowed = ", ".join(names) or "none"
            message = "unknown parameter %s; allowed: %s" % (where + quote(name), allowed)
            raise Refusal(BAD_PARAMETERS, message)
    values = []
    for row in rows:
        name, kind = row[:2]
        if name in params:
            value = params[name]
            if not _fits(value, kind):
                message = "%s: %s is not allowed" % (where + name, quote(value))
                raise Refusal(BAD_PARAMETERS, message + "; allowed: " + _allowed(kind))
        elif len(row) > 2:
            value = row[2]
        else:
            message = "%s is missing; allowed: %s" % (where + name, _allowed(kind))
            raise Refusal(BAD_PARAMETERS, message)
        values.append(value)
    return values


_TYPES = {"text": str, "flag": bool, "list": list, "object": dict}
_TYPE_WORDS = {"text": "a string", "flag": "true or false", "list": "a list", "object": "an object"}


def _fits(value, kind):
    if isinstance(kind, str):
        return isinstance(value, _TYPES[kind])
    if isinstance(kind[0], str):
        return isinstance(value, str) and value in kind
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return kind[0] <= value <= kind[1]


def _allowed(kind):
    if isinstance(kind, str):
        return _TYPE_WORDS[kind]
    if isinstance(kind[0], str):
        return ", ".join(kind)
    return "%d to %d" % kind
