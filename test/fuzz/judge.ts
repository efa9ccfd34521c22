// Holds a response against the document of its operation, and against what holds for every response of the service.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isConsolePage } from '../../src/platform/values/console-page.ts';
import { isDay, isInstant, isTimeZone } from '../../src/platform/values/dates.ts';
import { isId } from '../../src/platform/values/ids.ts';
import { earlyCodes } from '../declared-responses.ts';
import { type DocumentedOperation, resolve, type Schema } from './documented-operations.ts';
import type { Life, Side } from './life.ts';
import type { Received, RequestStep, SentRequest } from './steps.ts';

/** What is wrong with a response. `kind` stays the same while a history is shortened. */
export type Violation = { readonly kind: string; readonly text: string };

const ajv = new Ajv2020({
  strict: false,
  allErrors: false,
  formats: {
    uuid: isId,
    date: isDay,
    'date-time': isInstant,
    'time-zone': isTimeZone,
    'console-page': isConsolePage,
    uri: (text: string) => URL.canParse(text),
  },
});
const compiled = new WeakMap<object, ValidateFunction>();

/** Headers that a success has only sometimes. The others of its document are always there. */
const optionalHeaders = new Set([
  'Link',
  'Idempotency-Replayed',
  'Haldur-Ignored',
  'Haldur-Request-Log',
  'Preference-Applied',
]);
/** Operations that answer 503 under load: they hash passwords, or start a limited number of slow programs. */
const mayBeBusy = new Set(['readMeterPhoto', 'getInvoicePdf', 'printInvoices', 'printApartmentAccount']);

/** The first thing that is wrong with a response; undefined if nothing is. */
export function judge(
  operation: DocumentedOperation,
  step: RequestStep,
  sent: SentRequest,
  received: Received,
): Violation | undefined {
  const { status } = received;
  if (status >= 500 && !(status === 503 && mayBeBusy.has(operation.name)))
    return { kind: `status ${status}`, text: received.text };
  const violation = documentViolation(operation, received);
  if (violation !== undefined) return violation;
  if (step.expected !== undefined && status !== step.expected && status !== 401)
    return { kind: 'permission', text: `${status} instead of ${step.expected} for ${step.actor}.` };
  if (status < 300 && isForbiddenBody(operation, step, sent))
    return { kind: 'accepted', text: 'The body does not fit the schema of the document, and was accepted.' };
  return undefined;
}

/** Status, content type, body and headers as documented. */
function documentViolation(
  operation: DocumentedOperation,
  { status, headers, text, body }: Received,
): Violation | undefined {
  const code = (body as { code?: unknown } | undefined)?.code;
  if (status >= 400 && earlyCodes.includes(String(code))) return undefined;
  const response = operation.responses[status];
  if (response === undefined) return { kind: `undeclared ${status}`, text };
  const [type] = (headers['content-type'] ?? '').split(';');
  const contents = Object.entries(response.content ?? {});
  if (contents.length === 0 && text !== '')
    return { kind: 'body', text: `A body where none is documented: ${text.slice(0, 300)}` };
  if (contents.length > 0) {
    const content = response.content?.[type ?? ''];
    if (content === undefined) return { kind: 'content type', text: `${type} is not documented for ${status}.` };
    if (/json/.test(type ?? '')) {
      const fits = validatorOf(operation, content.schema);
      if (!fits(body))
        return {
          kind: `schema ${status}`,
          text: `${ajv.errorsText(fits.errors, { dataVar: 'body' })}: ${text.slice(0, 600)}`,
        };
    }
  }
  const missing = Object.keys(response.headers ?? {}).filter(
    (name) => headers[name.toLowerCase()] === undefined && isRequired(name, String(code)),
  );
  if (missing.length > 0)
    return { kind: `header ${missing.join()}`, text: `${status} ${String(code)} has no ${missing.join(', ')}.` };
  const { nextCursor, hasMore } =
    (body as { pagination?: { nextCursor?: unknown; hasMore?: boolean } } | undefined)?.pagination ?? {};
  const hasNext = hasMore ?? typeof nextCursor === 'string'; // A feed has a next page also when nothing is on it yet.
  if (response.headers?.Link !== undefined && hasNext !== (headers.link !== undefined))
    return { kind: 'header Link', text: 'Link and nextCursor disagree.' };
  return undefined;
}

/** Retry-After of a 409 belongs to a request that is still running. */
function isRequired(name: string, code: string): boolean {
  if (name === 'Retry-After') return /rate_limited|busy|throttled|idempotency_in_progress/.test(code);
  return !optionalHeaders.has(name);
}

function validatorOf(operation: DocumentedOperation, schema: Schema): ValidateFunction {
  const before = compiled.get(schema);
  if (before !== undefined) return before;
  const { schemas, examples } = operation.document.components;
  const validate = ajv.compile({ allOf: [schema], components: { schemas, examples } });
  compiled.set(schema, validate);
  return validate;
}

/** Whether a JSON body breaks its documented schema, so that it cannot be accepted. */
function isForbiddenBody(operation: DocumentedOperation, step: RequestStep, { body }: SentRequest): boolean {
  const content = operation.requestBody?.['application/json'];
  if (content === undefined || typeof body !== 'string' || step.body === undefined || !('json' in step.body))
    return false;
  const schema = resolve<Schema>(operation.document, content.schema);
  // Files, and items of bulk requests.
  const isJudgedApart = schema.properties?.file !== undefined || schema.properties?.items !== undefined;
  return !isJudgedApart && !validatorOf(operation, content.schema)(JSON.parse(body));
}

/** Whether a response contains an id or the marker of another organization that the request did not contain. */
export function findLeak(
  { names }: Life,
  stranger: Side,
  { url, body = '' }: SentRequest,
  { text, headers }: Received,
): Violation | undefined {
  const all = `${text} ${JSON.stringify(headers)}`;
  const asked = `${decodeURIComponent(url)} ${body}`.toLowerCase();
  const secrets = [stranger.marker, ...stranger.places.flatMap((place) => Object.values(place))];
  const leaked = secrets.find((secret) => all.includes(secret) && !asked.includes(secret));
  if (leaked === undefined) return undefined;
  return {
    kind: 'leak',
    text: `The response contains ${names.get(leaked) ?? 'the marker'} of the organization "${stranger.name}".`,
  };
}

/** Whether a repeat with the same Idempotency-Key was answered as documented. */
export function judgeRepeat(
  operation: DocumentedOperation,
  isSame: boolean,
  first: Received,
  again: Received,
): Violation | undefined {
  if (operation.responses[first.status]?.headers?.['Idempotency-Replayed'] === undefined) return undefined;
  if (first.status >= 300 || [401, 403, 404].includes(again.status)) return undefined;
  if (again.status === 409 && again.text.includes('idempotency_in_progress')) return undefined;
  const replayed = again.headers['idempotency-replayed'] === 'true';
  if (isSame && (again.status !== first.status || again.text !== first.text || !replayed))
    return {
      kind: 'repeat',
      text: `The repeat got ${again.status} ${again.text.slice(0, 300)}, the first request ${first.status} ${first.text.slice(0, 300)}.`,
    };
  if (!isSame && again.status < 300)
    return { kind: 'repeat', text: `Another request with the same key got ${again.status}.` };
  return undefined;
}
