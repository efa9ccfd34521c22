// Members: everybody who can sign in, with their roles.
import { Group, Select } from '@mantine/core';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { type PersonRole, usePerson } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

const roles = ['owner', 'manager', 'accountant', 'resident'] as const;

export function Members() {
  const { t, format } = useLanguage();
  const me = usePerson();
  const members = usePages(['members'], (cursor) =>
    unwrap(consoleApi.GET('/members', { params: { query: pageQuery(cursor, 50) } })),
  );
  const change = useAction(
    ({ id, role }: { id: string; role: PersonRole }) =>
      unwrap(consoleApi.PATCH('/members/{id}', { params: { path: { id } }, body: { role } })),
    { done: t.settings.roleChanged },
  );
  const invite = (
    <ButtonTo size="xs" to="/residents" search={{ tab: 'invitations' }} hash="invite">
      {t.residents.invite}
    </ButtonTo>
  );
  return (
    <Card title={t.settings.parts.members} flush actions={invite}>
      <QueryContent query={members}>
        {(rows) => (
          <DataTable
            label={t.settings.parts.members}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: t.residents.name, cell: ({ name }) => name },
              { title: t.residents.email, cell: ({ email }) => email },
              {
                title: t.residents.role,
                cell: ({ id, role, name }) => (
                  <>
                    <Select
                      aria-label={`${t.residents.role}: ${name}`}
                      size="xs"
                      w="13rem"
                      allowDeselect={false}
                      data={roles.map((value) => ({ value, label: t.common.roles[value] }))}
                      value={role}
                      onChange={(value) => {
                        const next = roles.find((role) => role === value);
                        if (next && next !== role) change.mutate({ id, role: next });
                      }}
                    />
                    {change.variables?.id === id && <ActionFailure action={change} />}
                  </>
                ),
              },
              {
                title: t.secondFactors.title,
                cell: ({ secondFactor }) => (secondFactor ? t.secondFactors.yes : t.secondFactors.no),
                wide: true,
              },
              { title: t.settings.lastUsed, cell: ({ lastUsedAt }) => format.instant(lastUsedAt), wide: true },
              {
                title: t.common.remove,
                action: true,
                cell: ({ id, name }) => (id === me.id ? null : <MemberActions id={id} name={name} />),
              },
            ]}
          />
        )}
      </QueryContent>
      <LoadMore query={members} />
    </Card>
  );
}

/** What an owner does with another member: end their sessions, or remove them. Both are asked first. */
function MemberActions({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useLanguage();
  const remove = useAction(() => unwrap(consoleApi.DELETE('/members/{id}', { params: { path: { id } } })), {
    done: t.settings.memberRemoved,
  });
  const endSessions = useAction(
    () => unwrap(consoleApi.POST('/members/{id}/end-sessions', { params: { path: { id } } })),
    { done: t.settings.sessionsEnded },
  );
  const askEndSessions = () =>
    confirmFirst(t, {
      title: t.settings.endSessions,
      text: t.settings.endSessionsLead({ name }),
      yes: t.settings.endSessions,
      act: () => endSessions.mutate(undefined),
    });
  const askRemove = () =>
    confirmFirst(t, {
      title: t.settings.removeMember,
      text: t.settings.removeMemberLead({ name }),
      yes: t.common.remove,
      act: () => remove.mutate(undefined),
    });
  return (
    <Group gap="0 xs" justify="flex-end">
      <ActionButton size="compact-sm" variant="subtle" action={endSessions} onClick={askEndSessions}>
        {t.settings.endSessions}
      </ActionButton>
      <ActionButton size="compact-sm" variant="subtle" color="red" action={remove} onClick={askRemove}>
        {t.common.remove}
      </ActionButton>
    </Group>
  );
}
