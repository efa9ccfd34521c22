// The security log: who came in, who failed to, and what was changed, with its values before and after.
import { Text } from '@mantine/core';
import { type DoorGot, door, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { actorText } from '../../parts/actor.ts';
import { Card } from '../../parts/card.tsx';
import { ibanText } from '../../parts/iban-text.ts';
import { Listed } from '../../parts/query-table.tsx';
import { Empty } from '../../parts/states.tsx';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';

type Entry = DoorGot<'/security-log'>['data'][number];
type Values = Readonly<Record<string, string | null>>;
type Detail = { readonly about?: string | null; readonly before?: Values; readonly after?: Values };

export function SecurityLog() {
  const { t, format } = useLanguage();
  const log = usePages(['security-log'], (cursor) =>
    take(door.GET('/security-log', { params: { query: after(cursor, 50) } })),
  );
  return (
    <Card title={t.settings.parts.security} flush>
      <Listed
        query={log}
        none={<Empty icon="settings" title={t.settings.nothingHappened} />}
        label={t.settings.parts.security}
        keyOf={({ id }) => id}
        columns={[
          { title: t.settings.event, cell: (entry) => <What entry={entry} /> },
          { title: t.webhooks.at, cell: ({ at }) => format.instant(at) },
          { title: t.settings.actor, cell: ({ actor }) => actorText(t, actor) },
          { title: t.settings.address, cell: ({ address }) => address ?? t.common.none, wide: true },
        ]}
      />
    </Card>
  );
}

function What({ entry: { kind, detail } }: { readonly entry: Entry }) {
  const { t, format } = useLanguage();
  const { about } = detail as Detail;
  return (
    <>
      {t.settings.kinds[kind] ?? kind}
      {about && (
        <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
          {`: ${about}`}
        </Text>
      )}
      {changesOf(t, format, detail as Detail).map((line) => (
        <Text key={line} fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </>
  );
}

/** A line for each value that is there now, is gone, or is another. */
function changesOf(t: Words, format: Format, { before = {}, after: now = {} }: Detail): string[] {
  const { fields } = t.bankAccounts;
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((field) => {
    const name = fields[field as keyof typeof fields] ?? field;
    const [was, is] = [before[field], now[field]].map((value) => valueText(t, format, field, value ?? null));
    if (!(field in before)) return now[field] === null ? [] : [`${name}: ${is}`];
    if (!(field in now)) return before[field] === null ? [] : [`${name}: ${was}`];
    return was === is ? [] : [`${name}: ${was} → ${is}`];
  });
}

function valueText(t: Words, format: Format, field: string, value: string | null): string {
  if (value === null) return t.common.none;
  if (field === 'iban') return ibanText(value);
  if (field === 'role') return t.common.roles[value as keyof Words['common']['roles']] ?? value;
  if (field === 'status') return t.webhooks.statuses[value as keyof Words['webhooks']['statuses']] ?? value;
  if (field === 'programs')
    return t.bankAccounts.apiKeyRule[value as keyof Words['bankAccounts']['apiKeyRule']] ?? value;
  return field === 'expiresAt' || field === 'activatesAt' ? format.instant(value) : value;
}
