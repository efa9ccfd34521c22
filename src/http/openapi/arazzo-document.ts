// The Arazzo 1.0 description: five flows over the operations, step by step, for programs that play or generate from
// them. Equal input gives equal text.
import manifest from '../../../package.json' with { type: 'json' };
import type { ServiceAddress } from './openapi-introduction.ts';

type ArazzoStep = {
  readonly stepId: string;
  readonly description: string;
  readonly operationId: string;
  readonly parameters?: readonly ArazzoParameter[];
  readonly requestBody?: { readonly contentType: 'application/json'; readonly payload: object };
  readonly successCriteria: readonly object[];
  readonly onFailure?: readonly object[];
  readonly outputs?: Readonly<Record<string, string>>;
};
type ArazzoParameter = { readonly name: string; readonly in: 'path' | 'query' | 'header'; readonly value: string };

/** Builds the description. Its flows name operations of both documents, at the service's address. */
export function arazzoDocument({ publicUrl }: ServiceAddress): object {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Haldur: five flows',
      version: manifest.version,
      summary: 'From the first building to the sent invoice, and what follows it.',
      description:
        'Each flow needs `accessToken`: an API key of the organization, or the access token of a person. Operations of the source `console` are not part of the specification and may change with the console.',
    },
    sourceDescriptions: [
      { name: 'integration', url: `${publicUrl}/openapi.json`, type: 'openapi' },
      { name: 'console', url: `${publicUrl}/console/openapi.json`, type: 'openapi' },
    ],
    workflows: [sendFirstInvoice, readMeter, importPayment, receiveEvents, ...mirrorFlows],
  };
}

const integration = (operation: string) => `$sourceDescriptions.integration.${operation}`;
const consoleOperation = (operation: string) => `$sourceDescriptions.console.${operation}`;
const json = (payload: object) => ({ contentType: 'application/json', payload }) as const;
const path = (name: string, value: string): ArazzoParameter => ({ name, in: 'path', value });
const query = (name: string, value: string): ArazzoParameter => ({ name, in: 'query', value });
const bearer = (input: string): ArazzoParameter => ({
  name: 'Authorization',
  in: 'header',
  value: `Bearer {$inputs.${input}}`,
});
const status = (code: number) => ({ condition: `$statusCode == ${code}` });
const bodyHas = (pointer: string, value: string) => ({ condition: `$response.body#${pointer} == ${value}` });
/** An input. Only passwords have a format: `redocly respect` does not play a description with `date`. */
const text = (description: string) => ({ type: 'string', description });
const secret = (description: string) => ({ type: 'string', format: 'password', description });
const inputs = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
/** Repeats a step until it succeeds, for what the service does soon after its response. */
const retryEverySecond = (times: number) => [
  { name: 'tryAgain', type: 'retry', retryAfter: 1, retryLimit: times } as const,
];

const accessToken = secret('An API key with the role manager, or the access token of an owner or manager.');

const sendFirstInvoiceSteps: readonly ArazzoStep[] = [
  {
    stepId: 'createBuilding',
    description: 'A building with one charge of ten euros for each apartment.',
    operationId: integration('createBuilding'),
    requestBody: json({
      name: '$inputs.buildingName',
      address: '$inputs.address',
      billing: {
        currency: 'EUR',
        charges: [{ code: 'administration', name: 'Haldus', basis: 'fixed', unitPrice: 10, vatRate: 24 }],
      },
    }),
    successCriteria: [status(201)],
    outputs: { buildingId: '$response.body#/data/id' },
  },
  {
    stepId: 'createApartment',
    description: 'Its first apartment.',
    operationId: integration('createApartment'),
    parameters: [path('id', '$steps.createBuilding.outputs.buildingId')],
    requestBody: json({ number: '1', area: 54.3 }),
    successCriteria: [status(201)],
    outputs: { apartmentId: '$response.body#/data/id' },
  },
  {
    stepId: 'registerOwner',
    description: 'Its owner, who receives the invoices.',
    operationId: consoleOperation('createResident'),
    requestBody: json({
      name: '$inputs.ownerName',
      email: '$inputs.ownerEmail',
      apartments: [
        {
          apartmentId: '$steps.createApartment.outputs.apartmentId',
          since: '$inputs.periodStart',
          receivesInvoice: true,
        },
      ],
    }),
    successCriteria: [status(201)],
  },
  {
    stepId: 'tryGeneration',
    description: 'A dry run: what would be created, and all problems at once.',
    operationId: integration('generateInvoices'),
    requestBody: json({
      buildingId: '$steps.createBuilding.outputs.buildingId',
      periodStart: '$inputs.periodStart',
      periodEnd: '$inputs.periodEnd',
      dryRun: true,
    }),
    successCriteria: [status(200), bodyHas('/data/failed', '0'), bodyHas('/data/created', '1')],
  },
  {
    stepId: 'generate',
    description: 'The drafts of the period. Repeating this creates only what is missing.',
    operationId: integration('generateInvoices'),
    requestBody: json({
      buildingId: '$steps.createBuilding.outputs.buildingId',
      periodStart: '$inputs.periodStart',
      periodEnd: '$inputs.periodEnd',
    }),
    successCriteria: [status(201)],
    outputs: { invoiceId: '$response.body#/data/invoices/0/invoiceId' },
  },
  {
    stepId: 'send',
    description: 'Queues the e-mail with the PDF.',
    operationId: integration('sendInvoices'),
    requestBody: json({ invoiceIds: ['$steps.generate.outputs.invoiceId'] }),
    successCriteria: [status(202), bodyHas('/data/queued', '1')],
  },
  {
    stepId: 'waitUntilSent',
    description: 'The invoice is sent once a mail server has accepted the e-mail. The event invoice.sent says it too.',
    operationId: integration('getInvoice'),
    parameters: [path('id', '$steps.generate.outputs.invoiceId')],
    successCriteria: [status(200), bodyHas('/data/status', "'sent'")],
    onFailure: retryEverySecond(60),
    outputs: { number: '$response.body#/data/number' },
  },
];

const sendFirstInvoice = {
  workflowId: 'sendFirstInvoice',
  summary: 'From the first building to the sent invoice',
  inputs: inputs({
    accessToken,
    buildingName: text('The name of the building, such as Kase 12.'),
    address: text('Its address.'),
    ownerName: text('The name of the owner of the apartment.'),
    ownerEmail: text('The address that the invoice goes to.'),
    periodStart: text('The first day of the month to invoice, YYYY-MM-DD.'),
    periodEnd: text('Its last day.'),
  }),
  parameters: [bearer('accessToken')],
  steps: sendFirstInvoiceSteps,
  outputs: {
    buildingId: '$steps.createBuilding.outputs.buildingId',
    apartmentId: '$steps.createApartment.outputs.apartmentId',
    invoiceId: '$steps.generate.outputs.invoiceId',
    invoiceNumber: '$steps.waitUntilSent.outputs.number',
  },
};

const readMeterSteps: readonly ArazzoStep[] = [
  {
    stepId: 'readPhoto',
    description: 'Reads the register. Nothing is stored: show the value to the resident, who may correct it.',
    operationId: integration('readMeterPhoto'),
    parameters: [bearer('residentToken')],
    requestBody: json({ meterId: '$inputs.meterId', file: '$inputs.photo' }),
    successCriteria: [status(200)],
    outputs: { value: '$response.body#/data/value' },
  },
  {
    stepId: 'storePhoto',
    description: 'Stores the photo, so that the manager can see it beside the reading.',
    operationId: consoleOperation('sendReadingPhoto'),
    parameters: [bearer('residentToken')],
    requestBody: json({ file: '$inputs.photo' }),
    successCriteria: [status(201)],
    outputs: { photoId: '$response.body#/data/id' },
  },
  {
    stepId: 'submitReading',
    description: 'Submits the reading. A resident’s waits for a manager; a manager’s own is confirmed at once.',
    operationId: integration('submitReading'),
    parameters: [bearer('residentToken'), path('id', '$inputs.meterId')],
    requestBody: json({
      value: '$steps.readPhoto.outputs.value',
      source: 'photo',
      photoId: '$steps.storePhoto.outputs.photoId',
    }),
    successCriteria: [status(201), bodyHas('/data/status', "'submitted'")],
    outputs: { readingId: '$response.body#/data/id' },
  },
  {
    stepId: 'confirmReading',
    description: 'The manager looks at the photo and confirms. From now on the reading is billed.',
    operationId: consoleOperation('confirmReading'),
    parameters: [bearer('accessToken'), path('id', '$steps.submitReading.outputs.readingId')],
    successCriteria: [status(200), bodyHas('/data/status', "'confirmed'")],
    outputs: { value: '$response.body#/data/value' },
  },
];

const readMeter = {
  workflowId: 'readMeter',
  summary: 'From the photo of a meter to the confirmed reading',
  inputs: inputs({
    accessToken,
    residentToken: secret('The access token of a resident of the apartment.'),
    meterId: text('The meter in the photo.'),
    photo: text('The photo in base64: JPEG, PNG or WebP.'),
  }),
  steps: readMeterSteps,
  outputs: {
    readingId: '$steps.submitReading.outputs.readingId',
    value: '$steps.confirmReading.outputs.value',
  },
};

const importPaymentSteps: readonly ArazzoStep[] = [
  {
    stepId: 'tryImport',
    description: 'A dry run: how the entries would be matched.',
    operationId: integration('importBankStatement'),
    requestBody: json({ file: '$inputs.statement', dryRun: true }),
    successCriteria: [status(200)],
  },
  {
    stepId: 'import',
    description: 'Imports the statement and matches its credits. Importing the same file again changes nothing.',
    operationId: integration('importBankStatement'),
    requestBody: json({ file: '$inputs.statement' }),
    successCriteria: [status(201)],
    outputs: { paymentId: '$response.body#/data/payments/0/paymentId', unmatched: '$response.body#/data/unmatched' },
  },
  {
    stepId: 'getPaidInvoice',
    description: 'The invoice is paid.',
    operationId: integration('getInvoice'),
    parameters: [path('id', '$inputs.invoiceId')],
    successCriteria: [status(200), bodyHas('/data/status', "'paid'"), bodyHas('/data/balance', '0')],
    outputs: { paidDate: '$response.body#/data/paidDate' },
  },
];

const importPayment = {
  workflowId: 'importPayment',
  summary: 'From the bank statement to the paid invoice',
  inputs: inputs({
    accessToken: secret('An API key with the role accountant, or the access token of an owner or accountant.'),
    statement: text('The statement in base64: camt.05x, MT940, CSV or xlsx.'),
    invoiceId: text('The invoice that the statement pays.'),
  }),
  parameters: [bearer('accessToken')],
  steps: importPaymentSteps,
  outputs: { paymentId: '$steps.import.outputs.paymentId', paidDate: '$steps.getPaidInvoice.outputs.paidDate' },
};

const receiveEventsSteps: readonly ArazzoStep[] = [
  {
    stepId: 'register',
    description: 'Registers your URL. Store the secret: it is shown once.',
    operationId: integration('createWebhook'),
    requestBody: json({ url: '$inputs.url', events: ['invoice.created', 'invoice.sent', 'invoice.paid'] }),
    successCriteria: [status(201)],
    outputs: { webhookId: '$response.body#/data/id', secret: '$response.body#/data/secret' },
  },
  {
    stepId: 'sendTest',
    description:
      'Sends a test event. Your receiver computes the HMAC-SHA256 of the exact bytes of the body with the secret, compares it with X-Service-Signature (sha256= and hex), and responds with 2xx only if they are equal.',
    operationId: consoleOperation('testWebhook'),
    parameters: [path('id', '$steps.register.outputs.webhookId')],
    requestBody: json({ event: 'invoice.paid' }),
    successCriteria: [status(202)],
    outputs: { deliveryId: '$response.body#/data/id' },
  },
  {
    stepId: 'waitUntilDelivered',
    description: 'The log of the delivery says that your receiver responded with 2xx.',
    operationId: consoleOperation('getDelivery'),
    parameters: [path('id', '$steps.sendTest.outputs.deliveryId')],
    successCriteria: [status(200), bodyHas('/data/status', "'delivered'")],
    onFailure: retryEverySecond(60),
  },
];

const receiveEvents = {
  workflowId: 'receiveEvents',
  summary: 'Register for webhooks, receive a test event and verify it',
  inputs: inputs({ accessToken, url: text('Your URL that receives events.') }),
  parameters: [bearer('accessToken')],
  steps: receiveEventsSteps,
  outputs: { webhookId: '$steps.register.outputs.webhookId', secret: '$steps.register.outputs.secret' },
};

const mirrorInputs = {
  accessToken,
  pageSize: { type: 'integer', description: 'How many invoices a page has, at most 500.' },
};
const changedSince = text('The newest updatedAt or deletedAt of all mirrors before.');
const pageCursor = text('nextCursor of the page before.');
const mirrorOutputs = {
  invoices: '$response.body#/data',
  nextCursor: '$response.body#/pagination/nextCursor',
};
const deletedInvoices = { deleted: '$response.body#/deleted' };

type MirrorFlow = {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly onlyChanges: boolean;
  readonly isNextPage: boolean;
};

/**
 * A page of a mirror: of everything, or of what has changed and what was deleted. All pages have the same filters and
 * order.
 */
function mirrorFlow({ id, summary, description, onlyChanges, isNextPage }: MirrorFlow) {
  const outputs = { ...mirrorOutputs, ...(onlyChanges ? deletedInvoices : {}) };
  const stepId = `${id}Page`;
  return {
    workflowId: id,
    summary,
    description,
    inputs: inputs({
      ...mirrorInputs,
      ...(onlyChanges ? { updatedSince: changedSince } : {}),
      ...(isNextPage ? { cursor: pageCursor } : {}),
    }),
    parameters: [bearer('accessToken')],
    steps: [
      {
        stepId,
        description: 'Invoices with their positions, the oldest change first.',
        operationId: integration('listInvoices'),
        parameters: [
          query('sort', 'updatedAt'),
          query('limit', '$inputs.pageSize'),
          query('include', onlyChanges ? 'positions,deleted' : 'positions'),
          ...(onlyChanges ? [query('updatedSince', '$inputs.updatedSince')] : []),
          ...(isNextPage ? [query('cursor', '$inputs.cursor')] : []),
        ],
        successCriteria: [status(200)],
        outputs,
      },
    ],
    outputs: Object.fromEntries(Object.keys(outputs).map((name) => [name, `$steps.${stepId}.outputs.${name}`])),
  };
}

/** As in the guide to mirroring: everything once, and then what has changed. */
const mirrorFlows = [
  mirrorFlow({
    id: 'mirrorInvoices',
    summary: 'Mirror all invoices: the first page',
    description:
      'Store the invoices by their id, and the newest updatedAt. If nextCursor is not null, go on with mirrorNextInvoices. Later mirrors are mirrorChanges.',
    onlyChanges: false,
    isNextPage: false,
  }),
  mirrorFlow({
    id: 'mirrorNextInvoices',
    summary: 'Mirror all invoices: a further page',
    description: 'Repeat with the new nextCursor until it is null.',
    onlyChanges: false,
    isNextPage: true,
  }),
  mirrorFlow({
    id: 'mirrorChanges',
    summary: 'Mirror the invoices that have changed: the first page',
    description:
      'Store the invoices by their id, remove those in deleted, and keep the newest updatedAt or deletedAt: it is updatedSince of the next mirror. If nextCursor is not null, go on with mirrorNextChanges. The last mirror must be less than 90 days ago.',
    onlyChanges: true,
    isNextPage: false,
  }),
  mirrorFlow({
    id: 'mirrorNextChanges',
    summary: 'Mirror the invoices that have changed: a further page',
    description: 'Repeat with the new nextCursor and the same updatedSince until nextCursor is null.',
    onlyChanges: true,
    isNextPage: true,
  }),
];
