// The security log: sign-ins, failures, and changes with values before and after.
import { Text } from '@mantine/core';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { actorText } from '../../parts/actor-text.ts';
import { Card } from '../../parts/card.tsx';
import { ibanText } from '../../parts/iban-text.ts';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';

type LogEntry = ConsoleBody<'/security-log'>['data'][number];
type LogValues = Readonly<Record<string, string | null>>;
type LogDetail = { readonly about?: string | null; readonly before?: LogValues; readonly after?: LogValues };

export function SecurityLog() {
  const { t, format } = useLanguage();
  const log = usePages(['security-log'], (cursor) =>
    unwrap(consoleApi.GET('/security-log', { params: { query: pageQuery(cursor, 50) } })),
  );
  return (
    <Card title={t.settings.parts.security} flush>
      <QueryTable
        query={log}
        none={<EmptyState icon="settings" title={t.settings.nothingHappened} />}
        label={t.settings.parts.security}
        keyOf={({ id }) => id}
        columns={[
          { title: t.settings.event, cell: (entry) => <LogEntryText entry={entry} /> },
          { title: t.webhooks.at, cell: ({ at }) => format.instant(at) },
          { title: t.settings.actor, cell: ({ actor }) => actorText(t, actor) },
          { title: t.settings.address, cell: ({ address }) => address ?? t.common.none, wide: true },
        ]}
      />
    </Card>
  );
}

function LogEntryText({ entry: { kind, detail } }: { readonly entry: LogEntry }) {
  const { t, format } = useLanguage();
  const { about } = detail as LogDetail;
  return (
    <>
      {t.settings.kinds[kind] ?? kind}
      {about && (
        <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
          {`: ${about}`}
        </Text>
      )}
      {describeChanges(t, format, detail as LogDetail).map((line) => (
        <Text key={line} fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </>
  );
}

/** A line for each value that was added, removed or changed. */
function describeChanges(t: Words, format: Format, { before = {}, after: now = {} }: LogDetail): string[] {
  const { fields } = t.bankAccounts;
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((field) => {
    const name = fields[field as keyof typeof fields] ?? field;
    const [was, is] = [before[field], now[field]].map((value) => valueText(t, format, field, value ?? null));
    if (!(field in before)) return now[field] === null ? [] : [`${name}: ${is}`];
    if (!(field in now)) return before[field] === null ? [] : [`${name}: ${was}`];
    return was === is ? [] : [`${name}: ${was} → ${is}`];
  });
}

const instantFields: ReadonlySet<string> = new Set(['expiresAt', 'activatesAt', 'previousUntil']);

function valueText(t: Words, format: Format, field: string, value: string | null): string {
  if (value === null) return t.common.none;
  if (field === 'iban') return ibanText(value);
  if (field === 'role') return t.common.roles[value as keyof Words['common']['roles']] ?? value;
  if (field === 'status') return t.webhooks.statuses[value as keyof Words['webhooks']['statuses']] ?? value;
  if (field === 'programs')
    return t.bankAccounts.apiKeyRule[value as keyof Words['bankAccounts']['apiKeyRule']] ?? value;
  if (field === 'secondFactor')
    return value === 'required' ? t.secondFactors.ruleRequired : t.secondFactors.ruleOptional;
  if (field === 'access' && value === 'read_only') return t.apiKeys.readOnly;
  return instantFields.has(field) ? format.instant(value) : value;
}
