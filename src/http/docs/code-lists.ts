// Articles that are made from the code, as Markdown: the event catalogue and the codes of single values.
import { problemCodeGroups } from '../../platform/problem-codes.ts';
import { describeEvents } from '../openapi/openapi-events.ts';
import type { JsonSchema } from '../openapi/openapi-schemas.ts';

type DescribedEvent = {
  readonly post: {
    readonly description: string;
    readonly requestBody: {
      readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example: unknown }>>;
    };
  };
};

/** Every type of event: when it happens, and an example of its body. */
export function eventCatalogue(): string {
  const events = Object.entries(describeEvents() as Record<string, DescribedEvent>).map(([type, { post }]) => {
    const content = post.requestBody.content['application/json'];
    const body = JSON.stringify(content?.example, null, 2);
    return `## ${type}\n\n${post.description}\n\n\`\`\`json\n${body}\n\`\`\``;
  });
  return [
    '# Event catalogue',
    'Haldur posts these bodies to your webhook endpoints. `data` contains ids and figures, and no names or addresses. Fields may be added, so ignore those that you do not know. How to verify, store and recover events: `/docs/webhooks`.',
    ...events,
  ].join('\n\n');
}

/** Every code of a single value, by subject. */
export function fieldCodeList(): string {
  const groups = Object.entries(problemCodeGroups).map(([title, codes]) => {
    const rows = Object.entries(codes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
    return [`## ${title}`, '', '| code | meaning |', '|---|---|', ...rows].join('\n');
  });
  return [
    '# Field codes',
    'A response with status 400 or 422 lists in `errors` what is wrong, each with `in`, `field` and one of these codes. `message` says the same as a sentence. Codes are only ever added. The codes of whole responses are on another page: `/docs/errors`.',
    ...groups,
  ].join('\n\n');
}
