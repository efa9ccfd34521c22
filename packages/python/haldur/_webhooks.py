"""Webhooks: verifies that a request comes from the service (Standard Webhooks 1.0), and signs one as the service does, to test a receiver."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, NamedTuple, Optional, Sequence, Union

from ._errors import WebhookVerificationError

# The service sends one or two signatures. More are not looked at.
MAX_SIGNATURES = 10


class Webhook(NamedTuple):
    """A verified event and its id. Deliveries repeat: ignore an id that you know."""

    id: str
    event: Dict[str, Any]


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Webhook:
    """Returns the event. Raises WebhookVerificationError unless one of the signatures is right and the request is recent.

    body: The exact bytes that came, before any parsing.
    headers: With names in any case.
    secret: The secret of the endpoint; several, if you do not know which is in use.
    tolerance: How old or how far ahead a request may be, in seconds.
    now: The moment in seconds since 1970; the clock's by default.
    """
    named = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp = named.get("webhook-id"), named.get("webhook-timestamp")
    signatures = named.get("webhook-signature")
    if not webhook_id or not timestamp or not signatures:
        raise WebhookVerificationError("A header is missing: webhook-id, webhook-timestamp or webhook-signature.")
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= 12):
        raise WebhookVerificationError("webhook-timestamp is not a number of seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError(f"The request is more than {tolerance} s old or ahead. Check your clock.")
    given = [signature.encode() for signature in signatures.split(" ")[:MAX_SIGNATURES]]
    for key in [secret] if isinstance(secret, str) else secret:
        expected = _signature(key, webhook_id, timestamp, body).encode()
        if any(hmac.compare_digest(expected, signature) for signature in given):
            return Webhook(webhook_id, json.loads(body))
    raise WebhookVerificationError(
        "No signature matches. Use the secret of this endpoint, and the raw body, before it is parsed."
    )


def sign_webhook(body: bytes, secret: str, webhook_id: str, *, at: Optional[float] = None) -> Dict[str, str]:
    """The headers that the service sends with a body, for tests of a receiver."""
    timestamp = str(int(time.time() if at is None else at))
    return {
        "content-type": "application/json",
        "x-service-signature": "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(),
        "webhook-id": webhook_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": _signature(secret, webhook_id, timestamp, body),
    }


def _signature(secret: str, webhook_id: str, timestamp: str, body: bytes) -> str:
    """The key is what stands after whsec_, from base64."""
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except ValueError:
        key = b""
    if key == b"":
        raise WebhookVerificationError("The secret is not one of an endpoint: whsec_ and base64.")
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
