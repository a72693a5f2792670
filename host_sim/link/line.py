"""A bridge client that does not block, for programs that must go on drawing."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from host_sim.link.client import Client


class ClientLine:
    """A ``Client`` in a thread of its own, which answers requests in order, one after another.

    A future's exceptions are the client's.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="line")

    def ask(self, method: str, **params: Any) -> Future[Any]:
        """Return a future for the result of a method."""
        return self._thread.submit(self._client.call, method, **params)

    def close(self) -> None:
        """Close the client without waiting for pending answers."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._client.close()
