// Test organizations: in a real organization the list and a button that makes one; in a test organization its clock,
// its reset and its end.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { personQuery, usePerson } from '../../api/person.ts';
import { switchOrganization } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { listOrganizations, switchTo } from '../account/organizations.tsx';

export function TestOrganizations() {
  const { test } = usePerson().organization;
  return test ? <OwnTestOrganization /> : <TestOrganizationList />;
}

function TestOrganizationList() {
  const { t, language, format } = useLanguage();
  const organizations = useQuery({
    queryKey: ['organizations', 'test'],
    queryFn: async () => (await unwrap(consoleApi.GET('/test-organizations'))).data,
  });
  const make = useAction(async () => {
    const { data } = await unwrap(consoleApi.POST('/test-organizations', { body: { language } }));
    await switchTo(data.id);
  });
  const go = useAction(switchTo);
  const create = (
    <ActionButton size="xs" action={make} onClick={() => make.mutate(undefined)}>
      {t.testOrganizations.create}
    </ActionButton>
  );
  return (
    <Card title={t.testOrganizations.title} flush actions={create}>
      <Text px="md" pb="md" c="dimmed" maw="44rem">
        {t.testOrganizations.lead}
      </Text>
      <QueryTable
        query={organizations}
        none={<EmptyState icon="settings" title={t.testOrganizations.none} />}
        label={t.testOrganizations.title}
        keyOf={({ id }) => id}
        columns={[
          { title: t.buildings.name, cell: ({ name }) => name },
          { title: t.testOrganizations.made, cell: ({ createdAt }) => format.day(createdAt.slice(0, 10)) },
          {
            title: t.account.open,
            action: true,
            cell: ({ id, name }) => (
              <ActionButton
                size="compact-sm"
                variant="subtle"
                action={go}
                of={id}
                onClick={() => go.mutate(id)}
                aria-label={t.account.openOrganization({ name })}
              >
                {t.account.open}
              </ActionButton>
            ),
          },
        ]}
      />
    </Card>
  );
}

function OwnTestOrganization() {
  const { t } = useLanguage();
  const state = useQuery({
    queryKey: ['test-organization'],
    queryFn: async () => (await unwrap(consoleApi.GET('/test-organization'))).data,
  });
  return (
    <Stack gap="lg">
      <Card title={t.testOrganizations.clock}>
        <QueryContent query={state}>{(data) => <Clock time={data.now} />}</QueryContent>
      </Card>
      <Card title={t.settings.parts.test}>
        <Text c="dimmed" mb="sm" maw="44rem">
          {t.testOrganizations.lead}
        </Text>
        {state.data && (
          <Text mb="md" maw="44rem">
            {t.testOrganizations.people({ domain: state.data.mailDomain })}
          </Text>
        )}
        <Group>
          <ResetButton />
          <DeleteButton />
        </Group>
      </Card>
    </Stack>
  );
}

function Clock({ time }: { readonly time: string }) {
  const { t, format } = useLanguage();
  const client = useQueryClient();
  const [day, setDay] = useState(() => dayAfter(todayIn(), 1));
  const move = useAction((to: string) => unwrap(consoleApi.POST('/test-clock', { body: { day: to } })), {
    done: ({ data }) => t.testOrganizations.moved({ time: format.instant(data.now) }),
    next: ({ data }) => {
      setDay(dayAfter(data.now.slice(0, 10), 1));
      void client.invalidateQueries({ queryKey: personQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move.mutate(day);
  };
  const today = time.slice(0, 10);
  return (
    <Stack>
      <div>
        <Text fz="xl" fw={600}>
          {format.instant(time)}
        </Text>
        <Text c="dimmed">{t.testOrganizations.clockLead}</Text>
      </div>
      <Form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            type="date"
            label={t.testOrganizations.moveTo}
            required
            min={today}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <ActionButton type="submit" action={move}>
            {t.testOrganizations.move}
          </ActionButton>
          <Button variant="default" disabled={move.isPending} onClick={() => move.mutate(dayAfter(today, 1))}>
            {t.testOrganizations.dayAhead}
          </Button>
          <Button variant="default" disabled={move.isPending} onClick={() => move.mutate(monthAfter(today))}>
            {t.testOrganizations.monthAhead}
          </Button>
        </Group>
      </Form>
    </Stack>
  );
}

function ResetButton() {
  const { t, language } = useLanguage();
  const client = useQueryClient();
  const reset = useAction(() => unwrap(consoleApi.POST('/test-organization/reset', { body: { language } })), {
    done: t.testOrganizations.resetDone,
    next: () => void client.invalidateQueries({ queryKey: personQuery.queryKey }),
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.testOrganizations.reset,
      text: t.testOrganizations.resetLead,
      yes: t.testOrganizations.reset,
      act: () => reset.mutate(undefined),
    });
  return (
    <ActionButton variant="default" action={reset} onClick={ask}>
      {t.testOrganizations.reset}
    </ActionButton>
  );
}

/** Deletes after the person has typed the organization's name. */
function DeleteButton() {
  const { t } = useLanguage();
  const { id: here, name } = usePerson().organization;
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useAction(async () => {
    const home = (await listOrganizations()).find(({ test }) => !test);
    if (home) await switchOrganization(home.id); // While there is still a session to go there from.
    await unwrap(consoleApi.DELETE('/test-organization')).catch(async (error: unknown) => {
      if (home) await switchOrganization(here);
      throw error;
    });
    location.assign('/console/');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(undefined);
  };
  return (
    <>
      <Button color="red" variant="light" onClick={() => setOpened(true)}>
        {t.testOrganizations.remove}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t.testOrganizations.remove}>
        <Form onSubmit={submit}>
          <Stack align="flex-start">
            <Text>{t.testOrganizations.removeLead}</Text>
            <TextInput
              label={t.testOrganizations.typeName({ name })}
              autoComplete="off"
              data-autofocus
              w="100%"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <ActionButton type="submit" color="red" disabled={typed.trim() !== name} action={remove}>
              {t.testOrganizations.remove}
            </ActionButton>
          </Stack>
        </Form>
      </Dialog>
    </>
  );
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day of the next month, or its last day. */
function monthAfter(day: string): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}
