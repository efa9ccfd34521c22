"""Client of the Haldur API: lists, retries, errors, webhook verification. Standard library only."""

from ._client import Haldur
from ._console import EventFeed, FeedPage
from ._errors import ApiError, ConnectionFailed, HaldurError, WebhookVerificationError
from ._http import Items, Page, Response, ResponseReport
from ._version import VERSION
from ._webhooks import Webhook, sign_webhook, verify_webhook

__version__ = VERSION
__all__ = [
    "ApiError",
    "ConnectionFailed",
    "EventFeed",
    "FeedPage",
    "Haldur",
    "HaldurError",
    "Items",
    "Page",
    "Response",
    "ResponseReport",
    "Webhook",
    "WebhookVerificationError",
    "sign_webhook",
    "verify_webhook",
]
