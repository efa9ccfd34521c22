"""Sends requests: with a credential, a time limit, retries, and errors as types. Standard library only."""

from __future__ import annotations

import base64
import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from typing import Any, Callable, Iterator, List, Mapping, NamedTuple, Optional
from urllib.parse import quote, urlencode

from ._errors import ApiError, ConnectionFailed, HaldurError
from ._retries import is_temporary, retry_after_seconds, retry_delay
from ._version import VERSION

# The maximum of the service. Whoever reads everything wants few requests.
ITERATION_LIMIT = 500


class Credential:
    """What a request is authorized with."""

    def token(self) -> str:
        raise NotImplementedError

    def renew(self, rejected: str, anew: bool) -> bool:
        """Gets another token after this one was rejected; anew by signing in, which confirms for five minutes that it
        is the person. False if there is no other."""
        raise NotImplementedError


class ResponseReport(NamedTuple):
    """What a client reports about each response, for logs."""

    method: str
    path: str
    status: int
    request_id: Optional[str]
    retry: int
    seconds: float
    headers: Mapping[str, str]


class Reply(NamedTuple):
    """A response that was read to its end."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Response(NamedTuple):
    """The data of a response, and what is beside it: the entity tag of an object, the place of a page."""

    data: Any
    etag: Optional[str]
    pagination: Mapping[str, Any]


class Page(NamedTuple):
    """One page of a list. Pass next_cursor as cursor to get the next; None on the last one.

    deleted: With include="deleted", what disappeared from the list since updatedSince. Otherwise empty.
    """

    items: List[Any]
    next_cursor: Optional[str]
    deleted: List[Mapping[str, str]]


class Items:
    """All items of a list, read page by page while it is iterated. Nothing is requested before."""

    def __init__(self, query: Mapping[str, Any], get_page: Callable[[Mapping[str, Any]], Page]) -> None:
        self._query = query
        self._get_page = get_page

    def page(self) -> Page:
        """One page: the first, or that of cursor."""
        return self._get_page(self._query)

    def pages(self) -> Iterator[Page]:
        """All pages, one request each."""
        query = dict(self._query)
        if query.get("limit") is None:
            query["limit"] = ITERATION_LIMIT
        while True:
            page = self._get_page(query)
            yield page
            if page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    def __iter__(self) -> Iterator[Any]:
        for page in self.pages():
            yield from page.items


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The API never redirects, and a redirected POST would lose its body."""

    def redirect_request(self, *_: Any) -> None:
        return None


class HttpClient:
    """Requests below one base URL, by the kind of their response. All raise ApiError or ConnectionFailed."""

    def __init__(
        self,
        base_url: str,
        credential: Optional[Credential],
        *,
        timeout: float,
        max_retries: int,
        strict: Optional[bool] = None,
        on_response: Optional[Callable[[ResponseReport], None]],
    ) -> None:
        self._base_url = base_url
        self._credential = credential
        self._timeout = timeout
        self._max_retries = max_retries
        self._strict = strict
        self._on_response = on_response
        self._opener = urllib.request.build_opener(_NoRedirects)

    def object(self, method: str, path: str, **more: Any) -> Any:
        """The data of a response."""
        return _read_json(self._send(method, path, **more))["data"]

    def response(self, method: str, path: str, **more: Any) -> Response:
        """The data of a response with its entity tag and pagination."""
        reply = self._send(method, path, **more)
        body = _read_json(reply)
        return Response(body["data"], reply.headers.get("etag"), body.get("pagination") or {})

    def list(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """The items of all pages."""

        def get_page(page_query: Mapping[str, Any]) -> Page:
            body = _read_json(self._send(method, path, query=page_query, strict=strict))
            next_cursor = (body.get("pagination") or {}).get("nextCursor")
            return Page(body["data"], next_cursor, body.get("deleted") or [])

        return Items(query or {}, get_page)

    def file(self, method: str, path: str, **more: Any) -> bytes:
        """The bytes of a response."""
        return self._send(method, path, **more).body

    def nothing(self, method: str, path: str, **more: Any) -> None:
        """A request whose response has no body."""
        self._send(method, path, **more)

    def _send(
        self,
        method: str,
        path: str,
        *,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        is_public: bool = False,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Reply:
        """Sends a request until it succeeds, fails for good, or the retries are used up."""
        headers = {"accept": "application/json, application/pdf, */*;q=0.5", "user-agent": f"haldur-python/{VERSION}"}
        if if_match is not None:
            headers["if-match"] = if_match
        is_strict = self._strict if strict is None else strict
        if is_strict is not None:
            headers["prefer"] = "handling=strict" if is_strict else "handling=lenient"
        if method == "POST":
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(_with_files_in_base64(body), allow_nan=False).encode()
        is_lost = False  # An earlier attempt may have had its effect.
        is_renewed = False
        retry = 0
        while True:
            token = None if is_public or self._credential is None else self._credential.token()
            try:
                return self._attempt(method, path + _query_string(query), data, headers, token, retry)
            except HaldurError as error:
                is_unconfirmed = isinstance(error, ApiError) and error.code == "confirmation_required"
                is_rejected = is_unconfirmed or (isinstance(error, ApiError) and error.status == 401)
                if is_rejected and token is not None and self._credential is not None and not is_renewed:
                    is_renewed = True
                    if self._credential.renew(token, is_unconfirmed):
                        continue
                if is_lost and method == "DELETE" and isinstance(error, ApiError) and error.status == 404:
                    return Reply(204, {}, b"")
                if retry >= self._max_retries or not is_temporary(error):
                    raise
                is_lost = is_lost or isinstance(error, ConnectionFailed)
                time.sleep(retry_delay(error, retry))
                retry += 1

    def _attempt(
        self,
        method: str,
        path: str,
        data: Optional[bytes],
        headers: Mapping[str, str],
        token: Optional[str],
        retry: int,
    ) -> Reply:
        request = urllib.request.Request(self._base_url + path, data=data, method=method, headers=dict(headers))
        if token is not None:
            request.add_unredirected_header("authorization", f"Bearer {token}")
        began = time.monotonic()
        try:
            reply = self._open(request)
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            raise ConnectionFailed(f"{method} {path}: no response from {self._base_url} ({reason}).") from error
        request_id = reply.headers.get("x-request-id")
        if self._on_response is not None:
            seconds = time.monotonic() - began
            self._on_response(ResponseReport(method, path, reply.status, request_id, retry, seconds, reply.headers))
        if 200 <= reply.status < 300:
            return reply
        retry_after = retry_after_seconds(reply.headers.get("retry-after"))
        raise ApiError(_problem_of(reply), request_id=request_id, retry_after=retry_after)

    def _open(self, request: urllib.request.Request) -> Reply:
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return Reply(response.status, response.headers, response.read())
        except urllib.error.HTTPError as response:
            with response:
                return Reply(response.code, response.headers, response.read())


def segment(value: str) -> str:
    """A part of a path. Raises ValueError without one, as the request would go elsewhere."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"An id is needed here, not {value!r}.")
    return quote(value, safe="")


def _query_string(query: Optional[Mapping[str, Any]]) -> str:
    """A mapping is written as name[key]=value."""
    given = {}
    for name, value in (query or {}).items():
        if isinstance(value, Mapping):
            given.update({f"{name}[{key}]": _query_value(part) for key, part in value.items()})
        elif value is not None:
            given[name] = _query_value(value)
    return f"?{urlencode(given)}" if given else ""


def _query_value(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _with_files_in_base64(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Bytes among the fields of a body are sent in base64."""
    return {
        name: base64.b64encode(value).decode() if isinstance(value, (bytes, bytearray)) else value
        for name, value in body.items()
    }


def _read_json(reply: Reply) -> Any:
    try:
        body = json.loads(reply.body)
    except ValueError:
        body = None
    if not isinstance(body, dict) or "data" not in body:
        raise HaldurError("The response is not of the API. Check the URL of the service.")
    return body


def _problem_of(reply: Reply) -> Mapping[str, Any]:
    """The problem that the service names, or one that says what came instead, such as the page of a proxy."""
    try:
        problem = json.loads(reply.body)
    except ValueError:
        problem = None
    if isinstance(problem, dict) and isinstance(problem.get("code"), str) and isinstance(problem.get("detail"), str):
        return {**problem, "status": reply.status}
    detail = (
        f"Status {reply.status} without an explanation. It may come from a proxy, "
        "or the URL is not that of the service."
    )
    return {"status": reply.status, "detail": detail, "code": "unexpected_response"}
