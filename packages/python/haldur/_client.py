"""The client: all operations of the API as methods, and any other request."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Dict, Optional
from urllib.parse import urlsplit

from ._console import ConsoleOperations
from ._errors import ApiError, HaldurError
from ._http import Credential, HttpClient, ResponseReport
from ._operations import Operations

# A token that expires so soon is refreshed first, in seconds.
EARLY = 30


class Haldur(Operations, ConsoleOperations):
    """A client with an API key, or with the email and password of a person. Nothing is requested yet.

    url: Where the service is, such as https://haldur.example.
    base_path: Where the API is below the URL.
    timeout: The longest silence of the service, in seconds.
    max_retries: How often a request is repeated after 429, 503 or no response.
    strict: Whether a field or parameter that an operation does not know is an error; False: it is ignored, also with a
        strict API key.
    on_response: Called after every response, retries included.

    One client can be used by several threads.
    """

    def __init__(
        self,
        url: str,
        api_key: Optional[str] = None,
        *,
        email: Optional[str] = None,
        password: Optional[str] = None,
        tenant_id: Optional[str] = None,
        base_path: str = "/api",
        timeout: float = 120.0,
        max_retries: int = 4,
        strict: Optional[bool] = None,
        on_response: Optional[Callable[[ResponseReport], None]] = None,
    ) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise HaldurError(f"url is where the service is, such as https://haldur.example, not {url!r}.")

        def http(below: str, credential: Optional[Credential]) -> HttpClient:
            return HttpClient(
                url.rstrip("/") + below.rstrip("/"),
                credential,
                timeout=timeout,
                max_retries=max_retries,
                strict=strict,
                on_response=on_response,
            )

        credential = _credential_of(http(base_path, None), api_key, email, password, tenant_id)
        # Any request of the API: haldur.api.object("GET", "/buildings").
        self.api = self._http = http(base_path, credential)
        # Any request of the console API, which may change with the console.
        self.console = http("/console/api", credential)


class _Key(Credential):
    """An API key: always the same token."""

    def __init__(self, api_key: str) -> None:
        self._api_key = api_key

    def token(self) -> str:
        return self._api_key

    def renew(self, rejected: str, anew: bool) -> bool:
        return False


class _Session(Credential):
    """Signs in at the first request. Threads share one sign-in or refresh, because a refresh token is valid once."""

    def __init__(self, http: HttpClient, sign_in: Dict[str, str]) -> None:
        self._http = http
        self._sign_in = sign_in
        self._lock = threading.Lock()
        self._tokens: Optional[Dict[str, Any]] = None
        self._expires_at = 0.0

    def token(self) -> str:
        with self._lock:
            if self._tokens is None or self._expires_at - EARLY <= time.monotonic():
                self._renew()
            return str(self._tokens["accessToken"]) if self._tokens is not None else ""

    def renew(self, rejected: str, anew: bool) -> bool:
        with self._lock:
            if self._tokens is None or self._tokens["accessToken"] == rejected:
                if anew:
                    self._tokens = None
                self._renew()
        return True

    def _renew(self) -> None:
        tokens = self._refresh() or self._post("/auth/login", self._sign_in)
        self._tokens = tokens
        self._expires_at = time.monotonic() + tokens["expiresIn"]

    def _refresh(self) -> Optional[Dict[str, Any]]:
        if self._tokens is None:
            return None
        try:
            return self._post("/auth/refresh", {"refreshToken": self._tokens["refreshToken"]})
        except ApiError as error:
            if error.status == 401:
                return None
            raise

    def _post(self, path: str, body: Dict[str, str]) -> Dict[str, Any]:
        tokens: Dict[str, Any] = self._http.object("POST", path, body=body, is_public=True)
        return tokens


def _credential_of(
    http: HttpClient,
    api_key: Optional[str],
    email: Optional[str],
    password: Optional[str],
    tenant_id: Optional[str],
) -> Credential:
    if api_key is not None and email is None and password is None:
        if api_key.strip() == "":
            raise HaldurError("api_key is empty.")
        return _Key(api_key.strip())
    if api_key is not None or email is None or password is None:
        raise HaldurError("Give either api_key, or email and password: the API needs one of them.")
    sign_in = {"email": email, "password": password}
    return _Session(http, sign_in if tenant_id is None else {**sign_in, "tenantId": tenant_id})
