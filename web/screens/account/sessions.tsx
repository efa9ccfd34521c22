// The person's own sessions: the devices on which they are signed in, and signing out there.
import { Badge, Box, Group } from '@mantine/core';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

type SessionBody = ConsoleBody<'/me/sessions'>['data'][number];

/** Brings the sessions into sight when the link of a letter leads to them, once what stands above them is loaded. */
function useLinked(isLoaded: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isLinked = useLocation({ select: ({ hash }) => hash === 'sessions' });
  const isReady = useIsFetching() === 0 && isLoaded;
  useEffect(() => {
    if (!isLinked || !isReady) return;
    ref.current?.scrollIntoView();
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
  }, [isLinked, isReady, navigate]);
  return ref;
}

export function Sessions() {
  const { t } = useLanguage();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await unwrap(consoleApi.GET('/me/sessions'))).data,
  });
  const part = useLinked(sessions.isSuccess);
  const endOthers = useAction(() => unwrap(consoleApi.POST('/me/sessions/end-others')), {
    done: t.sessions.othersEnded,
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.sessions.endOthers,
      text: t.sessions.endOthersLead,
      yes: t.sessions.endOthers,
      act: () => endOthers.mutate(undefined),
    });
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;
  const actions = hasOthers && (
    <ActionButton size="xs" variant="default" action={endOthers} onClick={ask}>
      {t.sessions.endOthers}
    </ActionButton>
  );
  return (
    <Box ref={part} style={{ scrollMarginTop: 'calc(var(--haldur-header) + 1rem)' }}>
      <Card title={t.sessions.title} flush actions={actions}>
        <QueryContent query={sessions}>{(rows) => <SessionTable rows={rows} />}</QueryContent>
      </Card>
    </Box>
  );
}

function SessionTable({ rows }: { readonly rows: readonly SessionBody[] }) {
  const { t, format } = useLanguage();
  const end = useAction((id: string) => unwrap(consoleApi.DELETE('/me/sessions/{id}', { params: { path: { id } } })), {
    done: t.sessions.ended,
  });
  return (
    <DataTable
      label={t.sessions.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.sessions.device,
          cell: ({ device, current }) => (
            <Group gap="xs">
              {device ?? t.sessions.unknownDevice}
              {current && <Badge variant="light">{t.sessions.current}</Badge>}
            </Group>
          ),
        },
        { title: t.settings.address, cell: ({ address }) => address ?? t.common.none },
        { title: t.sessions.signedIn, cell: ({ signedInAt }) => format.instant(signedInAt), wide: true },
        { title: t.settings.lastUsed, cell: ({ lastUsedAt }) => format.instant(lastUsedAt) },
        {
          title: t.sessions.end,
          action: true,
          cell: ({ id, device, current }) =>
            current ? null : (
              <ActionButton
                size="compact-sm"
                variant="subtle"
                color="red"
                action={end}
                of={id}
                onClick={() => end.mutate(id)}
                aria-label={`${t.sessions.end}: ${device ?? t.sessions.unknownDevice}`}
              >
                {t.sessions.end}
              </ActionButton>
            ),
        },
      ]}
    />
  );
}
