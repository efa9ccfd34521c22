// One charge in the table: its name, basis, price or bill, VAT, and example. Other settings are a small note,
// and are changed with its terms.
import { ActionIcon, Anchor, Group, Select, Table, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { bases, meterTypes } from '../../../src/platform/values/bases.ts';
import type { Schemas } from '../../api/bodies.ts';
import { Icon } from '../../parts/icons.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type ChargeDraft, isMetered, withBasis, withCost } from './charge-changes.ts';
import { ExampleText } from './charge-example-text.tsx';
import { neighbouringTariffs, tariffOn, unitOfPrice } from './charge-prices.ts';
import type { ChargeErrors } from './charge-rows.ts';
import styles from './charges.module.css';

type RowApartment = Schemas['Apartment'];

export type ChargeRowProps = {
  readonly charge: ChargeDraft;
  readonly charges: readonly ChargeDraft[];
  /** What is invalid in its fields. */
  readonly errors: ChargeErrors;
  readonly fixed: boolean;
  /** Whether the columns of codes and VAT rates are shown. */
  readonly withCodes: boolean;
  readonly currency: string;
  readonly apartment: RowApartment | undefined;
  readonly apartments: readonly RowApartment[];
  readonly today: string;
  readonly change: (charge: ChargeDraft) => void;
  readonly remove: () => void;
  readonly open: () => void;
};

export function ChargeRow(props: ChargeRowProps) {
  const { charge, charges, errors, fixed, withCodes, currency, apartment, apartments, today, change, remove, open } =
    props;
  const { t } = useLanguage();
  const { name, code, basis, cost, vat } = t.charges.columns;
  const shown = charge.name || t.charges.unnamed;
  const whole = charges.find((chargeDraft) => chargeDraft.code === charge.deductedFrom)?.name;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td data-label={name}>
        <TextInput
          aria-label={name}
          size="xs"
          disabled={fixed}
          error={errors.name}
          value={charge.name}
          onChange={(event) => change({ ...charge, name: event.currentTarget.value })}
        />
        <CellNote>{charge.deductedFrom && t.charges.deducted({ name: whole ?? charge.deductedFrom })}</CellNote>
      </Table.Td>
      {withCodes && (
        <Table.Td data-label={code}>
          <TextInput
            aria-label={code}
            size="xs"
            disabled={fixed}
            error={errors.code}
            value={charge.code}
            onChange={(event) => change({ ...charge, code: event.currentTarget.value })}
          />
        </Table.Td>
      )}
      <Table.Td data-label={basis} className={styles.whole}>
        <BasisCell {...props} />
      </Table.Td>
      <Table.Td data-label={cost} className={styles.whole}>
        <CostCell {...props} />
      </Table.Td>
      {withCodes && (
        <Table.Td data-label={vat}>
          <VatCell {...props} />
        </Table.Td>
      )}
      <Table.Td data-label={t.charges.example} className={styles.example}>
        <ExampleText {...{ charge, currency, apartment, apartments, today }} />
      </Table.Td>
      <Table.Td className={styles.whole}>
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <ActionIcon variant="subtle" color="gray" aria-label={`${t.charges.terms}: ${shown}`} onClick={open}>
            <Icon name="settings" size={16} />
          </ActionIcon>
          {!fixed && (
            <ActionIcon variant="subtle" color="gray" aria-label={`${t.common.remove}: ${shown}`} onClick={remove}>
              <Icon name="trash" size={16} />
            </ActionIcon>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function CellNote({ children }: { readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <Text fz="xs" c="dimmed" mt={4}>
      {children}
    </Text>
  );
}

function BasisCell({ charge, errors, fixed, apartments, change, open }: ChargeRowProps) {
  const { t } = useLanguage();
  const listed = charge.apartments ?? [];
  const custom = charge.basis === 'custom';
  const coefficients = listed.filter(({ coefficient = 1 }) => coefficient !== 1).length;
  return (
    <>
      <Select
        aria-label={t.charges.columns.basis}
        size="xs"
        disabled={fixed}
        allowDeselect={false}
        data={bases.map((value) => ({ value, label: t.charges.bases[value] }))}
        error={errors.basis}
        value={charge.basis}
        onChange={(next) => change(withBasis(charge, next))}
      />
      {isMetered(charge) && (
        <Select
          aria-label={t.meters.type}
          size="xs"
          mt={4}
          disabled={fixed}
          allowDeselect={false}
          data={meterTypes.map((value) => ({ value, label: t.meters.types[value] }))}
          error={errors.meterType}
          value={charge.meterType ?? null}
          onChange={(next) =>
            change({ ...charge, meterType: meterTypes.find((meterType) => meterType === next) ?? null })
          }
        />
      )}
      {custom && listed.length === 0 && (
        <Anchor component="button" type="button" fz="xs" mt={4} onClick={open}>
          {t.charges.noShares}
        </Anchor>
      )}
      <CellNote>
        {(charge.appliesTo === 'listed' || custom) &&
          listed.length > 0 &&
          t.charges.apartmentCount({ count: listed.length, total: apartments.length })}
      </CellNote>
      <CellNote>{!custom && coefficients > 0 && t.charges.withCoefficient({ count: coefficients })}</CellNote>
      <CellNote>
        {charge.divideBy && `${t.charges.remainderBasis}: ${t.charges.bases[charge.divideBy].toLowerCase()}`}
      </CellNote>
      <CellNote>
        {charge.estimateMissingFromMonths && t.charges.estimated({ months: charge.estimateMissingFromMonths })}
      </CellNote>
    </>
  );
}

/** Changes by day are edited with the terms: this shows the current value and the next one. */
function CostCell({ charge, errors, fixed, withCodes, currency, today, change }: ChargeRowProps) {
  const { t, format } = useLanguage();
  const from = charge.costFrom === 'supplier_bill' ? 'bill' : 'price';
  const dated = (charge.tariffs ?? []).some(({ unitPrice }) => unitPrice !== undefined);
  const unit = unitOfPrice(charge);
  const vatRate = tariffOn(charge, today).vatRate ?? 0;
  const price = (value: number) =>
    [format.money(value, currency, 6), unit && t.invoices.units[unit]].filter(Boolean).join('/');
  return (
    <>
      <Select
        aria-label={t.charges.columns.cost}
        size="xs"
        disabled={fixed}
        allowDeselect={false}
        data={[
          { value: 'price', label: t.charges.unitPrice },
          { value: 'bill', label: t.charges.splitBill },
        ]}
        value={from}
        onChange={(next) => change(withCost(charge, next === 'bill' ? 'bill' : 'price', 0))}
      />
      {from === 'price' && !dated && (
        <NumberField
          aria-label={t.charges.unitPrice}
          size="xs"
          mt={4}
          disabled={fixed}
          decimals={6}
          currency={currency}
          per={unit && t.invoices.units[unit]}
          error={errors.unitPrice}
          value={charge.unitPrice ?? ''}
          onChange={(next) => change({ ...charge, unitPrice: typeof next === 'number' ? next : 0 })}
        />
      )}
      {from === 'price' && dated && <DatedValue charge={charge} field="unitPrice" today={today} show={price} />}
      <CellNote>{!withCodes && vatRate > 0 && t.charges.vatOf({ rate: format.number(vatRate) })}</CellNote>
    </>
  );
}

function VatCell({ charge, errors, fixed, today, change }: ChargeRowProps) {
  const { t, format } = useLanguage();
  const dated = (charge.tariffs ?? []).some(({ vatRate }) => vatRate !== undefined);
  const rate = (value: number) => `${format.number(value)}%`;
  if (dated) return <DatedValue charge={charge} field="vatRate" today={today} show={rate} />;
  return (
    <NumberField
      aria-label={t.charges.columns.vat}
      size="xs"
      disabled={fixed}
      min={0}
      max={100}
      decimals={2}
      error={errors.vatRate}
      value={charge.vatRate ?? 0}
      onChange={(next) => change({ ...charge, vatRate: typeof next === 'number' ? next : 0 })}
    />
  );
}

function DatedValue({
  charge,
  field,
  today,
  show,
}: {
  readonly charge: ChargeDraft;
  readonly field: 'unitPrice' | 'vatRate';
  readonly today: string;
  readonly show: (value: number) => string;
}) {
  const { t, format } = useLanguage();
  const { since, next } = neighbouringTariffs(charge, field, today);
  const now = show(tariffOn(charge, today)[field] ?? 0);
  return (
    <>
      <Text fz="xs" fw={600} mt={6}>
        {since === undefined ? now : t.charges.since({ value: now, day: format.day(since) })}
      </Text>
      <CellNote>{next && t.charges.fromDay({ value: show(next.value), day: format.day(next.from) })}</CellNote>
    </>
  );
}
