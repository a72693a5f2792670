"""Parse requests, call their methods, and write the answers."""

# An answer is a list of pieces (bytes). It is complete before the first piece is sent, so an error
# can still replace it, and a picture or a record is of one moment. An empty list: no answer.

from shared_rules.checks import is_count, quote
from shared_rules.thinking import Thought

from .. import folders
from . import observe as observe  # clients poll its methods, so it stays with this module
from . import protocol, strict_json
from .protocol import Refusal, put, write

# The methods by module. Those of the last two need test mode; `restore` asks the person at the
# handheld.
METHODS = (
    ("line.observe", "state screen frame record memory subscribe".split(" ")),
    ("methods.seldom", "hello variants stats advice report today".split(" ")),
    ("methods.backup", "backup restore".split(" ")),
    ("methods.control", "press down up act".split(" ")),
    ("methods.arrange", "wait new_game dice seed load clock self_test reset".split(" ")),
)
CONTROL = ("methods.control", "methods.arrange")
# Other requests may overtake these while they wait.
PARKED = ("wait", "self_test", "restore")
LONGEST = {"id": protocol.ID_BYTES}
# Free bytes of heap that a control method needs to begin, so that it does not stop half-way.
_ROOM = 1024
_LITTLE = 200  # bytes of a line that leaves little garbage
_BEGINNINGS = 5  # of a method that may be called again
TRIES = 50  # attempts to write an answer, one a step

HEAD = b'{"jsonrpc":"2.0","id":'
FULL = (',"error":{"code":%d,"message":"no room for that"}}\n' % protocol.NO_ROOM).encode()


# --- answers


def _message(head, value):
    pieces = [bytearray(head)]
    write(pieces, value)
    put(pieces, b"}\n")
    return pieces


def result(number, value):
    """Return the answer with a result; `number`: the JSON of the request's id, None without one."""
    return [] if number is None else _message(HEAD + number + b',"result":', value)


def event(params):
    return _message(b'{"jsonrpc":"2.0","method":"event","params":', params)


def refused(number, error):
    """Return the answer to a request that was refused or has failed."""
    if number is None:
        return []
    try:
        if not isinstance(error, MemoryError):
            from .refused import members_of

            fields = members_of(error)
            if fields:
                return _message(HEAD + number + b',"error":', fields)
    except MemoryError:
        pass
    return [HEAD, number, FULL]


# --- requests


def begin(link, length):
    """Begin the request in the first `length` bytes of the line.

    Its job (see `go_on`) goes to `link.start`; nothing can fail after that. Return the answer of a
    request that is refused at once, else None.
    """
    folders.fresh = folders.fresh and length < _LITTLE
    number = b"null"
    request = {}  # type: dict
    try:
        _read(link, length, request)
        if "method" not in request and ("result" in request or "error" in request):
            return None  # an answer of its own: the line echoes
        number, invalid = _identify(request)
        if invalid:
            raise Refusal(protocol.INVALID_REQUEST, invalid)
        method = request["method"]
        job = [number, None, TRIES]
        value = _call(link, method, request.get("params", {}))
        if hasattr(value, "send"):  # only generators can be sent to
            value = Thought(value)
        job[1] = value
        link.start(job, method in PARKED)
    except strict_json.TooMuch as error:
        if "id" in request:
            number = _identify(request)[0]
        return refused(number, Refusal(protocol.INVALID_REQUEST, str(error)))
    except Exception as error:
        return refused(number, error)
    return None


def go_on(job):
    """Continue a request in progress; return its answer, or None if it is not done.

    A job: JSON of the id or None; the result, or a `Thought` that finds it; tries left. A result
    may be a function that returns it.
    """
    number, value, tries = job
    done = False
    try:
        if isinstance(value, Thought):
            if not value.step():
                return None
            value = job[1] = value.answer
        done = True
        return result(number, value() if callable(value) else value)
    except Exception as error:
        if done and tries and isinstance(error, MemoryError):
            job[2] = tries - 1
            return None
        return refused(number, error)


def _read(link, length, request):
    """Read the line into `request`, an empty dict."""
    if 0 < length <= len(link.line) and link.line[length - 1] == 0x0D:
        length -= 1
    if length > link.max_line:
        message = "the line is longer than %d bytes" % link.max_line
        raise Refusal(protocol.INVALID_REQUEST, message)
    try:
        value = strict_json.loads(link.line, length, request, LONGEST)
    except strict_json.TooMuch:
        raise
    except ValueError as error:
        raise Refusal(protocol.PARSE, "the line is not JSON: %s" % error) from None
    if not isinstance(value, dict):
        batch = "; there are no batches" if isinstance(value, list) else ""
        raise Refusal(protocol.INVALID_REQUEST, "a request is an object" + batch)


def _identify(request):
    """Return (JSON of the id, or None for a notification; the fault of the request, or "")."""
    number = request.get("id")
    most = protocol.LARGEST_ID
    if number is not None and not isinstance(number, str):
        if not is_count(number) or not -most <= number <= most:
            return b"null", "id: a string or a whole number up to %d is allowed" % most
    invalid = ""
    if request.get("jsonrpc") != "2.0":
        invalid = 'jsonrpc: only "2.0" is allowed'
    elif not isinstance(request.get("method"), str):
        invalid = "method: the name of a method is needed"
    if "id" in request or invalid:
        return protocol.dumps(number), invalid
    return None, ""


def _call(link, method, params):
    """Return the result of the method, or a generator that returns it (see `thinking`)."""
    module = ""
    for name, methods in METHODS:
        if method in methods:
            module = name
    if not module:
        raise Refusal(protocol.UNKNOWN_METHOD, "unknown method %s" % quote(method))
    if module in CONTROL and not link.app.test_mode:
        raise Refusal(
            protocol.TEST_MODE_OFF,
            "%s works in test mode only, which is switched on at the device" % method,
        )
    if module in CONTROL or method in PARKED:
        return _begun(link, module, method, params)
    return _looked(link, module, method, params)


def _looked(link, *method):
    """Generator; return the result of a method that may be called again.

    Without memory for it wait until the screen does not think, forget what can be loaded again, and
    begin again.
    """
    for tries in range(_BEGINNINGS):
        try:
            if tries:
                folders.make_way(True)
                folders.collect()
            value = _begun(link, *method)
            return (yield from value) if hasattr(value, "send") else value
        except MemoryError:
            if tries + 1 == _BEGINNINGS:
                raise
        value = None
        yield None
        while link.app.job:
            yield None


def _begun(link, module, method, params):
    """Load the module of the method and call it."""
    needed = folders.load("handheld." + module)
    if module in CONTROL:
        bytearray(_ROOM)
    values = protocol.values_of(params, needed.PARAMS.get(method, ()))
    return getattr(needed, method)(link, *values)
