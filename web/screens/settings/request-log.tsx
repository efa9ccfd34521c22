// The request log: what API keys and people asked, found by who, what and how it went; the filter is kept in the address.
import { Anchor, Badge, Button, Checkbox, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type ConsoleBody, consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, useAll, usePages } from '../../api/pages.ts';
import { actorText } from '../../parts/actor-text.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type RequestSearch, statusClasses } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';

type LoggedRequest = ConsoleBody<'/request-log'>['data'][number];

export function RequestLog() {
  const { t, format } = useLanguage();
  const words = t.requestLog;
  const [shown, show] = useState<LoggedRequest>();
  const { from, to, ignored, ...rest } = useSearch({ from: '/settings/$part' });
  const query = {
    ...rest,
    ...(ignored && { ignored }),
    ...(from && { from: dayStart(from) }),
    ...(to && { to: dayStart(to, 1) }),
  };
  const requests = usePages(['request-log', query], (cursor) =>
    unwrap(consoleApi.GET('/request-log', { params: { query: { ...pageQuery(cursor, 50), ...query } } })),
  );
  return (
    <Card title={t.settings.parts.requests} flush>
      <RequestFilters />
      <Dialog opened={shown !== undefined} onClose={() => show(undefined)} title={words.details} size="lg">
        {shown && <RequestDetails request={shown} />}
      </Dialog>
      <QueryTable
        query={requests}
        none={<EmptyState icon="search" title={words.none} next={words.noneNext} />}
        label={t.settings.parts.requests}
        keyOf={({ id }) => id}
        columns={[
          {
            title: words.request,
            width: 3,
            cell: (request) => (
              <Anchor
                component="button"
                type="button"
                ta="start"
                style={{ overflowWrap: 'anywhere' }}
                onClick={() => show(request)}
              >
                {`${request.method} ${request.path}`}
              </Anchor>
            ),
          },
          { title: words.status, width: 1.5, cell: (request) => <StatusBadge request={request} /> },
          { title: words.caller, cell: ({ caller }) => actorText(t, caller) },
          {
            title: words.duration,
            cell: ({ durationMs }) => `${format.number(durationMs, 0)} ms`,
            figure: true,
            wide: true,
          },
          { title: t.webhooks.at, cell: ({ at }) => format.instant(at) },
        ]}
      />
    </Card>
  );
}

/** The beginning of a day of this device, or of one after it, as a moment. */
function dayStart(day: string, later = 0): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

function StatusBadge({ request: { status, code } }: { readonly request: LoggedRequest }) {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'pine';
  return (
    <Badge variant="light" tt="none" color={color}>
      {code === null ? String(status) : `${status} ${code}`}
    </Badge>
  );
}

function RequestFilters() {
  const { t } = useLanguage();
  const words = t.requestLog;
  const search = useSearch({ from: '/settings/$part' });
  const navigate = useNavigate({ from: '/settings/$part' });
  const change = (next: Partial<RequestSearch>) =>
    navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Group px="md" pb="md" gap="sm" align="flex-end">
      <CallerFilter callerId={search.callerId} change={change} />
      <Select
        label={words.status}
        placeholder={words.anyStatus}
        clearable
        w="12rem"
        data={statusClasses.map((value) => ({ value, label: words.classes[value] }))}
        value={search.statusClass ?? null}
        onChange={(value) => change({ statusClass: statusClasses.find((each) => each === value) })}
      />
      <TextFilter label={words.searchPath} name="path" value={search.path} change={change} />
      <TextFilter label={words.code} name="code" value={search.code} change={change} />
      <TextFilter label={words.requestId} name="requestId" value={search.requestId} change={change} />
      <TextInput
        type="date"
        label={words.from}
        value={search.from ?? ''}
        onChange={(event) => change({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={words.to}
        value={search.to ?? ''}
        onChange={(event) => change({ to: event.currentTarget.value || undefined })}
      />
      <Checkbox
        label={words.onlyIgnored}
        my="xs"
        checked={search.ignored ?? false}
        onChange={(event) => change({ ignored: event.currentTarget.checked || undefined })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => navigate({ search: {}, replace: true })}>
          {words.reset}
        </Button>
      )}
    </Group>
  );
}

type ChangeSearch = (next: Partial<RequestSearch>) => void;

/** The API keys and members; a key that was revoked is found by its address alone. */
function CallerFilter({ callerId, change }: { readonly callerId: string | undefined; readonly change: ChangeSearch }) {
  const { t } = useLanguage();
  const keys = useAll(['keys'], (cursor) =>
    unwrap(consoleApi.GET('/api-keys', { params: { query: pageQuery(cursor, 500) } })),
  ).data;
  const members = useAll(['members'], (cursor) =>
    unwrap(consoleApi.GET('/members', { params: { query: pageQuery(cursor, 500) } })),
  ).data;
  const data = [
    { group: t.settings.parts.keys, items: (keys ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    { group: t.settings.parts.members, items: (members ?? []).map(({ id, name }) => ({ value: id, label: name })) },
  ];
  return (
    <Select
      label={t.requestLog.caller}
      placeholder={t.requestLog.anyCaller}
      clearable
      searchable
      w="16rem"
      data={data}
      value={callerId ?? null}
      onChange={(value) => change({ callerId: value ?? undefined })}
    />
  );
}

/** A text to search for, a moment after the last key press. It follows the address, which a link may change. */
function TextFilter({
  label,
  name,
  value,
  change,
}: {
  readonly label: string;
  readonly name: 'path' | 'code' | 'requestId';
  readonly value: string | undefined;
  readonly change: ChangeSearch;
}) {
  const [written, setWritten] = useState(value ?? '');
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    if ((value ?? '') !== written.trim()) setWritten(value ?? '');
  }
  const find = useDebouncedCallback((text: string) => change({ [name]: text.trim() || undefined }), 250);
  return (
    <TextInput
      label={label}
      maxLength={200}
      value={written}
      onChange={(event) => {
        setWritten(event.currentTarget.value);
        find(event.currentTarget.value);
      }}
    />
  );
}

function RequestDetails({ request }: { readonly request: LoggedRequest }) {
  const { t, format } = useLanguage();
  const words = t.requestLog;
  const { method, path, at, caller, durationMs, requestId, idempotencyKey, ignored } = request;
  return (
    <Stack>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {`${method} ${path}`}
      </Code>
      <FactList
        cols={{ base: 1, sm: 2 }}
        facts={[
          [words.status, <StatusBadge key="status" request={request} />],
          [t.webhooks.at, format.instant(at)],
          [words.caller, actorText(t, caller)],
          [words.duration, `${format.number(durationMs, 0)} ms`],
          [words.requestId, requestId],
          [words.idempotencyKey, idempotencyKey ?? t.common.none],
        ]}
      />
      {ignored.length > 0 && (
        <div>
          <Text fz="sm" c="dimmed">
            {words.ignored}
          </Text>
          {ignored.map((field) => (
            <Code key={field} display="block" style={{ overflowWrap: 'anywhere' }}>
              {field}
            </Code>
          ))}
        </div>
      )}
    </Stack>
  );
}
