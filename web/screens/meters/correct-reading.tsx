// Correcting a reading that was entered wrong: a button, and the dialog that it opens. The wrong value stays in the
// list.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useIsAllowed } from '../../api/person.ts';
import { ApiProblem } from '../../api/problem.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';
import { AskAboutReading } from '../my-home/ask-manager.tsx';
import { DatedReadingFields, ReadingDoubts } from './enter-reading.tsx';
import { type MeterBody, type ReadingBody, registerText } from './meter-words.ts';
import { useReadingEntry } from './reading-entry.ts';

export type CorrectedMeter = Pick<
  MeterBody,
  'id' | 'type' | 'serialNumber' | 'apartmentId' | 'unit' | 'digits' | 'decimals'
>;
type WrongReading = {
  readonly id: string;
  readonly value: number;
  readonly readOn: string;
  readonly status?: ReadingBody['status'];
};
type CorrectionProps = {
  readonly meter: CorrectedMeter;
  /** Which meter it is. */
  readonly meterName: string;
  readonly reading: WrongReading;
  /** The reading that replaces it. */
  readonly corrected?: (reading: WrongReading) => void;
};

export function CorrectReading(of: CorrectionProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <CorrectButton {...of} onClick={open} />
      <CorrectionDialog {...of} opened={opened} close={close} />
    </>
  );
}

export function CorrectButton({
  meter,
  reading,
  onClick,
}: Pick<CorrectionProps, 'meter' | 'reading'> & { readonly onClick: () => void }) {
  const { t, format } = useLanguage();
  const value = registerText(format, reading.value, meter);
  return (
    <Button size="compact-sm" variant="subtle" aria-label={t.enterReading.correctOf({ value })} onClick={onClick}>
      {t.enterReading.correct}
    </Button>
  );
}

export function CorrectionDialog({
  opened,
  close,
  corrected,
  ...of
}: CorrectionProps & { readonly opened: boolean; readonly close: () => void }) {
  const { t, format } = useLanguage();
  const value = registerText(format, of.reading.value, of.meter);
  return (
    <Dialog opened={opened} onClose={close} title={t.enterReading.correctOf({ value })}>
      <CorrectionForm
        {...of}
        corrected={(reading) => {
          close();
          corrected?.(reading);
        }}
      />
    </Dialog>
  );
}

function CorrectionForm({ meter, meterName, reading, corrected }: CorrectionProps) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage'); // Residents are asked for no day where they submit a reading, either.
  const [day, setDay] = useState(reading.readOn);
  const entry = useReadingEntry({
    meter,
    start: reading.value,
    readAt: day === reading.readOn ? undefined : day,
    corrects: reading.id,
    done: t.enterReading.corrected,
    saved: ({ id, value, readOn }) => corrected?.({ id, value, readOn }),
  });
  const { error } = entry.action;
  const isDecided = error instanceof ApiProblem && ['reading_confirmed', 'reading_of_other'].includes(error.code);
  const isSame = entry.value === reading.value && day === reading.readOn && !entry.rollover;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame) entry.save();
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text fw={600}>{meterName}</Text>
        <Text fz="sm">
          {t.enterReading.correctLead({ status: t.meters.statuses[mayManage ? 'corrected' : 'replaced'] })}
          {reading.status !== 'submitted' && ` ${t.enterReading.correctInvoiced}`}
        </Text>
        <Group align="flex-start">
          <DatedReadingFields
            {...{ entry, day }}
            {...(mayManage && { setDay })}
            decimals={meter.decimals}
            data-autofocus
          />
        </Group>
        <ReadingDoubts entry={entry} />
        {(entry.least !== undefined || isDecided) && entry.value !== '' && (
          <AskAboutReading
            {...{ meter, value: entry.value }}
            last={{ value: entry.least ?? reading.value }}
            isNext={isDecided || !entry.mayRollOver}
          />
        )}
        <ActionButton
          type="submit"
          action={entry.action}
          disabled={entry.value === '' || isSame || isDecided || entry.isRefused}
        >
          {entry.saveLabel}
        </ActionButton>
      </Stack>
    </Form>
  );
}
