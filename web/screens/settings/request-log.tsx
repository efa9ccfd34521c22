// The request log: what API keys and people asked, found by who, what and how it went; the filter is kept in the
// address.
import { Anchor, Badge, Checkbox, Code, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { actorText } from '../../parts/actor-text.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { statusClasses } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { CallerFilter, DayFilters, dayStart, LogFilters, TextFilter, useLogSearch } from './log-filters.tsx';

type LoggedRequest = ConsoleBody<'/request-log'>['data'][number];

export function RequestLog() {
  const { t, format } = useLanguage();
  const words = t.requestLog;
  const [shown, show] = useState<LoggedRequest>();
  const { from, to, ignored, callerId, statusClass, path, code, requestId } = useLogSearch().search;
  const query = {
    ...(callerId && { callerId }),
    ...(statusClass && { statusClass }),
    ...(path && { path }),
    ...(code && { code }),
    ...(requestId && { requestId }),
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
            width: 2.6,
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
          { title: t.webhooks.at, width: 1.4, cell: ({ at }) => format.instant(at) },
        ]}
      />
    </Card>
  );
}

function StatusBadge({ request: { status, code } }: { readonly request: LoggedRequest }) {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'pine';
  return (
    <Badge variant="light" color={color}>
      {code === null ? String(status) : `${status} ${code}`}
    </Badge>
  );
}

function RequestFilters() {
  const { t } = useLanguage();
  const words = t.requestLog;
  const { search, change } = useLogSearch();
  return (
    <LogFilters>
      <CallerFilter />
      <Select
        label={words.status}
        placeholder={words.anyStatus}
        clearable
        w="12rem"
        data={statusClasses.map((value) => ({ value, label: words.classes[value] }))}
        value={search.statusClass ?? null}
        onChange={(value) => change({ statusClass: statusClasses.find((each) => each === value) })}
      />
      <TextFilter label={words.searchPath} name="path" />
      <TextFilter label={words.code} name="code" />
      <TextFilter label={words.requestId} name="requestId" />
      <DayFilters />
      <Checkbox
        label={words.onlyIgnored}
        my="xs"
        checked={search.ignored ?? false}
        onChange={(event) => change({ ignored: event.currentTarget.checked || undefined })}
      />
    </LogFilters>
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
