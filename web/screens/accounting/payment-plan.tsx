// The payment plan of an apartment: what was agreed, until when, earlier ones, and the form that notes another.
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';

type ApartmentPath = { readonly id: string; readonly aptId: string };
const route = '/buildings/{id}/apartments/{aptId}/payment-plan';

export function PaymentPlan({ path }: { readonly path: ApartmentPath }) {
  const { t, format } = useLanguage();
  const mayNote = useIsAllowed('invoice');
  const plans = useQuery({
    queryKey: ['payment-plans', path.aptId],
    queryFn: async () => (await unwrap(consoleApi.GET(route, { params: { path } }))).data,
  });
  const today = todayIn();
  const current = plans.data?.find(({ endedAt, until }) => endedAt === null && until >= today);
  const earlier = (plans.data ?? []).filter((plan) => plan !== current);
  if (plans.data === undefined || (!mayNote && plans.data.length === 0)) return null;
  return (
    <div className={plans.data.length === 0 ? 'haldur-on-screen' : undefined}>
      <Card title={t.receivables.plan} actions={mayNote && <NotePlan path={path} />}>
        <Stack gap="xs">
          {current ? (
            <>
              <Text fw={600}>{t.receivables.planUntil({ day: format.day(current.until) })}</Text>
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{current.terms}</Text>
              {mayNote && <EndPlan path={path} />}
            </>
          ) : (
            <Text c="dimmed">{t.receivables.planLead}</Text>
          )}
          {earlier.length > 0 && (
            <details>
              <summary>{t.receivables.planEarlier}</summary>
              {earlier.map(({ id, terms, until }) => (
                <Text key={id} fz="sm" style={{ overflowWrap: 'anywhere' }}>
                  {`${format.day(until)} · ${terms}`}
                </Text>
              ))}
            </details>
          )}
        </Stack>
      </Card>
    </div>
  );
}

function EndPlan({ path }: { readonly path: ApartmentPath }) {
  const { t } = useLanguage();
  const end = useAction(() => unwrap(consoleApi.DELETE(route, { params: { path } })), {
    done: t.receivables.planEnded,
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.receivables.planEnd,
      text: t.receivables.planEndLead,
      yes: t.receivables.planEnd,
      act: () => end.mutate(),
    });
  return (
    <Group>
      <ActionButton size="compact-sm" variant="subtle" ml={-8} action={end} onClick={ask}>
        {t.receivables.planEnd}
      </ActionButton>
    </Group>
  );
}

function NotePlan({ path }: { readonly path: ApartmentPath }) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {t.receivables.planNote}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.receivables.planNote}>
        <PlanForm path={path} done={close} />
      </Dialog>
    </>
  );
}

function PlanForm({ path, done }: { readonly path: ApartmentPath; readonly done: () => void }) {
  const { t } = useLanguage();
  const [terms, setTerms] = useState('');
  const [until, setUntil] = useState('');
  const [wrong, setWrong] = useState<Record<string, ReactNode>>({});
  const note = useAction(
    () => unwrap(consoleApi.PUT(route, { params: { path }, body: { terms: terms.trim(), until } })),
    {
      done: t.receivables.planNoted,
      onFields: setWrong,
      next: done,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    note.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text>{t.receivables.planLead}</Text>
        <Textarea
          label={t.receivables.planTerms}
          required
          autosize
          minRows={3}
          maxLength={500}
          data-autofocus
          value={terms}
          onChange={(event) => setTerms(event.currentTarget.value)}
          error={wrong.terms}
        />
        <TextInput
          type="date"
          label={t.receivables.planLastDay}
          required
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
          error={wrong.until}
        />
        <ActionButton type="submit" action={note}>
          {t.receivables.planNote}
        </ActionButton>
      </Stack>
    </Form>
  );
}
