// The closed catalogue of error codes: every code an answer can carry, with its status, what it means and what to do about it (contract P-4).

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

/** Every code an answer can carry. Codes are only ever added. `meaning` is the detail where a failure brings none of its own. */
export const errorCatalogue = {
  malformed_request: entry(
    400,
    'Bad request',
    'What arrived is not an HTTP request that can be read.',
    'Check the request line, the headers and the declared length of the body.',
  ),
  malformed_json: entry(
    400,
    'Bad request',
    'The body is not acceptable JSON.',
    'Send one UTF-8 JSON object, without repeated keys, at most 20 levels deep.',
  ),
  invalid_body: entry(
    400,
    'Bad request',
    'The body is missing, or required fields are missing or of the wrong JSON type.',
    'See errors: each names a field. Correct them all and send the request again.',
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
    'E-mail address or password is wrong.',
    'Check both. After several failures wait as Retry-After says.',
  ),
  refresh_token_reused: entry(
    401,
    'Unauthorized',
    'This refresh token was replaced before, so the session has been ended for safety.',
    'Sign in again, and keep only the newest refresh token.',
  ),
  invalid_link: entry(
    401,
    'Unauthorized',
    'This link is not valid any more: used, replaced by a newer one, withdrawn, or too old.',
    'Ask for a new one; only the link in the newest letter works.',
  ),
  insufficient_scope: entry(
    403,
    'Forbidden',
    'The caller’s role does not allow this.',
    'Ask an owner of the organization, or use a credential with the right role.',
  ),
  cross_site_request: entry(
    403,
    'Forbidden',
    'The console’s session answers the console’s own pages alone.',
    'Open /console. Programs sign in with POST /auth/login.',
  ),
  person_required: entry(
    403,
    'Forbidden',
    'The organization lets only people change the account that money goes to; an API key cannot.',
    'Change the account in the console, or ask an owner to allow it for programs in the settings.',
  ),
  password_confirmation_failed: entry(
    403,
    'Forbidden',
    'The password given to confirm this is wrong.',
    'Give the password of the person who is signed in.',
  ),
  not_found: entry(
    404,
    'Not found',
    'There is nothing here, or nothing that belongs to the caller’s organization.',
    'Check the address and the ids in it.',
  ),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'This address does not take this method.',
    'Use one of the methods in the Allow header.',
  ),
  not_acceptable: entry(
    406,
    'Not acceptable',
    'The answer would be JSON, which the Accept header rules out.',
    'Accept application/json, or the type that the answer’s detail names.',
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
    'Something with this name or number exists already.',
    'Choose another, or use the one that exists.',
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
    'The account has been changed again since it was shown.',
    'Look at the account as it is now, then confirm it.',
  ),
  already_invited: entry(
    409,
    'Conflict',
    'The address has a pending invitation of this kind already.',
    'Cancel that invitation with DELETE /invitations/:id to send a new one.',
  ),
  already_started: entry(
    409,
    'Conflict',
    'The service has its first organization already.',
    'Sign in, or ask an owner to invite you.',
  ),
  sample_exists: entry(409, 'Conflict', 'You have a sample organization already.', 'Go there, or remove it first.'),
  not_a_sample: entry(
    409,
    'Conflict',
    'What is real is not removed at one click.',
    'Only a sample organization is removed like this. Leave a real one, or ask the operator.',
  ),
  last_owner: entry(
    409,
    'Conflict',
    'An organization cannot be without an owner.',
    'Make somebody else an owner first.',
  ),
  resident_in_use: entry(
    409,
    'Conflict',
    'The resident still lives in or owns an apartment.',
    'Give the last day there first, or take the residency back.',
  ),
  residency_overlaps: entry(
    409,
    'Conflict',
    'The resident has this apartment on some of these days already.',
    'Change the residency that is there, or choose days that do not touch it.',
  ),
  period_overlaps: entry(
    409,
    'Conflict',
    'An invoice of another period covers some of these days already.',
    'Use the period of the existing invoices, or one that does not touch it.',
  ),
  bill_already_split: entry(
    409,
    'Conflict',
    'A supplier’s bill of this period was split over existing invoices with other figures.',
    'Cancel the drafts of the period and generate them anew, or, once some were sent or paid, correct it with POST /console/api/buildings/:id/corrections.',
  ),
  period_open: entry(
    409,
    'Conflict',
    'No invoice of the period was sent or paid, so there is nothing to correct.',
    'Change the bills as they are recorded, cancel the drafts, and generate them anew.',
  ),
  bill_already_recorded: entry(
    409,
    'Conflict',
    'A bill of this supplier with this number is recorded for the charge and the period already.',
    'Leave it out. See what is recorded with GET /console/api/buildings/:id/supplier-bills.',
  ),
  invoice_not_creditable: entry(
    409,
    'Conflict',
    'The invoice cannot be credited: it was not sent yet, is cancelled, or is credited already.',
    'See its status; a draft or a sent invoice that should not be can be cancelled.',
  ),
  period_closed: entry(
    409,
    'Conflict',
    'Invoices of the period were sent or paid, so its bills do not change any more.',
    'Bring further bills and credit notes in with POST /console/api/buildings/:id/corrections.',
  ),
  one_off_billed: entry(
    409,
    'Conflict',
    'An invoice has taken this one-off charge or credit.',
    'Cancel that invoice, or write a one-off of the opposite amount.',
  ),
  invalid_status_transition: entry(
    409,
    'Conflict',
    'The status that it has does not allow this change.',
    'See its status; the answer’s detail says what can become of it.',
  ),
  e_invoice_incomplete: entry(
    409,
    'Conflict',
    'Something is missing for an e-invoice.',
    'The answer’s detail names it: the letterhead (PATCH /console/api/letterhead), or the state of the invoice.',
  ),
  maintenance_request_full: entry(
    409,
    'Conflict',
    'The maintenance request has as many comments or photos as it may.',
    'Submit another request for what is still to be told.',
  ),
  meter_replaced: entry(
    409,
    'Conflict',
    'Another meter has taken this one’s place, or it was closed.',
    'Replace the meter that is there now, or reopen the closed one first.',
  ),
  reading_rejected: entry(409, 'Conflict', 'The reading was rejected or corrected before.', 'Submit a new reading.'),
  reading_confirmed: entry(
    409,
    'Conflict',
    'The reading is confirmed, or another person’s, so the caller cannot correct it.',
    'Ask the manager of the building.',
  ),
  match_refused: entry(
    409,
    'Conflict',
    'The payment cannot pay this invoice.',
    'See the payment’s unallocated money and the invoice’s balance and status.',
  ),
  import_cancelled: entry(
    409,
    'Conflict',
    'The import was cancelled before it was done. Nothing of the file was kept.',
    'Send the file again when it is wanted.',
  ),
  nothing_to_refund: entry(
    409,
    'Conflict',
    'Nothing is left of the payment.',
    'See what it pays; undo that first if the money was paid back.',
  ),
  invoice_not_payable: entry(
    409,
    'Conflict',
    'The invoice cannot be paid through a bank: it is paid or cancelled, or owes nothing.',
    'See the invoice’s status, balance and currency.',
  ),
  no_bank: entry(
    409,
    'Conflict',
    'The organization has no bank that can be paid through.',
    'An owner adds one in the console’s settings.',
  ),
  too_many_endpoints: entry(
    409,
    'Conflict',
    'The organization has as many webhook endpoints as it may.',
    'Delete one that is no longer needed.',
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
    'An attempt at this delivery is being made right now.',
    'See in a few seconds what came of it.',
  ),
  rotation_announced: entry(
    409,
    'Conflict',
    'A new signing secret has been announced and has not taken over yet.',
    'Wait until it has, or replace every secret at once with immediate.',
  ),
  idempotency_in_progress: entry(
    409,
    'Conflict',
    'A request with this Idempotency-Key is still running.',
    'Wait a second and send the same request again.',
  ),
  payload_too_large: entry(
    413,
    'Content too large',
    'The body is larger than this operation takes.',
    'Send at most 1 MiB of JSON. A large file goes as multipart/form-data, or as the body itself.',
  ),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    'The body is not of a type that this operation takes.',
    'Send JSON with the header Content-Type: application/json. Of a file it is the content that counts; the answer’s detail says what is taken.',
  ),
  validation_failed: entry(
    422,
    'Validation error',
    'Some values are not acceptable.',
    'See errors: each names a field and what it may be.',
  ),
  reading_below_previous: entry(
    422,
    'Validation error',
    'The value is below the confirmed value before it.',
    'Check the value. If the register went past its last number to zero, say rollover: true.',
  ),
  reading_not_found: entry(
    422,
    'Validation error',
    'The photo shows no meter that can be read.',
    'Take another one, straight from the front and near, with light but without reflections; or type the reading in.',
  ),
  reading_above_next: entry(
    422,
    'Validation error',
    'The value is above a confirmed value read later.',
    'Check the value and when it was read.',
  ),
  idempotency_key_reused: entry(
    422,
    'Validation error',
    'This Idempotency-Key was used for another request.',
    'Use a new key for a new request; repeat a request with its key and body unchanged.',
  ),
  rate_limited: entry(429, 'Too many requests', 'Too many requests.', 'Wait as many seconds as Retry-After says.'),
  sign_in_throttled: entry(
    429,
    'Too many requests',
    'Too many failed attempts.',
    'Wait as many seconds as Retry-After says.',
  ),
  header_too_large: entry(
    431,
    'Request header fields too large',
    'The address and the headers together are larger than 16 KiB.',
    'Send shorter ones.',
  ),
  internal_error: entry(
    500,
    'Server error',
    'Something went wrong on our side. It has been logged.',
    'Try again; if it stays, report the X-Request-Id of the answer.',
  ),
  busy: entry(
    503,
    'Service unavailable',
    'The service is busy or restarting.',
    'Wait as many seconds as Retry-After says, then send the request again.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
