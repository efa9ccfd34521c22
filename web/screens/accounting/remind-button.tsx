// Sends payment reminders to apartments, after a question, and shows what became of it.
import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { useLanguage } from '../../words/language.tsx';

/** As in src/invoicing/sending/payment-reminders.ts. */
const maxApartments = 200;

type ReminderResult = Awaited<ReturnType<typeof sendReminders>>['data'];

function sendReminders(apartmentIds: readonly string[]) {
  return unwrap(consoleApi.POST('/payment-reminders', { body: { apartmentIds: [...apartmentIds] } }));
}

export function RemindButton({
  apartmentIds,
  label,
  lastAt,
  primary = false,
  done,
}: {
  readonly apartmentIds: readonly string[];
  /** By default with the number of apartments. */
  readonly label?: string;
  /** When they were last reminded; null: not of late; undefined: unknown. */
  readonly lastAt?: string | null | undefined;
  readonly primary?: boolean;
  readonly done?: () => void;
}) {
  const { t, format } = useLanguage();
  const [result, setResult] = useState<ReminderResult>();
  const remind = useAction(() => sendReminders(apartmentIds), {
    next: ({ data }) => {
      setResult(data);
      done?.();
    },
  });
  const count = apartmentIds.length;
  const name = label ?? t.receivables.remind({ count });
  const ask = () =>
    confirmFirst(t, {
      title: name,
      text: [
        t.receivables.remindLead,
        lastAt && t.receivables.lastReminded({ at: format.instant(lastAt) }),
        lastAt === null && t.receivables.neverReminded,
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
