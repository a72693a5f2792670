"""The error that ends a command."""


class CommandError(Exception):
    """What was asked for cannot be done; the message, which `cli` prints, says why.

    ``status``: the exit status, 1 for what cannot be done, 2 for what was not understood.
    """

    status = 1

    def __init__(self, message: object, status: int = 0) -> None:
        super().__init__(str(message))
        self.status = status or self.status
