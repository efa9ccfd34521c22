// The terms of one charge: prices and VAT rates by day, what happens without a reading, who participates and how, and
// its account in the ledger.
import { Alert, Button, Group, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { dividedBases } from '../../../src/platform/values/bases.ts';
import { Help } from '../../parts/help.tsx';
import type { HelpTopic } from '../../parts/help-popover.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';
import { ChargeApartments } from './charge-apartments.tsx';
import { isMetered } from './charge-changes.ts';
import { ExampleText } from './charge-example-text.tsx';
import type { ChargeRowProps } from './charge-row.tsx';
import { ChargeTariffs } from './charge-tariffs.tsx';

/** Units that suppliers usually bill in; any other can be written. */
const billUnits = ['MWh', 'kWh', 'm³'];

export function ChargeTerms(props: Omit<ChargeRowProps, 'remove' | 'open'> & { readonly done: () => void }) {
  const { charge, fixed, apartment, done } = props;
  const { t } = useLanguage();
  return (
    <fieldset disabled={fixed} style={{ border: 0, margin: 0, padding: 0 }}>
      <Stack gap="lg">
        <TermsSection title={t.charges.prices}>
          <Text fz="sm" c="dimmed">
            {t.charges.pricesLead}
          </Text>
          <ChargeTariffs {...props} />
        </TermsSection>
        {isMetered(charge) && (
          <TermsSection title={t.charges.meters} help="remainder">
            <MeteredTerms {...props} />
          </TermsSection>
        )}
        <TermsSection title={t.charges.apartments}>
          <ChargeApartments {...props} />
        </TermsSection>
        <TermsSection title={t.charges.accounting}>
          <DeductionTerms {...props} />
        </TermsSection>
        {apartment && (
          <Alert color="gray" title={`${t.charges.exampleFor} ${apartment.number}`}>
            <ExampleText {...props} />
          </Alert>
        )}
        {!fixed && (
          <Group justify="space-between">
            <Text fz="sm" c="dimmed">
              {t.charges.savedLaterHint}
            </Text>
            <Button onClick={done}>{t.charges.done}</Button>
          </Group>
        )}
      </Stack>
    </fieldset>
  );
}

function TermsSection({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help?: HelpTopic;
  readonly children: ReactNode;
}) {
  return (
    <Stack gap="xs" component="section">
      <Group gap={4}>
        <Title order={3} fz="md">
          {title}
        </Title>
        {help && <Help topic={help} />}
      </Group>
      {children}
    </Stack>
  );
}

type TermsProps = Pick<ChargeRowProps, 'charge' | 'charges' | 'change'>;

function MeteredTerms({ charge, change }: TermsProps) {
  const { t } = useLanguage();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NumberField
        label={t.charges.estimate}
        description={t.charges.estimateHint}
        min={1}
        max={12}
        decimals={0}
        value={charge.estimateMissingFromMonths ?? ''}
        onChange={(next) =>
          change({ ...charge, estimateMissingFromMonths: typeof next === 'number' && next > 0 ? next : null })
        }
      />
      {charge.basis === 'meter_remainder' && (
        <Select
          label={t.charges.remainderBasis}
          allowDeselect={false}
          data={dividedBases.map((value) => ({ value, label: t.charges.bases[value] }))}
          value={charge.divideBy ?? 'equal'}
          onChange={(next) =>
            change({ ...charge, divideBy: dividedBases.find((dividedBasis) => dividedBasis === next) ?? null })
          }
        />
      )}
    </SimpleGrid>
  );
}

function DeductionTerms({ charge, charges, change }: TermsProps) {
  const { t } = useLanguage();
  const billed = charges.filter((chargeDraft) => chargeDraft.costFrom === 'supplier_bill' && chargeDraft !== charge);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {charge.costFrom !== 'supplier_bill' && billed.length > 0 && (
        <Select
          label={t.charges.deductedFrom}
          description={t.charges.deductedHint}
          allowDeselect={false}
          data={[
            { value: '', label: t.charges.notDeducted },
            ...billed.map(({ code, name }) => ({ value: code, label: name || code })),
          ]}
          value={charge.deductedFrom ?? ''}
          onChange={(next) => change({ ...charge, deductedFrom: next || null })}
        />
      )}
      {charge.costFrom === 'supplier_bill' && (
        <>
          <TextInput
            label={t.charges.billUnit}
            description={t.charges.billUnitHint}
            maxLength={20}
            list="bill-units"
            value={charge.billUnit ?? ''}
            onChange={(event) => change({ ...charge, billUnit: event.currentTarget.value || null })}
          />
          <datalist id="bill-units">
            {billUnits.map((unit) => (
              <option key={unit} value={unit} />
            ))}
          </datalist>
        </>
      )}
      <TextInput
        label={t.charges.account}
        maxLength={30}
        value={charge.account ?? ''}
        onChange={(event) => change({ ...charge, account: event.currentTarget.value || null })}
      />
    </SimpleGrid>
  );
}
