"""The error object of a request that was refused or has failed. Loaded only for that."""

from shared_rules.errors import IllegalAction, RulesError

from . import protocol


def members_of(error):
    """Return the members of the error object, or None if the stack was full."""
    message = str(error)
    members = {}
    if isinstance(error, protocol.Refusal):
        code = error.code
    elif isinstance(error, IllegalAction):
        code = protocol.ILLEGAL_ACTION
        members["data"] = {"legal": list(error.legal), "to_move": list(error.to_move)}
    elif isinstance(error, RulesError):
        code = protocol.BAD_PARAMETERS
    elif isinstance(error, OSError):
        code = protocol.NO_ROOM
        message = "it cannot be saved: %s" % error
    else:
        # On deep calls MicroPython says "pystack exhausted", CPython "recursion".
        if isinstance(error, RuntimeError) and ("exhausted" in message or "recursion" in message):
            return None
        # A fault of this firmware.
        from ..saves.reports import print_error

        print_error(error)
        code = protocol.INTERNAL
        message = "internal error: %s: %s" % (type(error).__name__, error)
    if len(message) > protocol.MESSAGE_LENGTH:
        message = message[: protocol.MESSAGE_LENGTH] + "..."
    members["code"] = code
    members["message"] = message
    return members
