// Sets a payment aside, with what it is: not from a resident. The key x opens the choice.
import { Button, Kbd, Menu, Stack, TextInput } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import type { FoundPaymentBody } from './payment-status.tsx';
import { showWithUndo } from './show-with-undo.tsx';

type DismissReason = NonNullable<FoundPaymentBody['dismissedAs']>;
type Dismissal = { readonly reason: DismissReason; readonly note?: string };

const plainReasons = ['supplier_refund', 'interest', 'own_transfer'] as const;

/** What a dismissed payment is, as a person said; undefined if nobody did. */
export function dismissalText({ payments }: Words, payment: Pick<FoundPaymentBody, 'dismissedAs' | 'dismissedNote'>) {
  const { dismissedAs, dismissedNote } = payment;
  if (dismissedAs === null) return undefined;
  return dismissedNote ?? payments.dismissedAs[dismissedAs];
}

export function DismissPayment({
  payment: { id },
  busy,
}: {
  readonly payment: Pick<FoundPaymentBody, 'id'>;
  readonly busy: boolean;
}) {
  const { t } = useLanguage();
  const [choosing, choice] = useDisclosure();
  const [naming, name] = useDisclosure();
  const [wrong, setWrong] = useState<Record<string, ReactNode>>({});
  const params = { path: { id } };
  const dismiss = useAction((body: Dismissal) => unwrap(consoleApi.POST('/payments/{id}/dismiss', { params, body })), {
    onFields: setWrong,
    next: () => {
      name.close();
      showWithUndo(t, t.payments.dismissed, () => unwrap(consoleApi.POST('/payments/{id}/restore', { params })));
    },
  });
  const isBusy = busy || dismiss.isPending;
  const button = useRef<HTMLButtonElement>(null);
  const openByKey = () => {
    button.current?.focus(); // A choice is hidden while its button is out of sight.
    choice.open();
  };
  useHotkeys([['x', () => void (isBusy || openByKey())]]);
  return (
    <>
      <Menu opened={choosing} onChange={(opens) => (opens ? choice.open() : choice.close())} position="bottom-start">
        <Menu.Target>
          <Button ref={button} variant="default" size="xs" disabled={isBusy} rightSection={<Kbd size="xs">x</Kbd>}>
            {t.payments.dismiss}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t.payments.dismissAs}</Menu.Label>
          {plainReasons.map((reason) => (
            <Menu.Item key={reason} onClick={() => dismiss.mutate({ reason })}>
              {t.payments.dismissedAs[reason]}
            </Menu.Item>
          ))}
          <Menu.Item onClick={name.open}>{t.payments.dismissedAs.other}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionFailure action={dismiss} />
      <Dialog opened={naming} onClose={name.close} title={t.payments.dismiss}>
        <NoteForm dismiss={(note) => dismiss.mutate({ reason: 'other', note })} action={dismiss} wrong={wrong.note} />
      </Dialog>
    </>
  );
}

function NoteForm({
  dismiss,
  action,
  wrong,
}: {
  readonly dismiss: (note: string) => void;
  readonly action: React.ComponentProps<typeof ActionButton>['action'];
  readonly wrong: ReactNode;
}) {
  const { t } = useLanguage();
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dismiss(note.trim());
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.payments.dismissNote}
          required
          maxLength={200}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={wrong}
        />
        <ActionButton type="submit" action={action}>
          {t.payments.dismiss}
        </ActionButton>
      </Stack>
    </Form>
  );
}
