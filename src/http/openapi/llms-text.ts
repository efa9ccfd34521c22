// llms.txt: the interface in one page of plain text, for language models and for people in a hurry.
import { eventTypes } from '../../platform/values/event-types.ts';
import { articleGroups } from '../docs/articles.ts';
import type { Operation } from '../operation.ts';
import { eventDescriptions } from './openapi-events.ts';
import type { ServiceAddress } from './openapi-introduction.ts';

/** Returns the text in Markdown. */
export function llmsText(operations: readonly Operation[], { publicUrl, basePath }: ServiceAddress): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const sections = tags.flatMap((tag) => [
    `### ${tag}`,
    operations
      .filter((operation) => operation.tag === tag)
      .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}.`)
      .join('\n'),
  ]);
  const events = eventTypes.map((type) => `- \`${type}\`: ${eventDescriptions[type].when}`);
  return `${[
    '# Haldur',
    '> Property management for apartment associations: buildings, meters, exact and explained invoices, payments and signed webhooks. Plain REST with JSON.',
    conventions(publicUrl + basePath),
    '## Documents',
    [
      `- [OpenAPI](${publicUrl}/openapi.json): all operations of the integration API, with schemas, errors and examples.`,
      `- [OpenAPI of the console](${publicUrl}/console/openapi.json): what the console needs beyond it; it may change with the console.`,
      `- [Reference](${publicUrl}/docs/reference): the same to read.`,
      `- [Errors](${publicUrl}/docs/errors): every code, its meaning and its remedy.`,
    ].join('\n'),
    '## Guides',
    articleGroups
      .flatMap((group) => group.articles)
      .map(({ name, title, summary }) => `- [${title}](${publicUrl}/docs/${name}.md): ${summary}`)
      .join('\n'),
    '## Operations',
    ...sections,
    '## Webhook events',
    events.join('\n'),
  ].join('\n\n')}\n`;
}

function conventions(base: string): string {
  return [
    `- The base URL is ${base}.`,
    '- Send `Authorization: Bearer` with an API key of the organization, or with the access token from `POST /auth/login` (15 minutes).',
    '- The result is in `data`. Lists have `pagination.nextCursor`: pass it as `cursor`, with the same filters, until it is null.',
    '- Errors are `application/problem+json` with a `code` for programs. After 429 and 503 wait for `Retry-After`.',
    '- Give every POST its own `Idempotency-Key`, so that it can be sent again without a second effect.',
    '- Money is a number with at most two decimals, a day is `YYYY-MM-DD`, a time is ISO 8601 in UTC, an id is a UUID.',
    '- Send `Prefer: handling=strict` while you develop: a misspelt field or parameter is 400 then. Otherwise the response names it in `Haldur-Ignored`.',
    '- To change an object only if nobody else has, send its `ETag` in `If-Match`: 412 otherwise. `externalId` and `metadata` keep ids and notes of your own.',
    '- Try bulk work with `dryRun: true` first: generating invoices and importing statements then change nothing.',
    '- Try out in a test organization (made in the console, keys begin with `htk_`): invented data, a sandbox bank, a mailbox, and a clock that `POST /console/api/test-clock` moves.',
    '- Send up to 500 readings or residents at once with `POST /console/api/readings/bulk` and `POST /console/api/residents/bulk`: each item has a result of its own.',
    '- Instead of webhooks, or after a failure of your receiver, read the event feed: `GET /console/api/events?after=`, 30 days, in order and without gaps.',
    '- A webhook is genuine if `X-Service-Signature` is `sha256=` and the HMAC-SHA256 of the exact body in hex, with the endpoint’s secret as the key.',
  ].join('\n');
}
