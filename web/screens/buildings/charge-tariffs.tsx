// The tariffs of a charge by day: past, current and announced ones.
import { ActionIcon, Badge, Button, Group, Table, Text, TextInput } from '@mantine/core';
import { useVatWords } from '../../api/person.ts';
import { Icon } from '../../parts/icons.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';
import {
  nextMonth,
  type TariffDraft,
  type TariffState,
  tariffOn,
  tariffStateOf,
  unitOfPrice,
} from './charge-prices.ts';
import type { ChargeRowProps } from './charge-row.tsx';

const colors = { past: 'gray', now: 'pine', next: 'blue' } as const;

type TariffProps = Pick<ChargeRowProps, 'charge' | 'fixed' | 'currency' | 'today' | 'change'>;

export function ChargeTariffs({ charge, fixed, currency, today, change }: TariffProps) {
  const { t } = useLanguage();
  const { price } = useVatWords();
  const tariffs: readonly TariffDraft[] = charge.tariffs ?? [];
  const priced = charge.costFrom !== 'supplier_bill';
  const keep = (next: readonly TariffDraft[]) => change({ ...charge, tariffs: next.map(plain) });
  const add = () => {
    const latest = tariffs.map(({ from }) => from).reduce((a, b) => (a > b ? a : b), today);
    const from = nextMonth(latest);
    const { unitPrice, vatRate } = tariffOn(charge, from);
    keep([...tariffs, priced ? { from, unitPrice } : { from, vatRate }]);
  };
  return (
    <>
      <Table.ScrollContainer minWidth={priced ? 480 : 380}>
        <Table verticalSpacing={6} aria-label={t.charges.prices}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.charges.from}</Table.Th>
              {priced && <Table.Th>{price}</Table.Th>}
              <Table.Th>{t.charges.vat}</Table.Th>
              <Table.Th aria-label={t.invoices.status} />
              {!fixed && <Table.Th aria-label={t.common.remove} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <InitialTariff {...{ charge, fixed, currency, today, change }} />
            {[...tariffs.entries()].map(([index, tariff]) => (
              <TariffRow
                key={index}
                number={index + 1}
                tariff={tariff}
                {...{ charge, fixed, currency, today }}
                set={(next) => keep(tariffs.map((unchanged, i) => (i === index ? next : unchanged)))}
                remove={() => keep(tariffs.filter((_, i) => i !== index))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!fixed && (
        <Group>
          <Button size="xs" variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
            {t.charges.addPrice}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The tariff that counts until the first change. */
function InitialTariff({ charge, fixed, currency, today, change }: TariffProps) {
  const { t } = useLanguage();
  const { price } = useVatWords();
  return (
    <Table.Tr>
      <Table.Td>
        <Text fz="sm">{t.charges.initially}</Text>
      </Table.Td>
      {charge.costFrom !== 'supplier_bill' && (
        <Table.Td>
          <PriceField
            charge={charge}
            currency={currency}
            label={`${price}, ${t.charges.initially}`}
            value={charge.unitPrice ?? undefined}
            set={(value) => change({ ...charge, unitPrice: value ?? 0 })}
          />
        </Table.Td>
      )}
      <Table.Td>
        <VatRateField
          label={`${t.charges.vat}, ${t.charges.initially}`}
          value={charge.vatRate ?? 0}
          set={(value) => change({ ...charge, vatRate: value ?? 0 })}
        />
      </Table.Td>
      <Table.Td>
        <TariffStateBadge state={tariffStateOf(charge, undefined, today)} />
      </Table.Td>
      {!fixed && <Table.Td />}
    </Table.Tr>
  );
}

/** A tariff from a day on. `number` distinguishes its fields for screen readers. */
function TariffRow({
  number,
  tariff,
  charge,
  fixed,
  currency,
  today,
  set,
  remove,
}: Pick<ChargeRowProps, 'charge' | 'fixed' | 'currency' | 'today' | 'remove'> & {
  readonly number: number;
  readonly tariff: TariffDraft;
  readonly set: (tariff: TariffDraft) => void;
}) {
  const { t, format } = useLanguage();
  const { price } = useVatWords();
  return (
    <Table.Tr>
      <Table.Td>
        <TextInput
          type="date"
          size="xs"
          aria-label={`${t.charges.from} ${number}`}
          value={tariff.from}
          onChange={(event) => set({ ...tariff, from: event.currentTarget.value })}
        />
      </Table.Td>
      {charge.costFrom !== 'supplier_bill' && (
        <Table.Td>
          <PriceField
            charge={charge}
            currency={currency}
            label={`${price} ${number}`}
            value={tariff.unitPrice}
            set={(unitPrice) => set({ ...tariff, unitPrice })}
          />
        </Table.Td>
      )}
      <Table.Td>
        <VatRateField
          label={`${t.charges.vat} ${number}`}
          value={tariff.vatRate}
          set={(vatRate) => set({ ...tariff, vatRate })}
        />
      </Table.Td>
      <Table.Td>
        <TariffStateBadge state={tariffStateOf(charge, tariff.from, today)} />
      </Table.Td>
      {!fixed && (
        <Table.Td ta="right">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.charges.removePrice({ day: tariff.from && format.day(tariff.from) })}
            onClick={remove}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function plain({ from, unitPrice, vatRate }: TariffDraft) {
  return { from, ...(unitPrice !== undefined && { unitPrice }), ...(vatRate !== undefined && { vatRate }) };
}

type FigureProps = {
  readonly label: string;
  readonly value: number | undefined;
  readonly set: (value: number | undefined) => void;
};

function PriceField({
  label,
  value,
  set,
  charge,
  currency,
}: FigureProps & Pick<ChargeRowProps, 'charge' | 'currency'>) {
  const { t } = useLanguage();
  const unit = unitOfPrice(charge);
  return (
    <NumberField
      size="xs"
      aria-label={label}
      decimals={6}
      currency={currency}
      per={unit && t.invoices.units[unit]}
      placeholder={t.charges.unchanged}
      value={value ?? ''}
      onChange={(next) => set(typeof next === 'number' ? next : undefined)}
    />
  );
}

function VatRateField({ label, value, set }: FigureProps) {
  const { t } = useLanguage();
  return (
    <NumberField
      size="xs"
      aria-label={label}
      min={0}
      max={100}
      decimals={2}
      placeholder={t.charges.unchanged}
      value={value ?? ''}
      onChange={(next) => set(typeof next === 'number' ? next : undefined)}
    />
  );
}

function TariffStateBadge({ state }: { readonly state: TariffState }) {
  const { t } = useLanguage();
  return (
    <Badge variant="light" color={colors[state]}>
      {t.charges.priceStates[state]}
    </Badge>
  );
}
