// Sends payment reminders to apartments, after a question, and shows what became of it.
import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { useLanguage } from '../../words/language.tsx';
import { whomToRemind } from './aging-view.ts';
import { useAging } from './use-aging.ts';

/** As in src/invoicing/sending/payment-reminders.ts. */
const maxApartments = 200;

type ReminderResult = Awaited<ReturnType<typeof sendReminders>>['data'];

function sendReminders(apartmentIds: readonly string[]) {
  return unwrap(consoleApi.POST('/payment-reminders', { body: { apartmentIds: [...apartmentIds] } }));
}

export function RemindButton({
  apartmentIds,
  buildingId,
  label,
  primary = false,
  done,
}: {
  readonly apartmentIds: readonly string[];
  /** The building of all of them, if it is one. */
  readonly buildingId?: string | undefined;
  /** By default with the number of apartments. */
  readonly label?: string;
  readonly primary?: boolean;
  readonly done?: () => void;
}) {
  const { t, format } = useLanguage();
  const [result, setResult] = useState<ReminderResult>();
  const aging = useAging(buildingId).data;
  const { toRemind, remindedToday, lastAt } = whomToRemind(aging ?? [], apartmentIds);
  const remind = useAction(() => sendReminders(toRemind), {
    next: ({ data }) => {
      setResult(data);
      done?.();
    },
  });
  const count = toRemind.length;
  const name = label ?? t.receivables.remind({ count });
  const leftOut = remindedToday > 0 && t.receivables.remindedToday({ count: remindedToday });
  const ask = () =>
    confirmFirst(t, {
      title: name,
      text: [
        t.receivables.remindLead,
        leftOut,
        lastAt && t.receivables.lastReminded({ at: format.instant(lastAt) }),
        aging && lastAt === undefined && t.receivables.neverReminded,
      ]
        .filter(Boolean)
        .join(' '),
      yes: name,
      routine: true,
      act: () => remind.mutate(),
    });
  return (
    <>
      <ActionButton
        variant={primary ? 'filled' : 'default'}
        disabled={count === 0 || count > maxApartments}
        action={remind}
        onClick={ask}
      >
        {name}
      </ActionButton>
      {leftOut && <Text c="dimmed">{leftOut}</Text>}
      {count > maxApartments && <Text>{t.receivables.tooManyToRemind({ max: maxApartments })}</Text>}
      {result && <ReminderOutcome result={result} close={() => setResult(undefined)} />}
    </>
  );
}

function ReminderOutcome({ result, close }: { readonly result: ReminderResult; readonly close: () => void }) {
  const { t } = useLanguage();
  const { letters, withoutAddress, alreadyReminded, onPlan } = result;
  return (
    <Alert
      role="status"
      w="100%"
      withCloseButton
      onClose={close}
      closeButtonLabel={t.common.close}
      title={t.receivables.reminded({ letters })}
    >
      {withoutAddress > 0 && <Text>{t.receivables.withoutAddress({ count: withoutAddress })}</Text>}
      {alreadyReminded > 0 && <Text>{t.receivables.alreadyReminded({ count: alreadyReminded })}</Text>}
      {onPlan > 0 && <Text>{t.receivables.remindedOnPlan({ count: onPlan })}</Text>}
    </Alert>
  );
}
