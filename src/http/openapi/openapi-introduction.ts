// The introduction of the OpenAPI document: only what a newcomer must know before the first request.
import { type ErrorCode, errorCatalogue } from '../error-catalogue.ts';

/** The service’s address: the URL without a trailing slash; the base path may be empty. */
export type ServiceAddress = { readonly publicUrl: string; readonly basePath: string };

/** Every code of the catalogue, by status. */
export const codesByStatus: ReadonlyMap<number, readonly ErrorCode[]> = Map.groupBy(
  Object.keys(errorCatalogue) as ErrorCode[],
  (code) => errorCatalogue[code].status,
);

/** Returns the introduction in Markdown. */
export function introduction({ publicUrl, basePath }: ServiceAddress): string {
  return [
    lead,
    firstRequest(publicUrl + basePath),
    requests,
    errors(publicUrl),
    lists,
    limits,
    webhooks,
    versions(publicUrl),
  ].join('\n\n');
}

const lead =
  'Buildings and apartments, invoices that are exact to the cent and explain themselves, and signed webhooks. Plain REST with JSON; no SDK is needed.';

function firstRequest(base: string): string {
  return `## Start here

Sign in. The response has \`data.accessToken\` and \`data.refreshToken\`:

\`\`\`sh
curl -s ${base}/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.org",
       "password":"your password"}'
\`\`\`

Send the access token with every other request:

\`\`\`sh
curl -s ${base}/buildings \\
  -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

- An access token lasts 15 minutes. Exchange the refresh token for a new pair at \`POST /auth/refresh\`, and keep only the latest.
- An API key of the organization goes into the same header, without signing in.
- A credential belongs to one organization. Objects of other organizations return 404, exactly like objects that do not exist.`;
}

const requests = `## Requests and responses

- Bodies are JSON objects, sent with \`Content-Type: application/json\`, at most 1 MiB. Unknown properties are ignored, and named in \`Haldur-Ignored\`; with \`Prefer: handling=strict\` they are 400. PATCH changes only the given properties.
- The result is in \`data\`. A list also has \`pagination\`.
- Money is a number with at most two decimals, beside a \`currency\`. Days are \`YYYY-MM-DD\`, times are ISO 8601 in UTC, ids are UUIDs.
- Every response has an \`X-Request-Id\`. Include it when you report a problem.`;

function errors(publicUrl: string): string {
  return `## Errors

Errors are \`application/problem+json\` (RFC 9457): \`status\`, \`title\`, \`detail\` for people, and \`code\` for programs. 422 always lists the problems, up to 20, in \`errors\`, each with its location; 400 does so if the fields are known. Any URL can also return 405, with the supported methods in \`Allow\`. [All codes, their meaning and remedy](${publicUrl}/docs/errors):

${errorTable(publicUrl)}`;
}

function errorTable(publicUrl: string): string {
  const rows = [...codesByStatus].map(([status, codes]) => {
    const links = codes.map((code) => `[\`${code}\`](${publicUrl}/docs/errors/${code})`);
    return `| ${status} | ${links.join(', ')} |`;
  });
  return ['| Status | Codes |', '|---|---|', ...rows].join('\n');
}

const lists = `## Lists

Pass \`limit\` (default 100, maximum 500) and continue with \`cursor\`, which is \`pagination.nextCursor\` of the previous page, or follow the \`Link\` header with \`rel="next"\`. \`nextCursor\` is null on the last page. A cursor is valid only with the filters and the order it was created with. \`sort\` takes a field, with a leading minus for descending order. To keep a copy in sync, pass \`updatedSince\` with the latest \`updatedAt\` you have. With \`include=deleted\` the lists of buildings, apartments, residents, invoices, meters and payments also report what was deleted in the last 90 days; read other lists in full from time to time, and remove what they no longer contain. \`include=positions\` lists invoices with their positions.

## Changes

Two programs may change one object. Send its \`ETag\` in \`If-Match\`: if it has changed since you read it, the response is 412 and nothing changes. Keep ids and notes of your own in \`externalId\` and \`metadata\`.

## Sending a request again

If a response is lost, send the request again: GET, PUT, PATCH and DELETE have the same effect once or twice. Give every POST its own \`Idempotency-Key\`; a repeat with the same key and body within 24 hours returns the first response, with \`Idempotency-Replayed: true\`, and has no further effect.`;

const limits = `## Limits

The default limits per minute are 6000 requests for each credential and 12000 for each organization; for each credential, 10 calls of generate-bulk, send-bulk, readings and residents in bulk, and imports that had an effect, and 30 photos to read; and 60 requests for each network address without a valid credential. Sign-in counts failures. The operator can change the limits. \`RateLimit-Policy\` names the limits in force and \`RateLimit\` what is left of them; the limit for bulk work is listed only once it is used up. Beyond a limit the response is 429 with \`Retry-After\` in whole seconds; a short overload returns 503 with the same header.`;

const webhooks = `## Webhooks

Register a URL with \`POST /webhooks\` and store the \`secret\` of the response: it is shown once. Before you trust a request, verify its signature over the exact bytes of the body:

\`\`\`js
const expected = Buffer.from('sha256=' +
  createHmac('sha256', secret).update(rawBody).digest('hex'));
const given = Buffer.from(
  request.headers['x-service-signature'] ?? '');
const genuine = given.length === expected.length &&
  timingSafeEqual(given, expected);
\`\`\`

To test your verification: the secret \`It's a Secret to Everybody\` and the body \`Hello, World!\` give \`sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17\`.

Respond with 2xx at once and do the work afterwards. Any other response is retried for days. An event can arrive twice, and events can arrive out of order: store \`webhook-id\`, and order by \`timestamp\`.`;

function versions(publicUrl: string): string {
  return `## Versions

There is no version in the path. Fields, operations, codes and event types are added, so ignore unknown ones. Nothing is removed without at least 12 months of notice: in the changelog, and in \`Deprecation\` and \`Sunset\` headers of every response of the operation. [What may change](${publicUrl}/docs/versions), [what has changed](${publicUrl}/docs/changelog).

## Open points

The specification leaves some questions open, and a service must answer them. An operation, parameter, property or header that rests on such a choice has \`x-open-point\` with the id of the choice, or a list of ids. [All of them, explained](${publicUrl}/docs/open-points); those of the console: [how it behaves](${publicUrl}/docs/console-rules). Other implementations may behave differently there.

## Guides

[Quickstart](${publicUrl}/docs/quickstart) in five languages, and how to [bill a month](${publicUrl}/docs/bill-a-month), [mirror invoices](${publicUrl}/docs/mirror-invoices), [take payments](${publicUrl}/docs/take-payments), [read meters](${publicUrl}/docs/read-meters) and [receive webhooks](${publicUrl}/docs/webhooks).`;
}
