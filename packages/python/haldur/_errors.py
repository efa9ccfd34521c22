"""What can go wrong, as types: the service rejected the request, did not respond, or a webhook is not genuine."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional


class HaldurError(Exception):
    """Every error of this package."""


class ApiError(HaldurError):
    """The service rejected the request."""

    def __init__(
        self,
        problem: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        self.fields: List[Mapping[str, Any]] = list(problem.get("errors") or [])
        super().__init__(" ".join([problem["detail"], *(field["message"] for field in self.fields)]))
        self.status: int = problem["status"]
        # What happened, for programs, such as not_found; unexpected_response if the response is not the service's own.
        self.code: str = problem["code"]
        # Name it when you report a problem.
        self.request_id = request_id
        # How long the service asks to wait, in seconds.
        self.retry_after = retry_after


class ConnectionFailed(HaldurError):
    """The service did not respond, or not in time. The request may have had its effect."""


class WebhookVerificationError(HaldurError):
    """A webhook is not genuine, or too old. Respond with 400 and do nothing else."""
