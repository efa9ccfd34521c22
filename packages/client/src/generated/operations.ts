// Written by `npm run openapi` from docs/openapi.json: not by hand.
import { type FileContent, type HttpClient, type List, type RequestOptions, segment } from '../http.ts';
import type { components } from './schemas.ts';

export type Tokens = components['schemas']['Tokens'];
export type Charge = components['schemas']['Charge'];
export type Building = components['schemas']['Building'];
export type BillingSettings = components['schemas']['BillingSettings'];
export type NewBuilding = components['schemas']['NewBuilding'];
export type ChangedBuilding = components['schemas']['ChangedBuilding'];
export type Apartment = components['schemas']['Apartment'];
export type NewApartment = components['schemas']['NewApartment'];
export type ChangedApartment = components['schemas']['ChangedApartment'];
export type Residency = components['schemas']['Residency'];
export type Resident = components['schemas']['Resident'];
export type ListedInvoice = components['schemas']['ListedInvoice'];
export type InvoiceWithPositions = components['schemas']['InvoiceWithPositions'];
export type ChangedInvoice = components['schemas']['ChangedInvoice'];
export type UpdatedInvoice = components['schemas']['UpdatedInvoice'];
export type NewGeneration = components['schemas']['NewGeneration'];
export type Generation = components['schemas']['Generation'];
export type NewSending = components['schemas']['NewSending'];
export type Sending = components['schemas']['Sending'];
export type Meter = components['schemas']['Meter'];
export type NewMeter = components['schemas']['NewMeter'];
export type NewReading = components['schemas']['NewReading'];
export type NotedReading = components['schemas']['NotedReading'];
export type PhotoReading = components['schemas']['PhotoReading'];
export type NewInvitation = components['schemas']['NewInvitation'];
export type Invitation = components['schemas']['Invitation'];
export type BanklinkPayment = components['schemas']['BanklinkPayment'];
export type Payment = components['schemas']['Payment'];
export type StatementImport = components['schemas']['StatementImport'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];
export type InvoiceCreatedEvent = components['schemas']['InvoiceCreatedEvent'];
export type InvoiceSentEvent = components['schemas']['InvoiceSentEvent'];
export type InvoicePaidEvent = components['schemas']['InvoicePaidEvent'];
export type InvoiceOverdueEvent = components['schemas']['InvoiceOverdueEvent'];
export type PaymentReceivedEvent = components['schemas']['PaymentReceivedEvent'];
export type ReadingSubmittedEvent = components['schemas']['ReadingSubmittedEvent'];
export type ReadingConfirmedEvent = components['schemas']['ReadingConfirmedEvent'];
export type MaintenanceCreatedEvent = components['schemas']['MaintenanceCreatedEvent'];
export type MaintenanceUpdatedEvent = components['schemas']['MaintenanceUpdatedEvent'];
export type Problem = components['schemas']['Problem'];

/** Every body that a webhook can have. */
export type WebhookEvent = InvoiceCreatedEvent | InvoiceSentEvent | InvoicePaidEvent | InvoiceOverdueEvent | PaymentReceivedEvent | ReadingSubmittedEvent | ReadingConfirmedEvent | MaintenanceCreatedEvent | MaintenanceUpdatedEvent;

/** The operations of the API. */
export type Operations = {
  /** Sign in: `POST /auth/login`. Signs in with e-mail address and password. A member of several organizations is signed in to the real one used last, or to the one named by tenantId. */
  login(body: { "email": string; "password": string; "tenantId"?: string | undefined; }, options?: RequestOptions): Promise<Tokens>;
  /** Get a new access token: `POST /auth/refresh`. Exchanges a refresh token for a new access token and the next refresh token. If the response is lost, the same token can be sent again within a minute. A token replaced earlier than that ends the session. */
  refresh(body: { "refreshToken": string; }, options?: RequestOptions): Promise<Tokens>;
  /** Sign out: `POST /auth/logout`. Ends the current session at once, with all of its tokens, and the sessions started from it in other organizations. An API key has no session to end. */
  logout(options?: RequestOptions): Promise<void>;
  /** Request a sign-in link: `POST /auth/magic-link`. Sends an e-mail with a single-use sign-in link, valid for ten minutes; a newer link invalidates it. The response is the same whether the address is known or not. One network can request at most five e-mails an hour for one person. */
  requestMagicLink(body: { "email": string; }, options?: RequestOptions): Promise<{ "message": string; }>;
  /** List buildings: `GET /buildings`. The buildings of the organization; residents see those of their own apartments. */
  listBuildings(query?: { /** Only objects with exactly this externalId. Must be one line of visible text without control characters. */ externalId?: string | undefined; /** Only objects with all of these values, written as metadata[key]=value; at most ten. */ metadata?: { [name: string]: string; } | undefined; /** What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas. */ include?: string | undefined; /** The maximum number of items. Default 100; values above 500 count as 500. */ limit?: number | undefined; /** The start of the page: pagination.nextCursor of the previous page. */ cursor?: string | undefined; /** The sort order; a leading minus for descending. Default createdAt. */ sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name" | undefined; /** Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead. */ updatedSince?: string | undefined }, options?: RequestOptions): List<Building>;
  /** Create a building: `POST /buildings`. Creates a building. Defaults of the billing settings: EUR, 14 days, Europe/Tallinn, Estonian, no charges. */
  createBuilding(body: NewBuilding, options?: RequestOptions): Promise<Building>;
  /** Fetch one building: `GET /buildings/{id}`. One building with its billing settings. */
  getBuilding(id: string, options?: RequestOptions): Promise<Building>;
  /** Update building settings: `PATCH /buildings/{id}`. Changes only the given fields. Charges are replaced as a whole; existing invoices do not change. A changed IBAN or beneficiary is recorded in the security log, and every owner gets an e-mail with a link that restores the former account; an organization can forbid this change to API keys. */
  updateBuilding(id: string, body: ChangedBuilding, options?: RequestOptions): Promise<Building>;
  /** Delete a building: `DELETE /buildings/{id}`. Requires the password of the signed-in owner, in the body or in the header X-Confirm-Password; not possible with an API key. Rejected while there are unpaid invoices. The building and everything in it disappear from all responses. */
  deleteBuilding(id: string, body?: { "password"?: string | undefined; }, options?: RequestOptions): Promise<void>;
  /** List the apartments of a building: `GET /buildings/{id}/apartments`. In the natural order of their numbers (2 before 10). Residents see their own apartments. */
  listApartments(id: string, query?: { /** Only objects with exactly this externalId. Must be one line of visible text without control characters. */ externalId?: string | undefined; /** Only objects with all of these values, written as metadata[key]=value; at most ten. */ metadata?: { [name: string]: string; } | undefined; /** What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas. */ include?: string | undefined; /** The maximum number of items. Default 100; values above 500 count as 500. */ limit?: number | undefined; /** The start of the page: pagination.nextCursor of the previous page. */ cursor?: string | undefined; /** The sort order; a leading minus for descending. Default number. */ sort?: "number" | "-number" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | undefined; /** Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead. */ updatedSince?: string | undefined }, options?: RequestOptions): List<Apartment>;
  /** Create an apartment: `POST /buildings/{id}/apartments`. Creates an apartment with a payment reference. A number that already exists in the building, ignoring spaces and case, is a conflict. */
  createApartment(id: string, body: NewApartment, options?: RequestOptions): Promise<Apartment>;
  /** Update apartment details: `PATCH /buildings/{id}/apartments/{aptId}`. Changes only the given fields; null removes a value. Existing invoices do not change. */
  updateApartment(id: string, aptId: string, body: ChangedApartment, options?: RequestOptions): Promise<Apartment>;
  /** Delete an apartment: `DELETE /buildings/{id}/apartments/{aptId}`. Rejected while it has unpaid invoices. Its number becomes available again; paid and cancelled invoices are kept. */
  deleteApartment(id: string, aptId: string, options?: RequestOptions): Promise<void>;
  /** List invoices: `GET /invoices`. Without their positions, unless include=positions asks for them. Residents see the invoices of their own apartments for their own days, without drafts. Invoices of a deleted building are removed; those of a deleted apartment are kept. */
  listInvoices(query?: { /** overdue: sent, and past the due date in the building’s time zone. */ status?: "draft" | "sent" | "paid" | "cancelled" | "overdue" | undefined; buildingId?: string | undefined; apartmentId?: string | undefined; /** Issued on or after this day. */ dateFrom?: string | undefined; /** Issued on or before this day. */ dateTo?: string | undefined; /** Due on or after this day. */ dueDateFrom?: string | undefined; /** Due on or before this day. */ dueDateTo?: string | undefined; /** The payment reference, exactly. Must be one line of visible text without control characters. */ reference?: string | undefined; /** The number, in any case of letters. Must be one line of visible text without control characters. */ number?: string | undefined; /** Only objects with exactly this externalId. Must be one line of visible text without control characters. */ externalId?: string | undefined; /** Only objects with all of these values, written as metadata[key]=value; at most ten. */ metadata?: { [name: string]: string; } | undefined; /** What each page has in addition. positions: the positions of each invoice, as in its detail. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of positions, deleted, etags, separated by commas. */ include?: string | undefined; /** Embeds these objects in fields of their names. Residents of the organization cannot embed residents. Must be one or more of building, apartment, residents, separated by commas. */ expand?: string | undefined; /** The maximum number of items. Default 100; values above 500 count as 500. */ limit?: number | undefined; /** The start of the page: pagination.nextCursor of the previous page. */ cursor?: string | undefined; /** The sort order; a leading minus for descending. Default createdAt. */ sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "issueDate" | "-issueDate" | "dueDate" | "-dueDate" | "number" | "-number" | "amount" | "-amount" | undefined; /** Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead. */ updatedSince?: string | undefined }, options?: RequestOptions): List<ListedInvoice>;
  /** Fetch one invoice: `GET /invoices/{id}`. One invoice with its positions. Each position explains how its amount was calculated. */
  getInvoice(id: string, query?: { /** Embeds these objects in fields of their names. Residents of the organization cannot embed residents. Must be one or more of building, apartment, residents, separated by commas. */ expand?: string | undefined; /** true: also the account, with the amount to pay now for this and earlier invoices. */ account?: boolean | undefined }, options?: RequestOptions): Promise<InvoiceWithPositions>;
  /** Update status, payment date or reference: `PATCH /invoices/{id}`. Changes only the given fields. draft and sent can become paid or cancelled; an invoice paid only by credit before it was sent can be cancelled. paid means in full, and raises invoice.paid; repeating the current status raises nothing. The open amount is recorded as a payment of source manual; payments of a cancelled invoice become credit of the apartment. The payment date of a paid invoice can be corrected; the reference of a cancelled one cannot change. */
  updateInvoice(id: string, body: ChangedInvoice, options?: RequestOptions): Promise<UpdatedInvoice>;
  /** Download an invoice as a PDF: `GET /invoices/{id}/pdf`. The document for the recipient, with a code for bank apps, and a second page that explains each amount (PDF/A-3a, tagged). After it was sent by e-mail, this returns the sent file, byte for byte. In another language, or if the invoice is cancelled, the document is rendered from current data. If-None-Match with the ETag returns 304. A draft is marked as a draft. */
  getInvoicePdf(id: string, query?: { /** Default: the language of the recipient, or else of the building; for a sent invoice, one in which it was sent. */ language?: "et" | "en" | "lv" | "lt" | "ru" | undefined }, options?: RequestOptions): Promise<Uint8Array>;
  /** Generate the invoices of a building for a period: `POST /invoices/generate-bulk`. Creates a draft for each apartment, for a period of at most 366 days, by default the previous calendar month. Supplier bills are split so that the positions add up to them to the cent. Repeating the request creates only missing invoices; concurrent callers create one set. An apartment fails if it has an invoice of another period that overlaps this one; the rest is created. Nothing is created if old and new positions would not add up to a bill. An apartment’s credit pays its new invoice at once. */
  generateInvoices(body: NewGeneration, query?: { /** Dry run: returns the result without creating anything, with all problems at once instead of an error, and with the changes since the previous period. In the query or in the body: true in either place counts. Default: false. */ dryRun?: boolean | undefined }, options?: RequestOptions): Promise<Generation>;
  /** Send invoices by e-mail: `POST /invoices/send-bulk`. Queues an e-mail with the PDF for each recipient (everybody who receives invoices and had the apartment on the invoice’s days), in the recipient’s language. The invoice becomes sent, and raises invoice.sent, when a mail server accepts the first of its e-mails; until then its status does not change and its sending is queued. Repeating the request sends nothing twice; if no e-mail was accepted, it creates new ones. A paid invoice that has reached nobody is sent too, and stays paid. */
  sendInvoices(body: NewSending, options?: RequestOptions): Promise<Sending>;
  /** List meters: `GET /meters`. The meters of one building or all, each with its last confirmed reading. Residents see those of their own apartments. Replaced meters stay in the list. */
  listMeters(query?: { /** Default: all buildings. */ buildingId?: string | undefined; apartmentId?: string | undefined; type?: "cold_water" | "hot_water" | "heating" | "electricity" | "gas" | undefined; /** Only objects with exactly this externalId. Must be one line of visible text without control characters. */ externalId?: string | undefined; /** Only objects with all of these values, written as metadata[key]=value; at most ten. */ metadata?: { [name: string]: string; } | undefined; /** What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas. */ include?: string | undefined; /** The maximum number of items. Default 100; values above 500 count as 500. */ limit?: number | undefined; /** The start of the page: pagination.nextCursor of the previous page. */ cursor?: string | undefined; /** The sort order; a leading minus for descending. Default createdAt. */ sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | undefined; /** Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead. */ updatedSince?: string | undefined }, options?: RequestOptions): List<Meter>;
  /** Create a meter: `POST /meters`. A meter of an apartment, or a main meter of the building. With replacesMeterId it replaces another meter: that one ends with finalValue on the day of installation, and consumption continues across the change. */
  createMeter(body: NewMeter, options?: RequestOptions): Promise<Meter>;
  /** Submit a reading: `POST /meters/{id}/readings`. A register value, current or past, also between two other readings. A resident’s reading is submitted and waits for a manager; one from a manager or an API key is confirmed at once. It must not be below the previous confirmed value (unless the register rolled over) or above the next one. */
  submitReading(id: string, body: NewReading, options?: RequestOptions): Promise<NotedReading>;
  /** Read a meter from a photo: `POST /meters/ocr`. Extracts the reading with its confidence and warnings. Nothing is submitted or stored: show the result to a person, then send POST /meters/:id/readings. If known data of the meter changed a digit, text and value differ and the confidence stays below 0.5. */
  readMeterPhoto(body: { /** The meter in the photo. Its digits, decimals and last reading improve the result. */ "meterId"?: string | undefined; "file": FileContent; /** The file name, for people. */ "fileName"?: string | undefined; }, query?: { /** The meter in the photo. Its digits, decimals and last reading improve the result. */ meterId?: string | undefined }, options?: RequestOptions): Promise<PhotoReading>;
  /** List residents: `GET /residents`. All present and past residents and owners, with or without an account, each with all their apartments and days. */
  listResidents(query?: { /** The maximum number of items. Default 100; values above 500 count as 500. */ limit?: number | undefined; /** The start of the page: pagination.nextCursor of the previous page. */ cursor?: string | undefined; /** The sort order; a leading minus for descending. Default name. */ sort?: "name" | "-name" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | undefined; /** Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead. */ updatedSince?: string | undefined; /** Only objects with exactly this externalId. Must be one line of visible text without control characters. */ externalId?: string | undefined; /** Only objects with all of these values, written as metadata[key]=value; at most ten. */ metadata?: { [name: string]: string; } | undefined; /** What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas. */ include?: string | undefined; buildingId?: string | undefined; apartmentId?: string | undefined; /** Only residents on this day. */ activeOn?: string | undefined; /** Part of a name, an e-mail address or a telephone number. Must be one line of visible text without control characters. */ search?: string | undefined }, options?: RequestOptions): List<Resident>;
  /** Invite somebody: `POST /invitations`. Sends an e-mail with a single-use link, valid for seven days. The person who accepts becomes a resident of the apartment from that day (or from `since`, or from an already recorded day), with an account; or, if invited by an owner in person, a manager or accountant. */
  createInvitation(body: NewInvitation, options?: RequestOptions): Promise<Invitation>;
  /** List pending invitations: `GET /invitations`. Invitations that can still be accepted. */
  listInvitations(query?: { /** The maximum number of items. Default 100; values above 500 count as 500. */ limit?: number | undefined; /** The start of the page: pagination.nextCursor of the previous page. */ cursor?: string | undefined; /** The sort order; a leading minus for descending. Default createdAt. */ sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | undefined; /** Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead. */ updatedSince?: string | undefined }, options?: RequestOptions): List<Invitation>;
  /** Cancel an invitation: `DELETE /invitations/{id}`. The link in its e-mail becomes invalid. An invitation that is no longer pending is not found. */
  cancelInvitation(id: string, options?: RequestOptions): Promise<void>;
  /** Start a payment through a banklink provider: `POST /payments/banklink`. Fixes the amount, always the invoice’s balance, and returns the way to the bank. Send the payer to payUrl, or post the fields to url. The invoice is paid when the bank confirms the payment, however late or often; money that the invoice no longer needs becomes credit of the apartment. Residents can start payments of their own invoices. */
  initiateBanklink(body: { "invoiceId": string; /** One of the organization’s banks, by name; optional if there is only one. */ "bank"?: string | undefined; /** An https URL, shown to the payer as a link after the payment. Nothing is added to it. */ "returnUrl"?: string | undefined; }, options?: RequestOptions): Promise<BanklinkPayment>;
  /** List recorded payments: `GET /payments`. Payments from banklinks and bank statements, and recorded by people; each with the invoices it pays, the reasons, and the rest. Residents see payments of their own invoices, of joint payments only their own part, and cannot sort by amount. */
  listPayments(query?: { status?: "matched" | "partially_matched" | "unmatched" | "reversed" | undefined; source?: "banklink" | "statement" | "manual" | "credit" | undefined; /** Paid on or after this day. */ dateFrom?: string | undefined; /** Paid on or before this day. */ dateTo?: string | undefined; /** Allocated to invoices of this building, credit of its apartments, or received on its account and not assigned yet. */ buildingId?: string | undefined; /** Only objects with exactly this externalId. Must be one line of visible text without control characters. */ externalId?: string | undefined; /** Only objects with all of these values, written as metadata[key]=value; at most ten. */ metadata?: { [name: string]: string; } | undefined; /** What each page has in addition. deleted: with updatedSince, what disappeared from the list since then. etags: the ETag of each object, for If-Match. Must be one or more of deleted, etags, separated by commas. */ include?: string | undefined; /** The maximum number of items. Default 100; values above 500 count as 500. */ limit?: number | undefined; /** The start of the page: pagination.nextCursor of the previous page. */ cursor?: string | undefined; /** The sort order; a leading minus for descending. Default createdAt. */ sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "paidOn" | "-paidOn" | "amount" | "-amount" | undefined; /** Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead. */ updatedSince?: string | undefined }, options?: RequestOptions): List<Payment>;
  /** Import a bank statement for automatic reconciliation: `POST /bank-statements/import`. Accepts camt.052, .053 and .054 of every version, MT940, and tables (CSV, or the first sheet of an xlsx file): exports of known banks, and others whose headings name date, amount and text. The format is recognised by the content. The currency is the one in the file, or else `currency`, or else that of the building whose account it is; it is never assumed. If a file has columns for several currencies, those of that currency count. Each booking counts once, however many files contain it; equal bookings within one file each count. Credits become payments and are matched by reference, invoice number or a known payer; an uncertain one waits for review, with its reason. All of a file is imported, or nothing: an error names the line that cannot be read. Importing the same file again changes nothing and returns 200. */
  importBankStatement(body: { /** Dry run: returns the result without storing anything. In the query or beside the file: true in either place counts. Default: false. */ "dryRun"?: boolean | undefined; /** The currency of the amounts, for a table that does not state it (422 currency_missing). The file takes precedence. In the query or beside the file. */ "currency"?: string | undefined; "file": FileContent; /** The file name, for people. */ "fileName"?: string | undefined; }, query?: { /** Dry run: returns the result without storing anything. In the query or beside the file: true in either place counts. Default: false. */ dryRun?: boolean | undefined; /** The currency of the amounts, for a table that does not state it (422 currency_missing). The file takes precedence. In the query or beside the file. */ currency?: string | undefined }, options?: RequestOptions): Promise<StatementImport>;
  /** List webhook endpoints: `GET /webhooks`. The organization’s endpoints, without their secrets. */
  listWebhooks(query?: { /** The maximum number of items. Default 100; values above 500 count as 500. */ limit?: number | undefined; /** The start of the page: pagination.nextCursor of the previous page. */ cursor?: string | undefined; /** The sort order; a leading minus for descending. Default createdAt. */ sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | undefined; /** Only objects changed at or after this time. Next time pass the latest updatedAt you received, so that nothing is missed. Not more than five minutes ahead. */ updatedSince?: string | undefined }, options?: RequestOptions): List<WebhookEndpoint>;
  /** Create a webhook endpoint: `POST /webhooks`. Every new event of these types is posted to the URL, signed with the secret in the response. Delivery is at least once, without guaranteed order (the console API can enable it); respond with 2xx within 15 seconds. The header webhook-id is the same for every attempt. */
  createWebhook(body: NewWebhookEndpoint, options?: RequestOptions): Promise<WebhookEndpointWithSecret>;
  /** Delete a webhook endpoint: `DELETE /webhooks/{id}`. No more events are posted to it, and its delivery log is deleted. */
  deleteWebhook(id: string, options?: RequestOptions): Promise<void>;
};

/** Makes the operations on an HTTP client. */
export function makeOperations(http: HttpClient): Operations {
  return {
    login: (body, options) => http.object({ method: 'POST', path: `/auth/login`, body, isPublic: true }, options),
    refresh: (body, options) => http.object({ method: 'POST', path: `/auth/refresh`, body, isPublic: true }, options),
    logout: (options) => http.nothing({ method: 'POST', path: `/auth/logout` }, options),
    requestMagicLink: (body, options) => http.object({ method: 'POST', path: `/auth/magic-link`, body, isPublic: true }, options),
    listBuildings: (query, options) => http.list({ method: 'GET', path: `/buildings`, query }, options),
    createBuilding: (body, options) => http.object({ method: 'POST', path: `/buildings`, body }, options),
    getBuilding: (id, options) => http.object({ method: 'GET', path: `/buildings/${segment(id)}` }, options),
    updateBuilding: (id, body, options) => http.object({ method: 'PATCH', path: `/buildings/${segment(id)}`, body }, options),
    deleteBuilding: (id, body, options) => http.nothing({ method: 'DELETE', path: `/buildings/${segment(id)}`, body }, options),
    listApartments: (id, query, options) => http.list({ method: 'GET', path: `/buildings/${segment(id)}/apartments`, query }, options),
    createApartment: (id, body, options) => http.object({ method: 'POST', path: `/buildings/${segment(id)}/apartments`, body }, options),
    updateApartment: (id, aptId, body, options) => http.object({ method: 'PATCH', path: `/buildings/${segment(id)}/apartments/${segment(aptId)}`, body }, options),
    deleteApartment: (id, aptId, options) => http.nothing({ method: 'DELETE', path: `/buildings/${segment(id)}/apartments/${segment(aptId)}` }, options),
    listInvoices: (query, options) => http.list({ method: 'GET', path: `/invoices`, query }, options),
    getInvoice: (id, query, options) => http.object({ method: 'GET', path: `/invoices/${segment(id)}`, query }, options),
    updateInvoice: (id, body, options) => http.object({ method: 'PATCH', path: `/invoices/${segment(id)}`, body }, options),
    getInvoicePdf: (id, query, options) => http.file({ method: 'GET', path: `/invoices/${segment(id)}/pdf`, query }, options),
    generateInvoices: (body, query, options) => http.object({ method: 'POST', path: `/invoices/generate-bulk`, body, query }, options),
    sendInvoices: (body, options) => http.object({ method: 'POST', path: `/invoices/send-bulk`, body }, options),
    listMeters: (query, options) => http.list({ method: 'GET', path: `/meters`, query }, options),
    createMeter: (body, options) => http.object({ method: 'POST', path: `/meters`, body }, options),
    submitReading: (id, body, options) => http.object({ method: 'POST', path: `/meters/${segment(id)}/readings`, body }, options),
    readMeterPhoto: (body, query, options) => http.object({ method: 'POST', path: `/meters/ocr`, body, query }, options),
    listResidents: (query, options) => http.list({ method: 'GET', path: `/residents`, query }, options),
    createInvitation: (body, options) => http.object({ method: 'POST', path: `/invitations`, body }, options),
    listInvitations: (query, options) => http.list({ method: 'GET', path: `/invitations`, query }, options),
    cancelInvitation: (id, options) => http.nothing({ method: 'DELETE', path: `/invitations/${segment(id)}` }, options),
    initiateBanklink: (body, options) => http.object({ method: 'POST', path: `/payments/banklink`, body }, options),
    listPayments: (query, options) => http.list({ method: 'GET', path: `/payments`, query }, options),
    importBankStatement: (body, query, options) => http.object({ method: 'POST', path: `/bank-statements/import`, body, query }, options),
    listWebhooks: (query, options) => http.list({ method: 'GET', path: `/webhooks`, query }, options),
    createWebhook: (body, options) => http.object({ method: 'POST', path: `/webhooks`, body }, options),
    deleteWebhook: (id, options) => http.nothing({ method: 'DELETE', path: `/webhooks/${segment(id)}` }, options),
  };
}
