"""Client of the Haldur API: lists, retries, errors, webhook verification. Standard library only."""

from ._client import Haldur
from ._errors import ApiError, ConnectionFailed, HaldurError, WebhookVerificationError
from ._http import Items, Page, ResponseReport
from ._webhooks import Webhook, sign_webhook, verify_webhook

__version__ = "0.1.0"
__all__ = [
    "ApiError",
    "ConnectionFailed",
    "Haldur",
    "HaldurError",
    "Items",
    "Page",
    "ResponseReport",
    "Webhook",
    "WebhookVerificationError",
    "sign_webhook",
    "verify_webhook",
]
