// The introduction of the OpenAPI document: what a tired newcomer has to know before the first request, and no more.
import { type ErrorCode, errorCatalogue } from '../error-catalogue.ts';

/** Where the service answers: the URL without a slash at its end, the base path possibly empty. */
export type ServiceAddress = { readonly publicUrl: string; readonly basePath: string };

/** Every code of the catalogue, under its status. */
export const codesByStatus: ReadonlyMap<number, readonly ErrorCode[]> = Map.groupBy(
  Object.keys(errorCatalogue) as ErrorCode[],
  (code) => errorCatalogue[code].status,
);

/** The introduction in Markdown. */
export function introduction({ publicUrl, basePath }: ServiceAddress): string {
  const base = publicUrl + basePath;
  return `Buildings and apartments, invoices that are exact to the cent and explain themselves, and signed webhooks. Plain REST with JSON; no SDK is needed.

## Start here

Sign in. The answer holds \`data.accessToken\` and \`data.refreshToken\`:

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

- An access token lasts 15 minutes. Exchange the refresh token for the next pair at \`POST /auth/refresh\`, and keep only the newest.
- An API key of the organization goes into the same header, without signing in.
- A credential belongs to one organization. What belongs to another is answered with 404, exactly like what does not exist.

## Requests and answers

- Bodies are JSON objects, sent with \`Content-Type: application/json\`, at most 1 MiB. Unknown properties are ignored. PATCH changes what it is given and leaves the rest.
- The result is in \`data\`. A list also has \`pagination\`.
- Money is a number with at most two decimals, beside a \`currency\`. A day is \`YYYY-MM-DD\`, a moment is ISO 8601 in UTC, an id is a UUID.
- Every answer has an \`X-Request-Id\`. Name it when you report a problem.

## Errors

An error is \`application/problem+json\` (RFC 9457): \`status\`, \`title\`, \`detail\` for people, and \`code\` for programs. 422 always lists what is wrong in \`errors\`, each with its place; 400 does where fields are known. Any address can also answer 405, with the methods it takes in \`Allow\`. [All codes, what they mean and what to do](${publicUrl}/docs/errors):

${errorTable(publicUrl)}

## Lists

Take \`limit\` (100 when absent, 500 at most) and go on with \`cursor\`, which is \`pagination.nextCursor\` of the page before, or follow the \`Link\` header with \`rel="next"\`. \`nextCursor\` is null on the last page. A cursor belongs to the filters and the order it was made with. \`sort\` takes a field, with a minus in front for descending. To keep a copy in step, ask with \`updatedSince\` and the newest \`updatedAt\` you have. What was deleted is in no list any more: read each list whole now and then, and drop what it does not have.

## Sending a request again

When an answer is lost, send the request again: GET, PUT, PATCH and DELETE have the same effect once or twice. Give every POST an \`Idempotency-Key\` of its own; a repeat with the same key and body within 24 hours gets the first answer again, with \`Idempotency-Replayed: true\`, and does nothing twice.

## Limits

Where the operator has not set others, a minute allows 6000 requests for each credential and 12000 for each organization; for each credential 10 of generate-bulk, send-bulk and imports that made something, and 30 photos to read; and 60 for each network address without a valid credential. Sign-in counts failures. \`RateLimit-Policy\` names the limits in force and \`RateLimit\` what is left of them; the one of bulk work stands there only once it is used up. Past a limit the answer is 429 with \`Retry-After\` in whole seconds; so is a short overload with 503.

## Webhooks

Give an address with \`POST /webhooks\` and keep the \`secret\` of the answer: it is shown once. Before you believe a request, check its signature over the bytes of the body as they came:

\`\`\`js
const expected = Buffer.from('sha256=' +
  createHmac('sha256', secret).update(rawBody).digest('hex'));
const given = Buffer.from(
  request.headers['x-service-signature'] ?? '');
const genuine = given.length === expected.length &&
  timingSafeEqual(given, expected);
\`\`\`

To try your check: the secret \`It's a Secret to Everybody\` and the body \`Hello, World!\` give \`sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17\`.

Answer with 2xx at once and do the work afterwards. Anything else is tried again for days. An event may arrive twice, and events may overtake each other: remember \`webhook-id\`, and go by \`timestamp\`.

## Versions

There is no version in the path. Fields, operations, codes and event types are added, never taken away, so ignore what you do not know. Should an operation ever have to end, its answers say so beforehand in \`Deprecation\` and \`Sunset\` headers.

## Open points

The specification leaves some questions open, which a service has to answer all the same. Where an operation, parameter, property or header rests on such a choice, it carries \`x-open-point\` with the choice’s id, or a list of ids. Each is explained in \`docs/open-points.md\` of the source. Expect an integration with another implementation to differ there.`;
}

function errorTable(publicUrl: string): string {
  const rows = [...codesByStatus].map(([status, codes]) => {
    const links = codes.map((code) => `[\`${code}\`](${publicUrl}/docs/errors/${code})`);
    return `| ${status} | ${links.join(', ')} |`;
  });
  return ['| Status | Codes |', '|---|---|', ...rows].join('\n');
}
