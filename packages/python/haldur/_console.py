"""Operations of the console API that integrations need: the event feed, bulk requests and the clock of a test organization."""

from __future__ import annotations

import time
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence

from ._http import ITERATION_LIMIT, HttpClient

# The maximum of the service.
MAX_BULK_ITEMS = 500


class FeedPage(NamedTuple):
    """Events of the feed, and the cursor to store together with them."""

    events: List[Mapping[str, Any]]
    cursor: str


class EventFeed:
    """All events of the feed, read page by page while it is iterated. Nothing is requested before.

    cursor: Where the next feed goes on, as after: behind all pages whose events were read. None before the first page.
    """

    def __init__(self, http: HttpClient, query: Mapping[str, Any], poll: Optional[float]) -> None:
        self._http = http
        self._query = query
        self._poll = poll
        self.cursor: Optional[str] = query.get("after")

    def pages(self) -> Iterator[FeedPage]:
        """The events page by page, to store each page with its cursor."""
        while True:
            query = {**self._query, "after": self.cursor}
            if self.cursor is not None:
                query["start"] = None
            data, _, pagination = self._http.response("GET", "/events", query=query)
            cursor = str(pagination["nextCursor"])
            yield FeedPage(data, cursor)
            self.cursor = cursor
            if pagination.get("hasMore"):
                continue
            if self._poll is None:
                return
            time.sleep(self._poll)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        for page in self.pages():
            yield from page.events


class ConsoleOperations:
    """Operations of /console/api, which is not part of the specification and may change with the console."""

    console: HttpClient

    def events(
        self,
        *,
        after: Optional[str] = None,
        start: Optional[str] = None,
        type: Optional[str] = None,
        buildingId: Optional[str] = None,
        limit: int = ITERATION_LIMIT,
        poll: Optional[float] = None,
    ) -> EventFeed:
        """The event feed: GET /console/api/events.

        after: The cursor that you stored last. Without one the feed begins with the oldest event of the last 30 days.
        start: "now", instead of after: only events from now on.
        poll: Ask again so many seconds after the last event, for ever. Without it the feed ends with the last event.
        """
        query = {"after": after, "start": start, "type": type, "buildingId": buildingId, "limit": limit}
        return EventFeed(self.console, query, poll)

    def submit_readings(
        self, readings: Sequence[Mapping[str, Any]], *, idempotency_key: Optional[str] = None
    ) -> Dict[str, Any]:
        """Submits any number of readings, 500 in a request. One that is rejected does not stop the others."""
        return self._in_parts("/readings/bulk", readings, idempotency_key)

    def create_residents(
        self, residents: Sequence[Mapping[str, Any]], *, idempotency_key: Optional[str] = None
    ) -> Dict[str, Any]:
        """Creates any number of residents, 500 in a request. One that is rejected does not stop the others."""
        return self._in_parts("/residents/bulk", residents, idempotency_key)

    def get_test_organization(self) -> Any:
        """The clock of the test organization that the key belongs to."""
        return self.console.object("GET", "/test-organization")

    def move_test_clock(self, *, day: Optional[str] = None, time: Optional[str] = None) -> Any:
        """Moves that clock ahead: to a day, at the same time of day, or to a time."""
        body = {"day": day} if time is None else {"time": time}
        return self.console.object("POST", "/test-clock", body=body)

    def _in_parts(self, path: str, given: Sequence[Mapping[str, Any]], key: Optional[str]) -> Dict[str, Any]:
        """Sends items in as many requests as they need, and returns their results as one. A given key gets a number for each part."""
        result: Dict[str, Any] = {"created": 0, "failed": 0, "items": []}
        for start in range(0, len(given), MAX_BULK_ITEMS):
            body = {"items": list(given[start : start + MAX_BULK_ITEMS])}
            part_key = None if key is None else f"{key}-{start // MAX_BULK_ITEMS + 1}"
            part = self.console.object("POST", path, body=body, idempotency_key=part_key)
            result["created"] += part["created"]
            result["failed"] += part["failed"]
            result["items"] += [{**item, "index": start + item["index"]} for item in part["items"]]
        return result
