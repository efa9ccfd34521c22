"""The operations of the API. Written by `npm run openapi` from docs/openapi.json: not by hand."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Union

from ._http import HttpClient, Items, segment

Json = Any
Query = Union[str, int, bool, Mapping[str, str], None]


class Operations:
    """A method for each operation. Parameters and fields have the names of the API."""

    _http: HttpClient

    def login(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Sign in: POST /auth/login.

        Signs in with e-mail address and password. A member of several organizations is signed in to the real one used last, or to the one named by tenantId. A person with a second factor also sends oneTimeCode.
        """
        return self._http.object("POST", "/auth/login", body=body, is_public=True, idempotency_key=idempotency_key, strict=strict)

    def refresh(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Get a new access token: POST /auth/refresh.

        Exchanges a refresh token for a new access token and the next refresh token. If the response is lost, the same token can be sent again within a minute. A token replaced earlier than that ends the session.
        """
        return self._http.object("POST", "/auth/refresh", body=body, is_public=True, idempotency_key=idempotency_key, strict=strict)

    def logout(
        self,
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> None:
        """Sign out: POST /auth/logout.

        Ends the current session at once, with all of its tokens, and the sessions started from it in other organizations. An API key has no session to end.
        """
        self._http.nothing("POST", "/auth/logout", idempotency_key=idempotency_key, strict=strict)

    def request_magic_link(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Request a sign-in link: POST /auth/magic-link.

        Sends an e-mail with a single-use sign-in link, valid for ten minutes; a newer link invalidates it. The response is the same whether the address is known or not. One network can request at most five e-mails an hour for one person.
        """
        return self._http.object("POST", "/auth/magic-link", body=body, is_public=True, idempotency_key=idempotency_key, strict=strict)

    def list_buildings(
        self,
        *,
        externalId: Query = None,
        metadata: Query = None,
        include: Query = None,
        limit: Query = None,
        cursor: Query = None,
        sort: Query = None,
        updatedSince: Query = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """List buildings: GET /buildings.

        The buildings of the organization; residents see those of their own apartments.

        externalId: Only objects with exactly this externalId. Must be one line of visible text without control characters.
        metadata: Only objects with all of these values, written as metadata[key]=value; at most ten.
        include: What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas.
        limit: The maximum number of items. Default 100; values above 500 count as 500.
        cursor: The start of the page: pagination.nextCursor of the previous page.
        sort: The sort order; a leading minus for descending. Default createdAt.
        updatedSince: Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.
        """
        return self._http.list("GET", "/buildings", query={"externalId": externalId, "metadata": metadata, "include": include, "limit": limit, "cursor": cursor, "sort": sort, "updatedSince": updatedSince}, strict=strict)

    def create_building(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Create a building: POST /buildings.

        Creates a building. Defaults of the billing settings: EUR, 14 days, Europe/Tallinn, Estonian, no charges. A person who sets an IBAN or beneficiary has signed in or confirmed within the last five minutes.
        """
        return self._http.object("POST", "/buildings", body=body, idempotency_key=idempotency_key, strict=strict)

    def get_building(
        self,
        id: str,
        *,
        strict: Optional[bool] = None,
    ) -> Json:
        """Fetch one building: GET /buildings/{id}.

        One building with its billing settings.
        """
        return self._http.object("GET", f"/buildings/{segment(id)}", strict=strict)

    def update_building(
        self,
        id: str,
        body: Mapping[str, Json],
        *,
        if_match: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Update building settings: PATCH /buildings/{id}.

        Changes only the given fields. Charges are replaced as a whole; existing invoices do not change. A changed IBAN or beneficiary is recorded in the security log, and every owner gets an e-mail with a link that restores the former account; an organization can forbid this change to API keys, and a person has signed in or confirmed within the last five minutes.
        """
        return self._http.object("PATCH", f"/buildings/{segment(id)}", body=body, if_match=if_match, strict=strict)

    def delete_building(
        self,
        id: str,
        body: Optional[Mapping[str, Json]] = None,
        *,
        if_match: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> None:
        """Delete a building: DELETE /buildings/{id}.

        Requires the password of the signed-in owner, in the body or in the header X-Confirm-Password; not possible with an API key. Rejected while there are unpaid invoices. The building and everything in it disappear from all responses.
        """
        self._http.nothing("DELETE", f"/buildings/{segment(id)}", body=body, if_match=if_match, strict=strict)

    def list_apartments(
        self,
        id: str,
        *,
        externalId: Query = None,
        metadata: Query = None,
        include: Query = None,
        limit: Query = None,
        cursor: Query = None,
        sort: Query = None,
        updatedSince: Query = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """List the apartments of a building: GET /buildings/{id}/apartments.

        In the natural order of their numbers (2 before 10). Residents see their own apartments.

        externalId: Only objects with exactly this externalId. Must be one line of visible text without control characters.
        metadata: Only objects with all of these values, written as metadata[key]=value; at most ten.
        include: What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas.
        limit: The maximum number of items. Default 100; values above 500 count as 500.
        cursor: The start of the page: pagination.nextCursor of the previous page.
        sort: The sort order; a leading minus for descending. Default number.
        updatedSince: Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.
        """
        return self._http.list("GET", f"/buildings/{segment(id)}/apartments", query={"externalId": externalId, "metadata": metadata, "include": include, "limit": limit, "cursor": cursor, "sort": sort, "updatedSince": updatedSince}, strict=strict)

    def create_apartment(
        self,
        id: str,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Create an apartment: POST /buildings/{id}/apartments.

        Creates an apartment with a payment reference. A number that already exists in the building, ignoring spaces and case, is a conflict.
        """
        return self._http.object("POST", f"/buildings/{segment(id)}/apartments", body=body, idempotency_key=idempotency_key, strict=strict)

    def update_apartment(
        self,
        id: str,
        apt_id: str,
        body: Mapping[str, Json],
        *,
        if_match: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Update apartment details: PATCH /buildings/{id}/apartments/{aptId}.

        Changes only the given fields; null removes a value. Existing invoices do not change.
        """
        return self._http.object("PATCH", f"/buildings/{segment(id)}/apartments/{segment(apt_id)}", body=body, if_match=if_match, strict=strict)

    def delete_apartment(
        self,
        id: str,
        apt_id: str,
        *,
        if_match: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> None:
        """Delete an apartment: DELETE /buildings/{id}/apartments/{aptId}.

        Rejected while it has unpaid invoices. Its number becomes available again; paid and cancelled invoices are kept.
        """
        self._http.nothing("DELETE", f"/buildings/{segment(id)}/apartments/{segment(apt_id)}", if_match=if_match, strict=strict)

    def list_invoices(
        self,
        *,
        status: Query = None,
        unsent: Query = None,
        buildingId: Query = None,
        apartmentId: Query = None,
        dateFrom: Query = None,
        dateTo: Query = None,
        dueDateFrom: Query = None,
        dueDateTo: Query = None,
        reference: Query = None,
        number: Query = None,
        externalId: Query = None,
        metadata: Query = None,
        include: Query = None,
        expand: Query = None,
        limit: Query = None,
        cursor: Query = None,
        sort: Query = None,
        updatedSince: Query = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """List invoices: GET /invoices.

        Without their positions, unless include=positions asks for them. Residents see the invoices of their own apartments for their own days, without drafts. Invoices of a deleted building are removed; those of a deleted apartment are kept.

        status: overdue: sent, and past the due date in the building’s time zone.
        unsent: true: those still to be sent, drafts and invoices that were paid before they were sent.
        dateFrom: Issued on or after this day.
        dateTo: Issued on or before this day.
        dueDateFrom: Due on or after this day.
        dueDateTo: Due on or before this day.
        reference: The payment reference, exactly. Must be one line of visible text without control characters.
        number: The number, in any case of letters. Must be one line of visible text without control characters.
        externalId: Only objects with exactly this externalId. Must be one line of visible text without control characters.
        metadata: Only objects with all of these values, written as metadata[key]=value; at most ten.
        include: What each page has in addition. positions: the positions of each invoice, as in its detail. names: buildingName and apartmentNumber. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of positions, names, deleted, etags, separated by commas.
        expand: Embeds these objects in fields of their names. Residents of the organization cannot embed residents. Must be one or more of building, apartment, residents, separated by commas.
        limit: The maximum number of items. Default 100; values above 500 count as 500.
        cursor: The start of the page: pagination.nextCursor of the previous page.
        sort: The sort order; a leading minus for descending. Default createdAt.
        updatedSince: Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.
        """
        return self._http.list("GET", "/invoices", query={"status": status, "unsent": unsent, "buildingId": buildingId, "apartmentId": apartmentId, "dateFrom": dateFrom, "dateTo": dateTo, "dueDateFrom": dueDateFrom, "dueDateTo": dueDateTo, "reference": reference, "number": number, "externalId": externalId, "metadata": metadata, "include": include, "expand": expand, "limit": limit, "cursor": cursor, "sort": sort, "updatedSince": updatedSince}, strict=strict)

    def get_invoice(
        self,
        id: str,
        *,
        expand: Query = None,
        account: Query = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Fetch one invoice: GET /invoices/{id}.

        One invoice with its positions. Each position explains how its amount was calculated.

        expand: Embeds these objects in fields of their names. Residents of the organization cannot embed residents. Must be one or more of building, apartment, residents, separated by commas.
        account: true: also the account, with the amount to pay now for this and earlier invoices.
        """
        return self._http.object("GET", f"/invoices/{segment(id)}", query={"expand": expand, "account": account}, strict=strict)

    def update_invoice(
        self,
        id: str,
        body: Mapping[str, Json],
        *,
        if_match: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Update status, payment date or reference: PATCH /invoices/{id}.

        Changes only the given fields. draft and sent can become paid or cancelled; an invoice paid only by credit before it was sent can be cancelled. paid means in full, and raises invoice.paid; repeating the current status raises nothing. The open amount is recorded as a payment of source manual; payments of a cancelled invoice become credit of the apartment. The payment date of a paid invoice can be corrected; the reference of a cancelled one cannot change.
        """
        return self._http.object("PATCH", f"/invoices/{segment(id)}", body=body, if_match=if_match, strict=strict)

    def get_invoice_pdf(
        self,
        id: str,
        *,
        language: Query = None,
        strict: Optional[bool] = None,
    ) -> bytes:
        """Download an invoice as a PDF: GET /invoices/{id}/pdf.

        The document for the recipient, with a code for bank apps, and a second page that explains each amount (PDF/A-3a, tagged). After it was sent by e-mail, this returns the sent file, byte for byte. In another language, or if the invoice is cancelled, the document is rendered from current data. If-None-Match with the ETag returns 304. A draft is marked as a draft.

        language: Default: the language of the recipient, or else of the building; for a sent invoice, one in which it was sent.
        """
        return self._http.file("GET", f"/invoices/{segment(id)}/pdf", query={"language": language}, strict=strict)

    def generate_invoices(
        self,
        body: Mapping[str, Json],
        *,
        dryRun: Query = None,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Generate the invoices of a building for a period: POST /invoices/generate-bulk.

        Creates a draft for each apartment, for a period of at most 366 days, by default the previous calendar month. Supplier bills are split so that the positions add up to them to the cent. Repeating the request creates only missing invoices; concurrent callers create one set. An apartment fails if it has an invoice of another period that overlaps this one; the rest is created. Nothing is created if old and new positions would not add up to a bill. An apartment’s credit pays its new invoice at once.

        dryRun: Dry run: returns the result without creating anything, with all problems at once instead of an error, and with the changes since the previous period. In the query or in the body: true in either place counts. Default: false.
        """
        return self._http.object("POST", "/invoices/generate-bulk", body=body, query={"dryRun": dryRun}, idempotency_key=idempotency_key, strict=strict)

    def send_invoices(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Send invoices by e-mail: POST /invoices/send-bulk.

        Queues an e-mail with the PDF for each recipient (everybody who receives invoices and had the apartment on the invoice’s days), in the recipient’s language. The invoice becomes sent, and raises invoice.sent, when a mail server accepts the first of its e-mails; until then its status does not change and its sending is queued. Repeating the request sends nothing twice; if no e-mail was accepted, it creates new ones. A paid invoice that has reached nobody is sent too, and stays paid.
        """
        return self._http.object("POST", "/invoices/send-bulk", body=body, idempotency_key=idempotency_key, strict=strict)

    def list_meters(
        self,
        *,
        buildingId: Query = None,
        apartmentId: Query = None,
        type: Query = None,
        externalId: Query = None,
        metadata: Query = None,
        include: Query = None,
        limit: Query = None,
        cursor: Query = None,
        sort: Query = None,
        updatedSince: Query = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """List meters: GET /meters.

        The meters of one building or all, each with its last confirmed reading. Residents see those of their own apartments. Replaced meters stay in the list.

        buildingId: Default: all buildings.
        externalId: Only objects with exactly this externalId. Must be one line of visible text without control characters.
        metadata: Only objects with all of these values, written as metadata[key]=value; at most ten.
        include: What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas.
        limit: The maximum number of items. Default 100; values above 500 count as 500.
        cursor: The start of the page: pagination.nextCursor of the previous page.
        sort: The sort order; a leading minus for descending. Default createdAt.
        updatedSince: Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.
        """
        return self._http.list("GET", "/meters", query={"buildingId": buildingId, "apartmentId": apartmentId, "type": type, "externalId": externalId, "metadata": metadata, "include": include, "limit": limit, "cursor": cursor, "sort": sort, "updatedSince": updatedSince}, strict=strict)

    def create_meter(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Create a meter: POST /meters.

        A meter of an apartment, or a main meter of the building. With replacesMeterId it replaces another meter: that one ends with finalValue on the day of installation, and consumption continues across the change.
        """
        return self._http.object("POST", "/meters", body=body, idempotency_key=idempotency_key, strict=strict)

    def submit_reading(
        self,
        id: str,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Submit a reading: POST /meters/{id}/readings.

        A register value, current or past, also between two other readings. A resident’s reading is submitted and waits for a manager; one from a manager or an API key is confirmed at once. It must not be below the previous confirmed value (unless the register rolled over) or above the next one.
        """
        return self._http.object("POST", f"/meters/{segment(id)}/readings", body=body, idempotency_key=idempotency_key, strict=strict)

    def read_meter_photo(
        self,
        body: Mapping[str, Json],
        *,
        meterId: Query = None,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Read a meter from a photo: POST /meters/ocr.

        Extracts the reading with its confidence and warnings. Nothing is submitted or stored: show the result to a person, then send POST /meters/:id/readings. If known data of the meter changed a digit, text and value differ and the confidence stays below 0.5.

        meterId: The meter in the photo. Its digits, decimals and last reading improve the result.
        """
        return self._http.object("POST", "/meters/ocr", body=body, query={"meterId": meterId}, idempotency_key=idempotency_key, strict=strict)

    def list_residents(
        self,
        *,
        limit: Query = None,
        cursor: Query = None,
        sort: Query = None,
        updatedSince: Query = None,
        externalId: Query = None,
        metadata: Query = None,
        include: Query = None,
        buildingId: Query = None,
        apartmentId: Query = None,
        activeOn: Query = None,
        search: Query = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """List residents: GET /residents.

        All present and past residents and owners, with or without an account, each with all their apartments and days.

        limit: The maximum number of items. Default 100; values above 500 count as 500.
        cursor: The start of the page: pagination.nextCursor of the previous page.
        sort: The sort order; a leading minus for descending. Default name.
        updatedSince: Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.
        externalId: Only objects with exactly this externalId. Must be one line of visible text without control characters.
        metadata: Only objects with all of these values, written as metadata[key]=value; at most ten.
        include: What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas.
        activeOn: Only residents on this day.
        search: Part of a name, an e-mail address or a telephone number. Must be one line of visible text without control characters.
        """
        return self._http.list("GET", "/residents", query={"limit": limit, "cursor": cursor, "sort": sort, "updatedSince": updatedSince, "externalId": externalId, "metadata": metadata, "include": include, "buildingId": buildingId, "apartmentId": apartmentId, "activeOn": activeOn, "search": search}, strict=strict)

    def create_invitation(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Invite somebody: POST /invitations.

        Sends an e-mail with a single-use link, valid for seven days. The person who accepts becomes a resident of the apartment from that day (or from `since`, or from an already recorded day), with an account; or, if invited by an owner in person, a manager or accountant. To invite those, the owner has signed in or confirmed within the last five minutes.
        """
        return self._http.object("POST", "/invitations", body=body, idempotency_key=idempotency_key, strict=strict)

    def list_invitations(
        self,
        *,
        limit: Query = None,
        cursor: Query = None,
        sort: Query = None,
        updatedSince: Query = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """List pending invitations: GET /invitations.

        Invitations that can still be accepted.

        limit: The maximum number of items. Default 100; values above 500 count as 500.
        cursor: The start of the page: pagination.nextCursor of the previous page.
        sort: The sort order; a leading minus for descending. Default createdAt.
        updatedSince: Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.
        """
        return self._http.list("GET", "/invitations", query={"limit": limit, "cursor": cursor, "sort": sort, "updatedSince": updatedSince}, strict=strict)

    def cancel_invitation(
        self,
        id: str,
        *,
        strict: Optional[bool] = None,
    ) -> None:
        """Cancel an invitation: DELETE /invitations/{id}.

        The link in its e-mail becomes invalid. An invitation that is no longer pending is not found.
        """
        self._http.nothing("DELETE", f"/invitations/{segment(id)}", strict=strict)

    def initiate_banklink(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Start a payment through a banklink provider: POST /payments/banklink.

        Fixes the amount, the invoice’s balance or what is due on its account, and returns the way to the bank. Send the payer to payUrl, or post the fields to url. The invoice is paid when the bank confirms the payment, however late or often; money that the invoice does not need pays the apartment’s other open invoices, the oldest first, or becomes its credit. Residents can start payments of their own invoices.
        """
        return self._http.object("POST", "/payments/banklink", body=body, idempotency_key=idempotency_key, strict=strict)

    def list_payments(
        self,
        *,
        status: Query = None,
        source: Query = None,
        dateFrom: Query = None,
        dateTo: Query = None,
        buildingId: Query = None,
        externalId: Query = None,
        metadata: Query = None,
        include: Query = None,
        limit: Query = None,
        cursor: Query = None,
        sort: Query = None,
        updatedSince: Query = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """List recorded payments: GET /payments.

        Payments from banklinks and bank statements, and recorded by people; each with the invoices it pays, the reasons, and the rest. Residents see payments of their own invoices, of joint payments only their own part.

        dateFrom: Paid on or after this day.
        dateTo: Paid on or before this day.
        buildingId: Allocated to invoices of this building, credit of its apartments, or received on its account and not assigned yet.
        externalId: Only objects with exactly this externalId. Must be one line of visible text without control characters.
        metadata: Only objects with all of these values, written as metadata[key]=value; at most ten.
        include: What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas.
        limit: The maximum number of items. Default 100; values above 500 count as 500.
        cursor: The start of the page: pagination.nextCursor of the previous page.
        sort: The sort order; a leading minus for descending. Default createdAt.
        updatedSince: Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.
        """
        return self._http.list("GET", "/payments", query={"status": status, "source": source, "dateFrom": dateFrom, "dateTo": dateTo, "buildingId": buildingId, "externalId": externalId, "metadata": metadata, "include": include, "limit": limit, "cursor": cursor, "sort": sort, "updatedSince": updatedSince}, strict=strict)

    def import_bank_statement(
        self,
        body: Mapping[str, Json],
        *,
        dryRun: Query = None,
        currency: Query = None,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Import a bank statement for automatic reconciliation: POST /bank-statements/import.

        Accepts camt.052, .053 and .054 of every version, MT940, and tables (CSV, or the first sheet of an xlsx file): exports of known banks, and others whose headings name date, amount and text. The format is recognised by the content. The currency is the one in the file, or else `currency`, or else that of the building whose account it is; it is never assumed. If a file has columns for several currencies, those of that currency count. Each booking counts once, however many files contain it; equal bookings within one file each count. Credits become payments and are matched by reference, invoice number or a known payer; an uncertain one waits for review, with its reason. All of a file is imported, or nothing: an error names the line that cannot be read. Importing the same file again changes nothing and returns 200.

        dryRun: Dry run: returns the result without storing anything. In the query or beside the file: true in either place counts. Default: false.
        currency: The currency of the amounts, for a table that does not state it (422 currency_missing). The file takes precedence. In the query or beside the file.
        """
        return self._http.object("POST", "/bank-statements/import", body=body, query={"dryRun": dryRun, "currency": currency}, idempotency_key=idempotency_key, strict=strict)

    def list_webhooks(
        self,
        *,
        limit: Query = None,
        cursor: Query = None,
        sort: Query = None,
        updatedSince: Query = None,
        strict: Optional[bool] = None,
    ) -> Items:
        """List webhook endpoints: GET /webhooks.

        The organization’s endpoints, without their secrets.

        limit: The maximum number of items. Default 100; values above 500 count as 500.
        cursor: The start of the page: pagination.nextCursor of the previous page.
        sort: The sort order; a leading minus for descending. Default createdAt.
        updatedSince: Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead.
        """
        return self._http.list("GET", "/webhooks", query={"limit": limit, "cursor": cursor, "sort": sort, "updatedSince": updatedSince}, strict=strict)

    def create_webhook(
        self,
        body: Mapping[str, Json],
        *,
        idempotency_key: Optional[str] = None,
        strict: Optional[bool] = None,
    ) -> Json:
        """Create a webhook endpoint: POST /webhooks.

        Every new event of these types is posted to the URL, signed with the secret in the response. Delivery is at least once, without guaranteed order (the console API can enable it); respond with 2xx within 15 seconds. The header webhook-id is the same for every attempt.
        """
        return self._http.object("POST", "/webhooks", body=body, idempotency_key=idempotency_key, strict=strict)

    def delete_webhook(
        self,
        id: str,
        *,
        strict: Optional[bool] = None,
    ) -> None:
        """Delete a webhook endpoint: DELETE /webhooks/{id}.

        No more events are posted to it, and its delivery log is deleted.
        """
        self._http.nothing("DELETE", f"/webhooks/{segment(id)}", strict=strict)
