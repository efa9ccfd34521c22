// API keys for programs: what each may do, when and from where it was last used.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type ApiKey, KeyActions } from './key-actions.tsx';
import { NewApiKey } from './new-key.tsx';

export function ApiKeys() {
  const { t, format } = useLanguage();
  const keys = usePages(['keys'], (cursor) =>
    unwrap(consoleApi.GET('/api-keys', { params: { query: pageQuery(cursor, 50) } })),
  );
  const add = <AddInDialog label={t.settings.newKey} form={(done) => <NewApiKey done={done} />} />;
  return (
    <Card title={t.settings.parts.keys} flush actions={add}>
      <QueryTable
        query={keys}
        none={<EmptyState icon="settings" title={t.settings.noKeys} next={t.emptyLists.keys} />}
        label={t.settings.parts.keys}
        keyOf={({ id }) => id}
        columns={[
          { title: t.settings.keyName, cell: ({ name }) => name },
          { title: t.residents.role, cell: ({ role }) => t.common.roles[role] },
          { title: t.settings.key, cell: (apiKey) => <KeyHints apiKey={apiKey} /> },
          { title: t.apiKeys.limits, cell: (apiKey) => <KeyLimits apiKey={apiKey} /> },
          { title: t.settings.lastUsed, cell: (apiKey) => <LastUse apiKey={apiKey} /> },
          {
            title: t.residents.expires,
            cell: ({ expiresAt }) => (expiresAt ? format.instant(expiresAt) : t.common.none),
            wide: true,
          },
          { title: t.settings.revoke, action: true, cell: (apiKey) => <KeyActions apiKey={apiKey} /> },
        ]}
      />
    </Card>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

/** The end of the key, and of the text before as long as that is accepted. */
function KeyHints({ apiKey: { keyHint, previousKeyHint, previousUntil } }: { readonly apiKey: ApiKey }) {
  const { t, format } = useLanguage();
  const isAccepted = previousUntil !== null && new Date(previousUntil) > new Date();
  return (
    <>
      {keyHint}
      {isAccepted && (
        <Note>{t.apiKeys.previous({ hint: previousKeyHint ?? '', until: format.instant(previousUntil) })}</Note>
      )}
    </>
  );
}

function KeyLimits({ apiKey: { readOnly, buildingIds, networks, strict } }: { readonly apiKey: ApiKey }) {
  const { t } = useLanguage();
  const buildings = useBuildings().data ?? [];
  const names = buildings.filter(({ id }) => buildingIds?.includes(id)).map(({ name }) => name);
  const limits = [
    ...(readOnly ? [t.apiKeys.readOnly] : []),
    ...(buildingIds
      ? [
          names.length > 0 && names.length <= 3
            ? names.join(', ')
            : t.apiKeys.buildingCount({ count: buildingIds.length }),
        ]
      : []),
    ...(networks ? [networks.join(', ')] : []),
    ...(strict ? [t.requestLog.strict] : []),
  ];
  if (limits.length === 0) return t.apiKeys.noLimits;
  return limits.map((limit) => <div key={limit}>{limit}</div>);
}

function LastUse({ apiKey: { lastUsedAt, lastUsedAddress } }: { readonly apiKey: ApiKey }) {
  const { t, format } = useLanguage();
  if (lastUsedAt === null) return t.settings.never;
  return (
    <>
      {format.instant(lastUsedAt)}
      {lastUsedAddress !== null && <Note>{t.apiKeys.usedFrom({ address: lastUsedAddress })}</Note>}
    </>
  );
}
