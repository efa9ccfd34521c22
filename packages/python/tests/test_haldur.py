"""Tests of the package with a running service: HALDUR_URL, HALDUR_API_KEY, the key of a test
organization in HALDUR_TEST_KEY, and a person in HALDUR_EMAIL and HALDUR_PASSWORD."""

from __future__ import annotations

import datetime
import http.server
import json
import os
import threading
import time
import unittest
import urllib.error
import urllib.request
from unittest import mock

import haldur
from haldur import ApiError, ConnectionFailed, Haldur, HaldurError, WebhookVerificationError
from haldur._retries import is_temporary, retry_after_seconds, retry_delay

URL = os.environ["HALDUR_URL"]
KEY = os.environ["HALDUR_API_KEY"]
TEST_KEY = os.environ["HALDUR_TEST_KEY"]
SIGN_IN = {"email": os.environ["HALDUR_EMAIL"], "password": os.environ["HALDUR_PASSWORD"]}
BUILDING = {"name": "Kase 12", "address": "Kase 12, 10612 Tallinn"}


class Proxy(http.server.ThreadingHTTPServer):
    """Passes requests on, except those that the next of its troubles is for: a status with headers, or a lost response."""

    def __init__(self, *troubles):
        super().__init__(("127.0.0.1", 0), _ProxyHandler)
        self.troubles = list(troubles)
        self.requests = []
        self.daemon_threads = True
        threading.Thread(target=self.serve_forever, args=[0.02], daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class _ProxyHandler(http.server.BaseHTTPRequestHandler):
    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.server.requests.append((self.command, self.path, self.headers.get("idempotency-key")))
        trouble = self.server.troubles.pop(0) if self.server.troubles else None
        if isinstance(trouble, tuple):
            self.respond(trouble[0], trouble[1], trouble[2] if len(trouble) > 2 else b"{}")
            return
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        request = urllib.request.Request(URL + self.path, data=body or None, method=self.command, headers=headers)
        try:
            with urllib.request.urlopen(request) as response:
                status, passed, text = response.status, response.headers, response.read()
        except urllib.error.HTTPError as response:
            status, passed, text = response.code, response.headers, response.read()
        if trouble == "lost":
            self.close_connection = True
            self.connection.close()
            return
        self.respond(status, {"content-type": passed.get("content-type") or "text/plain"}, text)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_any

    def respond(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        if status != 204:
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class ServiceTest(unittest.TestCase):
    def setUp(self):
        self.client = Haldur(URL, KEY)

    def proxied(self, *troubles, **options):
        proxy = Proxy(*troubles)
        self.addCleanup(proxy.server_close)
        self.addCleanup(proxy.shutdown)
        return Haldur(proxy.url, KEY, **options), proxy

    def test_objects_are_created_read_changed_and_deleted(self):
        building = self.client.create_building({**BUILDING, "billing": {"paymentTermDays": 21}})
        apartment = self.client.create_apartment(building["id"], {"number": "1", "heatedArea": 54.3})
        self.assertEqual(self.client.get_building(building["id"])["billing"]["paymentTermDays"], 21)
        changed = self.client.update_apartment(building["id"], apartment["id"], {"number": "1a"})
        self.assertEqual(changed["number"], "1a")
        self.assertIsNone(self.client.delete_apartment(building["id"], apartment["id"]))
        self.assertEqual(self.client.list_apartments(building["id"]).page().items, [])

    def test_a_list_is_read_page_by_page(self):
        building = self.client.create_building(BUILDING)
        for number in "12345":
            self.client.create_apartment(building["id"], {"number": number})
        reports = []
        observed = Haldur(URL, KEY, on_response=reports.append)
        numbers = [apartment["number"] for apartment in observed.list_apartments(building["id"], limit=2)]
        self.assertEqual(numbers, list("12345"))
        self.assertEqual(len(reports), 3)
        self.assertTrue(all(report.request_id for report in reports))
        first = observed.list_apartments(building["id"], limit=4).page()
        rest = observed.list_apartments(building["id"], limit=4, cursor=first.next_cursor).page()
        self.assertEqual((len(first.items), len(rest.items), rest.next_cursor), (4, 1, None))

    def test_a_page_names_what_was_deleted_and_metadata_filters(self):
        building = self.client.create_building({**BUILDING, "metadata": {"costCentre": "311"}})
        gone = self.client.create_apartment(building["id"], {"number": "1"})
        self.client.delete_apartment(building["id"], gone["id"])
        page = self.client.list_apartments(building["id"], updatedSince=building["updatedAt"], include="deleted").page()
        self.assertEqual([each["id"] for each in page.deleted], [gone["id"]])
        found = list(self.client.list_buildings(metadata={"costCentre": "311"}))
        self.assertEqual([each["id"] for each in found], [building["id"]])

    def test_a_file_is_bytes_and_bytes_are_sent_in_base64(self):
        charges = [{"code": "fee", "name": "Fee", "basis": "fixed", "unitPrice": 12.34}]
        building = self.client.create_building({**BUILDING, "billing": {"charges": charges}})
        self.client.create_apartment(building["id"], {"number": "1"})
        preview = self.client.generate_invoices({"buildingId": building["id"]}, dryRun=True)
        self.assertNotIn("invoiceId", preview["invoices"][0])
        made = self.client.generate_invoices({"buildingId": building["id"]})
        invoice = self.client.get_invoice(made["invoices"][0]["invoiceId"])
        self.assertEqual(invoice["amount"], 12.34)
        self.assertTrue(self.client.get_invoice_pdf(invoice["id"], language="en").startswith(b"%PDF-"))
        table = f"Date;Payer name;Reference number;Amount;Currency\n2026-11-19;Mari;{invoice['reference']};12.34;EUR"
        owner = Haldur(URL, **SIGN_IN)
        result = owner.import_bank_statement({"file": table.encode(), "fileName": "november.csv"}, dryRun=True)
        self.assertEqual(result["matched"], 1)

    def test_a_rejection_has_its_code_fields_and_request(self):
        with self.assertRaises(ApiError) as caught:
            self.client.create_building({"name": "", "address": "Kase 12"})
        error = caught.exception
        self.assertEqual((error.status, error.code), (422, "validation_failed"))
        self.assertEqual([(field["in"], field["field"]) for field in error.fields], [("body", "name")])
        self.assertTrue(error.request_id)
        with self.assertRaises(ApiError) as caught:
            Haldur(URL, "hak_none").list_buildings().page()
        self.assertEqual(caught.exception.status, 401)

    def test_a_lost_post_is_sent_again_with_its_key_and_has_its_effect_once(self):
        before = len(list(self.client.list_buildings()))
        client, proxy = self.proxied("lost")
        client.create_building(BUILDING)
        self.assertEqual(len(list(self.client.list_buildings())), before + 1)
        keys = [key for _, _, key in proxy.requests]
        self.assertEqual(len(keys), 2)
        self.assertEqual(len(set(keys)), 1)
        client.create_building(BUILDING, idempotency_key="building-of-order-18")
        self.assertEqual(proxy.requests[-1][2], "building-of-order-18")

    def test_a_lost_delete_succeeds_although_the_object_is_gone(self):
        building = self.client.create_building(BUILDING)
        apartment = self.client.create_apartment(building["id"], {"number": "1"})
        client, _ = self.proxied("lost")
        client.delete_apartment(building["id"], apartment["id"])
        with self.assertRaises(ApiError):
            self.client.delete_apartment(building["id"], apartment["id"])

    def test_overloads_are_tried_again_but_not_for_ever(self):
        reports = []
        client, _ = self.proxied(
            (429, {"retry-after": "0"}), (503, {"retry-after": "0"}), on_response=reports.append
        )
        client.list_buildings().page()
        self.assertEqual([(report.status, report.retry) for report in reports], [(429, 0), (503, 1), (200, 2)])
        client, proxy = self.proxied(*[(503, {"retry-after": "0"})] * 9, max_retries=2)
        with self.assertRaises(ApiError) as caught:
            client.list_buildings().page()
        self.assertEqual((caught.exception.status, caught.exception.code), (503, "unexpected_response"))
        self.assertEqual(len(proxy.requests), 3)
        client, proxy = self.proxied((429, {"retry-after": "3600"}))
        with self.assertRaises(ApiError) as caught:
            client.list_buildings().page()
        self.assertEqual((caught.exception.retry_after, len(proxy.requests)), (3600, 1))

    def test_no_response_no_redirect_and_another_page_are_errors(self):
        with self.assertRaises(ConnectionFailed):
            Haldur("http://127.0.0.1:9", KEY, max_retries=0).list_buildings().page()
        client, _ = self.proxied((302, {"location": "/api/invoices"}))
        with self.assertRaises(ApiError) as caught:
            client.list_buildings().page()
        self.assertEqual(caught.exception.status, 302)
        client, _ = self.proxied((200, {"content-type": "text/html"}))
        with self.assertRaisesRegex(HaldurError, "Check the URL"):
            client.list_buildings().page()

    def test_a_person_signs_in_once_and_again_after_the_session_ended(self):
        reports = []
        person = Haldur(URL, **SIGN_IN, on_response=reports.append)
        threads = [threading.Thread(target=lambda: person.list_buildings().page()) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        paths = [report.path for report in reports]
        self.assertEqual(paths.count("/auth/login"), 1)
        with mock.patch("time.monotonic", lambda now=time.monotonic: now() + 14.8 * 60):
            person.list_buildings().page()
        paths = [report.path for report in reports]
        self.assertEqual((paths.count("/auth/login"), paths.count("/auth/refresh")), (1, 1))
        person.logout()
        person.list_buildings().page()
        self.assertEqual([report.path for report in reports].count("/auth/login"), 2)

    def test_a_person_signs_in_again_where_the_service_asks_for_a_fresh_sign_in(self):
        problem = {"type": "about:blank", "title": "Forbidden", "status": 403, "code": "confirmation_required", "detail": "x"}
        rejection = (403, {"content-type": "application/problem+json"}, json.dumps(problem).encode())
        _, proxy = self.proxied(None, rejection)
        Haldur(proxy.url, **SIGN_IN).create_building(BUILDING)
        paths = [path for _, path, _ in proxy.requests]
        self.assertEqual(paths, ["/api/auth/login", "/api/buildings"] * 2)

    def test_requests_without_a_method_of_their_own(self):
        building = self.client.create_building(BUILDING)
        self.assertIn(building["id"], [each["id"] for each in self.client.api.list("GET", "/buildings")])
        aging = self.client.console.object("GET", "/aging", query={"buildingId": building["id"]})
        self.assertEqual(aging, [])

    def test_options_that_cannot_work_are_rejected_at_once(self):
        for options in ({}, {"api_key": " "}, {"email": "a@example.org"}, {"api_key": "hak_1", **SIGN_IN}):
            with self.assertRaises(HaldurError):
                Haldur(URL, **options)
        with self.assertRaises(HaldurError):
            Haldur("haldur.example", KEY)
        for wrong in ("", ".", "..", None):
            with self.assertRaises(ValueError):
                self.client.get_building(wrong)

    def test_there_is_a_method_for_each_operation(self):
        methods = [name for name in vars(haldur._operations.Operations) if not name.startswith("_")]
        self.assertEqual(len(methods), 33)


class RetryTest(unittest.TestCase):
    def rejected(self, status, code="any", retry_after=None):
        return ApiError({"status": status, "code": code, "detail": ""}, retry_after=retry_after)

    def test_which_errors_are_temporary(self):
        running = self.rejected(409, "idempotency_in_progress", 1)
        for error in (self.rejected(429), self.rejected(502), self.rejected(503), running, ConnectionFailed()):
            self.assertTrue(is_temporary(error))
        for error in (self.rejected(400), self.rejected(409), self.rejected(500), self.rejected(429, "any", 61)):
            self.assertFalse(is_temporary(error))

    def test_waits(self):
        for retry, longest in enumerate((0.5, 1, 2, 4, 8, 8)):
            self.assertLessEqual(longest / 2, retry_delay(ConnectionFailed(), retry))
            self.assertLessEqual(retry_delay(ConnectionFailed(), retry), longest)
        self.assertGreaterEqual(retry_delay(self.rejected(429, "any", 7), 0), 7)

    def test_retry_after(self):
        now = 1795165200.0
        self.assertEqual(retry_after_seconds("12", now), 12)
        self.assertEqual(retry_after_seconds("Fri, 20 Nov 2026 09:00:30 GMT", now), 30)
        self.assertEqual(retry_after_seconds("Fri, 20 Nov 2026 08:00:00 GMT", now), 0)
        for header in (None, "", "soon", "99999999999999"):
            self.assertIsNone(retry_after_seconds(header, now))


class ConsoleOperationsTest(unittest.TestCase):
    def setUp(self):
        self.client = Haldur(URL, KEY)

    def test_an_unknown_field_is_an_error_if_the_client_or_the_request_is_strict(self):
        misspelt = {**BUILDING, "adress": "Kase 14"}
        self.assertEqual(self.client.create_building(misspelt)["name"], "Kase 12")
        strict = Haldur(URL, KEY, strict=True)
        for create in (
            lambda: self.client.create_building(misspelt, strict=True),
            lambda: strict.create_building(misspelt),
            lambda: self.client.api.list("GET", "/buildings", query={"lmit": 2}, strict=True).page(),
        ):
            with self.assertRaises(ApiError) as caught:
                create()
            self.assertEqual((caught.exception.status, caught.exception.code), (400, "unknown_fields"))
        self.assertEqual(strict.create_building(misspelt, strict=False)["name"], "Kase 12")

    def test_a_change_of_a_version_that_is_no_longer_the_current_one_is_rejected(self):
        building = self.client.create_building(BUILDING)
        read = self.client.api.response("GET", f"/buildings/{building['id']}")
        self.assertEqual(read.data["name"], "Kase 12")
        self.client.update_building(building["id"], {"name": "Kase 13"}, if_match=read.etag)
        with self.assertRaises(ApiError) as caught:
            self.client.update_building(building["id"], {"name": "Kase 14"}, if_match=read.etag)
        self.assertEqual((caught.exception.status, caught.exception.code), (412, "precondition_failed"))
        self.assertEqual(self.client.get_building(building["id"])["name"], "Kase 13")

    def test_the_event_feed_goes_on_where_it_ended_and_many_readings_are_sent_in_parts(self):
        feed = self.client.events(start="now")
        self.assertEqual(list(feed), [])
        building = self.client.create_building(BUILDING)["id"]
        meter = self.client.create_meter({"buildingId": building, "type": "cold_water", "initialValue": 0})["id"]
        first = datetime.datetime(2025, 1, 1, 9, tzinfo=datetime.timezone.utc)
        readings = [
            {
                "meterId": building if n == 501 else meter,
                "value": n,
                "readAt": (first + datetime.timedelta(days=n)).isoformat().replace("+00:00", "Z"),
            }
            for n in range(503)
        ]
        result = self.client.submit_readings(readings, idempotency_key="readings-of-2025")
        self.assertEqual((result["created"], result["failed"], len(result["items"])), (502, 1, 503))
        self.assertEqual((result["items"][501]["index"], result["items"][501]["problem"]["code"]), (501, "not_found"))
        self.assertEqual(self.client.submit_readings(readings, idempotency_key="readings-of-2025"), result)
        residents = self.client.create_residents([{"name": "Mari Tamm"}])
        self.assertEqual((residents["created"], residents["failed"]), (1, 0))
        later = self.client.events(after=feed.cursor, limit=200)
        events = []
        for event in later:
            if len(events) < 200:
                self.assertEqual(later.cursor, feed.cursor, "a page counts once it was read")
            events.append(event)
        self.assertEqual(len({event["id"] for event in events}), 502)
        self.assertEqual({(event["event"], event["buildingId"]) for event in events}, {("reading.confirmed", building)})
        self.assertEqual([page.events for page in self.client.events(after=later.cursor).pages()], [[]])

    def test_the_clock_of_a_test_organization_is_read_and_moved(self):
        trial = Haldur(URL, TEST_KEY)
        now = datetime.datetime.fromisoformat(trial.get_test_organization()["now"].replace("Z", "+00:00"))
        later = (now + datetime.timedelta(days=1)).isoformat().replace("+00:00", "Z")
        self.assertEqual(trial.move_test_clock(time=later)["clockAheadSeconds"], 86400)
        with self.assertRaises(ApiError):
            self.client.get_test_organization()


class WebhookTest(unittest.TestCase):
    SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfsLVQQgyo="
    BODY = '{"event":"invoice.paid","data":{"invoiceId":"õ"}}'.encode()
    NOW = 1795165200.0

    def setUp(self):
        self.headers = haldur.sign_webhook(self.BODY, self.SECRET, "delivery-1", at=self.NOW)

    def rejected(self, reason, body=BODY, secret=SECRET, now=NOW, **headers):
        with self.assertRaisesRegex(WebhookVerificationError, reason):
            haldur.verify_webhook(body, {**self.headers, **headers}, secret, now=now)

    def test_what_is_signed_is_accepted(self):
        upper = {name.title(): value for name, value in self.headers.items()}
        for headers in (self.headers, upper):
            webhook = haldur.verify_webhook(self.BODY, headers, ["whsec_AAAA", self.SECRET], now=self.NOW)
            self.assertEqual((webhook.id, webhook.event["data"]["invoiceId"]), ("delivery-1", "õ"))
        two = {**self.headers, "webhook-signature": f"v1,AAAA {self.headers['webhook-signature']}"}
        haldur.verify_webhook(self.BODY, two, self.SECRET, now=self.NOW)

    def test_anything_else_is_rejected(self):
        self.rejected("No signature", body=self.BODY + b" ")
        self.rejected("No signature", secret="whsec_AAAA")
        self.rejected("not one of an endpoint", secret="whsec_õ")
        self.rejected("more than 300 s", now=self.NOW + 301)
        self.rejected("more than 300 s", now=self.NOW - 301)
        self.rejected("missing", **{"webhook-id": ""})
        self.rejected("not a number", **{"webhook-timestamp": "²"})
        self.rejected("No signature", **{"webhook-signature": "v1,õ"})
        self.rejected("No signature", **{"webhook-id": "delivery-2"})


if __name__ == "__main__":
    unittest.main()
