"""Which requests are repeated, and after how long."""

from __future__ import annotations

import random
import time
from email.utils import parsedate_to_datetime
from typing import Optional

from ._errors import ApiError, ConnectionFailed, HaldurError

FIRST_DELAY = 0.5
MAX_DELAY = 8.0
# A longer wait is the caller's decision.
MAX_RETRY_AFTER = 60
# A slow line, too many requests, a short overload, and what proxies return while the service restarts.
TEMPORARY_STATUSES = frozenset([408, 429, 502, 503, 504])


def is_temporary(error: HaldurError) -> bool:
    """Whether the same request may succeed a little later."""
    if isinstance(error, ConnectionFailed):
        return True
    if not isinstance(error, ApiError) or (error.retry_after or 0) > MAX_RETRY_AFTER:
        return False
    # The first try timed out here and still runs there.
    return error.status in TEMPORARY_STATUSES or error.code == "idempotency_in_progress"


def retry_delay(error: HaldurError, retry: int) -> float:
    """The wait before a retry, in seconds: what the service asks for, or 0.5, 1, 2, 4, 8 and up to half of it less, at random."""
    asked = error.retry_after if isinstance(error, ApiError) else None
    if asked is not None:
        return asked + random.random() * 0.25
    return min(FIRST_DELAY * 2**retry, MAX_DELAY) * (1 - random.random() / 2)


def retry_after_seconds(header: Optional[str], now: Optional[float] = None) -> Optional[int]:
    """The seconds of a Retry-After header: a number, or a date."""
    if header is None or header.strip() == "":
        return None
    if header.strip().isdecimal() and len(header.strip()) < 10:
        return int(header)
    try:
        moment = parsedate_to_datetime(header).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0, int(moment - (time.time() if now is None else now) + 0.999))
