// One charge in the table: what it is called, what it goes by, its price or its bill, its VAT, and the example.
import { ActionIcon, NumberInput, Select, Table, Text, TextInput } from '@mantine/core';
import type { Schemas } from '../../api/client.ts';
import { Icon } from '../../parts/icons.tsx';
import { useLanguage } from '../../words/language.tsx';
import { exampleBill, exampleConsumption, exampleOf } from './charge-example.ts';
import type { Charge } from './charges.tsx';

type Apartment = Schemas['Apartment'];

const bases = [
  'fixed',
  'equal',
  'area',
  'heated_area',
  'share',
  'residents',
  'custom',
  'meter',
  'meter_remainder',
] as const;
export const meterTypes = ['cold_water', 'hot_water', 'heating', 'electricity', 'gas'] as const;
const isMetered = (basis: Charge['basis']) => basis === 'meter' || basis === 'meter_remainder';

export function ChargeRow({
  charge,
  fixed,
  currency,
  apartment,
  apartments,
  change,
  remove,
}: {
  readonly charge: Charge;
  readonly fixed: boolean;
  readonly currency: string;
  readonly apartment: Apartment | undefined;
  readonly apartments: readonly Apartment[];
  readonly change: (charge: Charge) => void;
  readonly remove: () => void;
}) {
  const { t } = useLanguage();
  const [name, code, basis, pay, vat] = t.charges.columns;
  const from = charge.costFrom === 'supplier_bill' ? 'bill' : 'price';
  return (
    <Table.Tr>
      <Table.Td w="20%">
        <TextInput
          aria-label={name}
          size="xs"
          disabled={fixed}
          value={charge.name}
          onChange={(event) => change({ ...charge, name: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td w="12%">
        <TextInput
          aria-label={code}
          size="xs"
          disabled={fixed}
          value={charge.code}
          onChange={(event) => change({ ...charge, code: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td w="22%">
        <Select
          aria-label={basis}
          size="xs"
          disabled={fixed}
          allowDeselect={false}
          data={bases.map((value) => ({ value, label: t.charges.bases[value] }))}
          value={charge.basis}
          onChange={(next) => change(withBasis(charge, next))}
        />
        {isMetered(charge.basis) && (
          <Select
            aria-label={t.meters.type}
            size="xs"
            mt={4}
            disabled={fixed}
            allowDeselect={false}
            data={meterTypes.map((value) => ({ value, label: t.meters.types[value] }))}
            value={charge.meterType ?? null}
            onChange={(next) => change({ ...charge, meterType: meterTypes.find((one) => one === next) ?? null })}
          />
        )}
      </Table.Td>
      <Table.Td w="22%">
        <Select
          aria-label={pay}
          size="xs"
          disabled={fixed}
          allowDeselect={false}
          data={[
            { value: 'price', label: t.charges.price },
            { value: 'bill', label: t.charges.bill },
          ]}
          value={from}
          onChange={(next) =>
            change(
              next === 'bill'
                ? { ...charge, unitPrice: null, costFrom: 'supplier_bill' }
                : { ...charge, unitPrice: charge.unitPrice ?? 0, costFrom: null },
            )
          }
        />
        {from === 'price' && (
          <NumberInput
            aria-label={t.charges.price}
            size="xs"
            mt={4}
            disabled={fixed}
            decimalScale={6}
            hideControls
            suffix={` ${currency}`}
            value={charge.unitPrice ?? ''}
            onChange={(next) => change({ ...charge, unitPrice: typeof next === 'number' ? next : 0 })}
          />
        )}
      </Table.Td>
      <Table.Td w="8%">
        <NumberInput
          aria-label={vat}
          size="xs"
          disabled={fixed}
          min={0}
          max={100}
          hideControls
          value={charge.vatRate ?? 0}
          onChange={(next) => change({ ...charge, vatRate: typeof next === 'number' ? next : 0 })}
        />
      </Table.Td>
      <Table.Td ta="right">
        <ExampleCell charge={charge} currency={currency} apartment={apartment} apartments={apartments} />
      </Table.Td>
      {!fixed && (
        <Table.Td>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t.common.remove}: ${charge.name}`} onClick={remove}>
            <Icon name="trash" size={16} />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** What belongs to meters alone goes when another basis is chosen. */
function withBasis(charge: Charge, next: string | null): Charge {
  const basis = bases.find((one) => one === next) ?? charge.basis;
  const { meterType, estimateMissingFromMonths, divideBy, ...plain } = charge;
  if (!isMetered(basis)) return { ...plain, basis };
  const kept = basis === 'meter_remainder' && divideBy ? { divideBy } : {};
  const estimated = estimateMissingFromMonths ? { estimateMissingFromMonths } : {};
  return { ...plain, ...kept, ...estimated, basis, meterType: meterType ?? 'cold_water' };
}

function ExampleCell({
  charge,
  currency,
  apartment,
  apartments,
}: {
  readonly charge: Charge;
  readonly currency: string;
  readonly apartment: Apartment | undefined;
  readonly apartments: readonly Apartment[];
}) {
  const { t, format } = useLanguage();
  if (apartment === undefined || charge.basis === 'custom') return t.common.none;
  const example = exampleOf(charge, apartment, apartments);
  if (example.kind === 'missing')
    return (
      <Text fz="sm" c="dimmed">
        {t.charges.missing}
      </Text>
    );
  const how = {
    priced: () => t.charges.howPriced(example.kind === 'priced' ? format.number(example.quantity) : ''),
    split: () =>
      t.charges.howSplit(
        format.money(exampleBill, currency),
        example.kind === 'split' ? format.percent(example.part) : '',
      ),
    metered: () => t.charges.howMetered(format.number(exampleConsumption)),
  };
  return (
    <>
      <Text fw={600}>{format.money(example.amount, currency)}</Text>
      <Text fz="xs" c="dimmed">
        {how[example.kind]()}
      </Text>
    </>
  );
}
