// The closed catalogue of error codes: every code a response can carry, with its status, meaning and remedy (open point
// P-4).
import { providerErrors } from './provider-errors.ts';
import { secondFactorErrors } from './second-factor-errors.ts';

type CatalogueEntry = {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
};

const entry = (status: number, title: string, meaning: string, remedy: string): CatalogueEntry => ({
  status,
  title,
  meaning,
  remedy,
});

/**
 * Every code a response can carry. Codes are only ever added. `meaning` is the detail of failures without a more
 * specific one.
 */
export const errorCatalogue = {
  ...secondFactorErrors,
  ...providerErrors,
  malformed_request: entry(
    400,
    'Bad request',
    'The request is not valid HTTP.',
    'Check the request line, the headers and the declared length of the body.',
  ),
  malformed_json: entry(
    400,
    'Bad request',
    'The body is not valid JSON.',
    'Send one UTF-8 JSON object, without repeated keys, at most 20 levels deep.',
  ),
  invalid_body: entry(
    400,
    'Bad request',
    'The body is missing, or required fields are missing or of the wrong JSON type.',
    'See errors: each names a field. Correct them all and send the request again.',
  ),
  unknown_fields: entry(
    400,
    'Bad request',
    'The request has fields or parameters that this operation does not know, and strict handling was asked for.',
    'See errors: each names one, and the name that may be meant. Without strict handling they are ignored.',
  ),
  unauthenticated: entry(
    401,
    'Unauthorized',
    'This needs a Bearer access token or API key.',
    'Sign in with POST /auth/login and send the header Authorization: Bearer <token>.',
  ),
  invalid_token: entry(
    401,
    'Unauthorized',
    'The token is not valid: expired, ended, or mistyped.',
    'Refresh it with POST /auth/refresh, or sign in again.',
  ),
  invalid_credentials: entry(
    401,
    'Unauthorized',
    'The e-mail address or the password is wrong.',
    'Check both. After several failures, wait as long as Retry-After says.',
  ),
  refresh_token_reused: entry(
    401,
    'Unauthorized',
    'This refresh token was already replaced, so the session was ended for safety.',
    'Sign in again, and keep only the latest refresh token.',
  ),
  invalid_link: entry(
    401,
    'Unauthorized',
    'This link is no longer valid: it was used, replaced or cancelled, or has expired.',
    'Request a new link; only the link in the latest e-mail works.',
  ),
  insufficient_scope: entry(
    403,
    'Forbidden',
    'The caller’s role does not allow this.',
    'Ask an owner of the organization, or use a credential with the right role.',
  ),
  network_not_allowed: entry(
    403,
    'Forbidden',
    'The API key is not accepted from this network address.',
    'Send the request from an allowed network, or let an owner add this one to the key.',
  ),
  cross_site_request: entry(
    403,
    'Forbidden',
    'Console sessions are accepted from the console’s own pages only.',
    'Open /console. Programs sign in with POST /auth/login.',
  ),
  person_required: entry(
    403,
    'Forbidden',
    'In this organization only people may change the receiving bank account; API keys may not.',
    'Change the account in the console, or ask an owner to allow API keys to change it, in the settings.',
  ),
  password_confirmation_failed: entry(
    403,
    'Forbidden',
    'The confirmation password is wrong.',
    'Enter the password of the person who is signed in.',
  ),
  not_found: entry(
    404,
    'Not found',
    'There is nothing here that the caller may see.',
    'Check the URL, and the ids in it and in the body. If errors is given, it names the id.',
  ),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'This URL does not support this method.',
    'Use one of the methods in the Allow header.',
  ),
  not_acceptable: entry(
    406,
    'Not acceptable',
    'The response would be JSON, which the Accept header excludes.',
    'Accept application/json, or the type named in detail.',
  ),
  request_timeout: entry(
    408,
    'Request timeout',
    'The request did not arrive in full within a minute.',
    'Send it again over a new connection.',
  ),
  already_exists: entry(
    409,
    'Conflict',
    'This name or number already exists.',
    'Choose another, or use the one that exists.',
  ),
  key_expired: entry(
    409,
    'Conflict',
    'The API key has expired, so a new text would not be accepted either.',
    'Create a new key.',
  ),
  building_in_use: entry(409, 'Conflict', 'The building has unpaid invoices.', 'Settle or cancel its invoices first.'),
  apartment_in_use: entry(
    409,
    'Conflict',
    'The apartment has unpaid invoices.',
    'Settle or cancel its invoices first.',
  ),
  account_changed_again: entry(
    409,
    'Conflict',
    'The account was changed again after it was shown.',
    'Review the current account, then confirm it.',
  ),
  already_invited: entry(
    409,
    'Conflict',
    'The address already has a pending invitation of this kind.',
    'Cancel that invitation with DELETE /invitations/:id to send a new one.',
  ),
  already_started: entry(
    409,
    'Conflict',
    'The service already has its first organization.',
    'Sign in, or ask an owner to invite you.',
  ),
  too_many_test_organizations: entry(
    409,
    'Conflict',
    'The organization has three test organizations.',
    'Use one of them, or delete one first.',
  ),
  made_in_test_organization: entry(
    409,
    'Conflict',
    'A test organization cannot make another one.',
    'Switch to a real organization and make it there.',
  ),
  not_a_test_organization: entry(
    409,
    'Conflict',
    'This is possible in a test organization only.',
    'Use a key or a session of a test organization.',
  ),
  clock_backwards: entry(
    409,
    'Conflict',
    'The clock of a test organization only moves forwards.',
    'Name a later time, or reset the organization: that returns its clock to real time.',
  ),
  test_address_needed: entry(
    409,
    'Conflict',
    'In a test organization, people need an address of that organization.',
    'Take an address that ends with the mailDomain of GET /console/api/test-organization.',
  ),
  last_owner: entry(
    409,
    'Conflict',
    'An organization needs at least one owner.',
    'Make another member an owner first.',
  ),
  resident_in_use: entry(
    409,
    'Conflict',
    'The resident still lives in or owns an apartment.',
    'Enter the move-out date first, or delete the residency.',
  ),
  resident_owes: entry(
    409,
    'Conflict',
    'An invoice of the resident is not settled.',
    'Settle, credit or cancel the invoice first, then erase the resident.',
  ),
  residency_overlaps: entry(
    409,
    'Conflict',
    'The resident already has this apartment on some of these days.',
    'Change the existing residency, or choose days that do not overlap it.',
  ),
  hand_over_exists: entry(
    409,
    'Conflict',
    'The apartment has a hand-over on this day already.',
    'Undo that hand-over, or choose its correct day.',
  ),
  hand_over_overlaps: entry(
    409,
    'Conflict',
    'Somebody else has the apartment in this role from the day of the hand-over or a later one.',
    'Choose a later day, or change the days of that person first.',
  ),
  hand_over_billed: entry(
    409,
    'Conflict',
    'Invoices were created by the days of the hand-over.',
    'Cancel these invoices first. If they are paid, correct each person’s days instead, and credit the invoices.',
  ),
  hand_over_accepted: entry(
    409,
    'Conflict',
    'The newcomer of the hand-over has accepted the invitation.',
    'Correct each person’s days instead.',
  ),
  hand_over_changed: entry(
    409,
    'Conflict',
    'The days of these people were changed since the hand-over.',
    'Correct each person’s days instead.',
  ),
  period_overlaps: entry(
    409,
    'Conflict',
    'An invoice of another period already covers some of these days.',
    'Use the period of the existing invoices, or one that does not overlap it.',
  ),
  bill_already_split: entry(
    409,
    'Conflict',
    'A supplier bill of this period was already split over existing invoices with other figures.',
    'Cancel the drafts of the period and generate them again. If some were sent or paid, correct the period with POST /console/api/buildings/:id/corrections.',
  ),
  period_open: entry(
    409,
    'Conflict',
    'No invoice of the period was sent or paid, so there is nothing to correct.',
    'Edit the recorded bills, cancel the drafts, and generate the invoices again.',
  ),
  bill_already_recorded: entry(
    409,
    'Conflict',
    'A bill of this supplier with this number is already recorded for the charge and the period.',
    'Remove it from the request. List the recorded bills with GET /console/api/buildings/:id/supplier-bills.',
  ),
  invoice_not_creditable: entry(
    409,
    'Conflict',
    'The invoice cannot be credited: it is not sent yet, cancelled, or already credited.',
    'Check its status. A draft or a sent invoice can be cancelled instead.',
  ),
  period_closed: entry(
    409,
    'Conflict',
    'Invoices of the period were sent or paid, so its bills can no longer change.',
    'Import further bills and credit notes with POST /console/api/buildings/:id/corrections.',
  ),
  one_off_billed: entry(
    409,
    'Conflict',
    'This one-off charge or credit is already invoiced.',
    'Cancel that invoice, or add a one-off charge of the opposite amount.',
  ),
  invalid_status_transition: entry(
    409,
    'Conflict',
    'The current status does not allow this change.',
    'Check its status; detail lists the allowed changes.',
  ),
  e_invoice_incomplete: entry(
    409,
    'Conflict',
    'Data needed for an e-invoice is missing.',
    'See detail: complete the sender details (PATCH /console/api/letterhead), or send the invoice first.',
  ),
  maintenance_request_full: entry(
    409,
    'Conflict',
    'The maintenance request has the maximum number of comments or photos.',
    'Submit another request for anything else.',
  ),
  meter_replaced: entry(
    409,
    'Conflict',
    'The meter was replaced or closed.',
    'Replace its successor, or reopen the closed meter first.',
  ),
  reading_rejected: entry(409, 'Conflict', 'The reading was already rejected or corrected.', 'Submit a new reading.'),
  reading_confirmed: entry(
    409,
    'Conflict',
    'The reading is confirmed, so the caller cannot correct it.',
    'Ask the manager of the building.',
  ),
  reading_of_other: entry(
    409,
    'Conflict',
    'Another person submitted the reading, so the caller cannot correct it.',
    'Ask the manager of the building.',
  ),
  match_refused: entry(
    409,
    'Conflict',
    'The payment cannot pay this invoice.',
    'Check the unallocated amount of the payment, and the balance and status of the invoice.',
  ),
  import_cancelled: entry(
    409,
    'Conflict',
    'The import was cancelled before it finished. Nothing from the file was kept.',
    'Send the file again to import it.',
  ),
  nothing_to_refund: entry(
    409,
    'Conflict',
    'Nothing is left of the payment to refund.',
    'Check its allocations; undo them first if the money was refunded.',
  ),
  invoice_not_payable: entry(
    409,
    'Conflict',
    'The invoice cannot be paid through a bank: it is paid, cancelled, or has no open balance.',
    'Check the invoice’s status, balance and currency.',
  ),
  no_bank: entry(
    409,
    'Conflict',
    'The organization has no bank set up for online payments.',
    'An owner can add one in the console’s settings.',
  ),
  too_many_endpoints: entry(
    409,
    'Conflict',
    'The organization has the maximum number of webhook endpoints.',
    'Delete an endpoint that is no longer needed.',
  ),
  endpoint_disabled: entry(
    409,
    'Conflict',
    'The webhook endpoint is disabled.',
    'Enable it, then send the request again.',
  ),
  attempt_under_way: entry(
    409,
    'Conflict',
    'This delivery is being attempted right now.',
    'Check its result in a few seconds.',
  ),
  rotation_announced: entry(
    409,
    'Conflict',
    'A new signing secret is announced and not in use yet.',
    'Wait until it is in use, or replace every secret now with immediate.',
  ),
  idempotency_in_progress: entry(
    409,
    'Conflict',
    'A request with this Idempotency-Key is still running.',
    'Wait a second and send the same request again.',
  ),
  precondition_failed: entry(
    412,
    'Precondition failed',
    'The object has changed since you read it: If-Match does not name its current version.',
    'Read the object again, apply your change to what you get, and send the new ETag in If-Match.',
  ),
  payload_too_large: entry(
    413,
    'Content too large',
    'The body is larger than this operation accepts.',
    'Send at most 1 MiB of JSON. Send a large file as multipart/form-data, or as the body itself.',
  ),
  cursor_expired: entry(
    410,
    'Gone',
    'This cursor is older than the events that are kept.',
    'Read what has changed from the lists, with updatedSince, and start the feed again without the cursor.',
  ),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    'This operation does not accept this type of body.',
    'Send JSON with the header Content-Type: application/json. A file’s type is detected from its content; detail lists the accepted types.',
  ),
  expectation_failed: entry(
    417,
    'Expectation failed',
    'The Expect header asks for something other than 100-continue.',
    'Send the request without the Expect header.',
  ),
  validation_failed: entry(
    422,
    'Validation error',
    'Some values are not valid.',
    'See errors: each names a field and the allowed values.',
  ),
  reading_below_previous: entry(
    422,
    'Validation error',
    'The value is below the previous confirmed value.',
    'Check the value. If the register has rolled over to zero, mark that (rollover).',
  ),
  reading_not_found: entry(
    422,
    'Validation error',
    'No readable meter was found in the photo.',
    'Take another photo: close, straight from the front, well lit, without reflections. Or enter the reading.',
  ),
  reading_above_next: entry(
    422,
    'Validation error',
    'The value is above a later confirmed value.',
    'Check the value and its time.',
  ),
  idempotency_key_reused: entry(
    422,
    'Validation error',
    'This Idempotency-Key was already used for another request.',
    'Use a new key for a new request; repeat a request with its key and body unchanged.',
  ),
  rate_limited: entry(429, 'Too many requests', 'Too many requests.', 'Wait for the number of seconds in Retry-After.'),
  sign_in_throttled: entry(
    429,
    'Too many requests',
    'Too many failed attempts.',
    'Wait for the number of seconds in Retry-After.',
  ),
  header_too_large: entry(
    431,
    'Request header fields too large',
    'The URL and the headers together are larger than 16 KiB.',
    'Send a shorter URL or fewer headers.',
  ),
  internal_error: entry(
    500,
    'Server error',
    'Something went wrong on our side. It has been logged.',
    'Try again. If it keeps failing, report the X-Request-Id of the response.',
  ),
  busy: entry(
    503,
    'Service unavailable',
    'The service is busy or restarting.',
    'Wait for the number of seconds in Retry-After, then send the request again.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
