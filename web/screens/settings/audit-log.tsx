// The audit log: who viewed, changed, sent and downloaded what, found by who, what and when; the filter is kept in the
// address.
import { Anchor, Badge, Button, Code, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, saveFile, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { actorText } from '../../parts/actor-text.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { RequestLogLink } from '../../parts/request-log-link.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { auditActions } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { AuditProof } from './audit-proof.tsx';
import { AuditRetention } from './audit-retention.tsx';
import { auditText } from './audit-text.ts';
import { CallerFilter, DayFilters, dayStart, LogFilters, TextFilter, useLogSearch } from './log-filters.tsx';

type AuditEntry = ConsoleBody<'/audit-log'>['data'][number];

/** The filter of the address, as the API takes it. */
function useAuditQuery() {
  const { callerId, action, operation, aboutId, buildingId, requestId, from, to } = useLogSearch().search;
  return {
    ...(callerId && { actorId: callerId }),
    ...(action && { action }),
    ...(operation && { operation }),
    ...(aboutId && { aboutId }),
    ...(buildingId && { buildingId }),
    ...(requestId && { requestId }),
    ...(from && { from: dayStart(from) }),
    ...(to && { to: dayStart(to, 1) }),
  };
}

export function AuditLog() {
  const { t, format } = useLanguage();
  const words = t.auditLog;
  const [shown, show] = useState<AuditEntry>();
  const query = useAuditQuery();
  const entries = usePages(['audit-log', query], (cursor) =>
    unwrap(consoleApi.GET('/audit-log', { params: { query: { ...pageQuery(cursor, 50), ...query } } })),
  );
  return (
    <Card title={t.settings.parts.audit} actions={<AuditActions query={query} />} flush>
      <AuditFilters />
      <Dialog opened={shown !== undefined} onClose={() => show(undefined)} title={words.details} size="lg">
        {shown && <AuditDetails entry={shown} close={() => show(undefined)} />}
      </Dialog>
      <QueryTable
        query={entries}
        none={<EmptyState icon="search" title={words.none} next={words.noneNext} />}
        label={t.settings.parts.audit}
        keyOf={({ id }) => id}
        columns={[
          {
            title: words.what,
            width: 2.6,
            cell: (entry) => (
              <Anchor
                component="button"
                type="button"
                ta="start"
                style={{ overflowWrap: 'anywhere' }}
                onClick={() => show(entry)}
              >
                {auditText(t, entry)}
              </Anchor>
            ),
          },
          { title: words.action, badge: true, cell: ({ action }) => <ActionBadge action={action} /> },
          { title: t.settings.actor, cell: ({ actor }) => actorText(t, actor) },
          { title: t.webhooks.at, width: 1.4, cell: ({ at }) => format.instant(at) },
        ]}
      />
    </Card>
  );
}

const actionColors = { seen: 'gray', exported: 'blue', changed: 'pine', sent: 'blue', security: 'yellow' } as const;

function ActionBadge({ action }: Pick<AuditEntry, 'action'>) {
  const { t } = useLanguage();
  return (
    <Badge variant="light" color={actionColors[action]}>
      {t.auditLog.actions[action]}
    </Badge>
  );
}

/** The proof, the retention, and the downloads of the entries of the filter. */
function AuditActions({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useLanguage();
  const words = t.auditLog;
  const [opened, open] = useState<'proof' | 'keep'>();
  const close = () => open(undefined);
  const save = useMutation({
    mutationFn: (format: 'csv' | 'jsonl') =>
      saveFile(`/console/api/audit-log/export?${new URLSearchParams({ ...query, format })}`),
  });
  return (
    <Group gap="xs">
      {(['proof', 'keep'] as const).map((part) => (
        <Button key={part} variant="subtle" onClick={() => open(part)}>
          {words[part]}
        </Button>
      ))}
      {(['csv', 'jsonl'] as const).map((format) => (
        <ActionButton key={format} variant="default" action={save} of={format} onClick={() => save.mutate(format)}>
          {words[format]}
        </ActionButton>
      ))}
      <Dialog opened={opened === 'proof'} onClose={close} title={words.proof} size="lg">
        <AuditProof />
      </Dialog>
      <Dialog opened={opened === 'keep'} onClose={close} title={words.keep}>
        <AuditRetention />
      </Dialog>
    </Group>
  );
}

function AuditFilters() {
  const { t } = useLanguage();
  const words = t.auditLog;
  const { search, change } = useLogSearch();
  const buildings = useBuildings().data ?? [];
  return (
    <LogFilters>
      <CallerFilter />
      <Select
        label={words.action}
        placeholder={words.anyAction}
        clearable
        w="12rem"
        data={auditActions.map((value) => ({ value, label: words.actions[value] }))}
        value={search.action ?? null}
        onChange={(value) => change({ action: auditActions.find((each) => each === value) })}
      />
      <Select
        label={t.invoices.building}
        placeholder={t.invoices.anyBuilding}
        clearable
        searchable
        w="14rem"
        data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.buildingId ?? null}
        onChange={(value) => change({ buildingId: value ?? undefined })}
      />
      <TextFilter label={words.operation} name="operation" />
      <TextFilter label={words.aboutId} name="aboutId" />
      <TextFilter label={t.requestLog.requestId} name="requestId" />
      <DayFilters />
    </LogFilters>
  );
}

function AuditDetails({ entry, close }: { readonly entry: AuditEntry; readonly close: () => void }) {
  const { t, format } = useLanguage();
  const words = t.auditLog;
  const navigate = useNavigate({ from: '/settings/$part' });
  const { action, operation, actor, at, aboutIds, changes, result, requestId } = entry;
  const showAbout = (aboutId: string) => {
    close();
    navigate({ search: { aboutId }, replace: true });
  };
  return (
    <Stack>
      <Text fw={600}>{auditText(t, entry)}</Text>
      <FactList
        cols={{ base: 1, sm: 2 }}
        facts={[
          [words.action, <ActionBadge key="action" action={action} />],
          [words.operation, operation],
          [t.settings.actor, actorText(t, actor)],
          [t.webhooks.at, format.instant(at)],
          [t.requestLog.requestId, requestId ?? t.common.none],
        ]}
      />
      {requestId && <RequestLogLink requestId={requestId} />}
      {changes.length > 0 && <ChangedFields changes={changes} />}
      {Object.keys(result).length > 0 && (
        <FactList
          cols={{ base: 1, sm: 2 }}
          facts={Object.entries(result).map(([name, value]) => [`${words.result}: ${name}`, String(value)])}
        />
      )}
      {aboutIds.length > 0 && (
        <div>
          <Text fz="sm" c="dimmed">
            {words.ids}
          </Text>
          {aboutIds.map((id) => (
            <Anchor
              key={id}
              component="button"
              type="button"
              display="block"
              ta="start"
              title={words.showAbout}
              onClick={() => showAbout(id)}
            >
              <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
            </Anchor>
          ))}
        </div>
      )}
    </Stack>
  );
}

function ChangedFields({ changes }: Pick<AuditEntry, 'changes'>) {
  const { t } = useLanguage();
  const words = t.auditLog;
  const valueText = (change: AuditEntry['changes'][number], side: 'before' | 'after') => {
    if (!(side in change)) return words.notKept;
    const value = change[side];
    if (value === null || value === undefined) return t.common.none;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table aria-label={words.changes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.field}</Table.Th>
            <Table.Th>{words.before}</Table.Th>
            <Table.Th>{words.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.field}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.field}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueText(change, 'before')}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueText(change, 'after')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
