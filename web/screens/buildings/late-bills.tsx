// Supplier bills and credit notes that arrived after the period was closed, one for each charge.
import { ActionIcon, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Schemas } from '../../api/bodies.ts';
import { useVatWords } from '../../api/person.ts';
import { Icon } from '../../parts/icons.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';

export type LateBill = {
  readonly key: number;
  readonly charge: string;
  readonly amount: number | string;
  /** Where the charge has a unit of its bills. */
  readonly quantity: number | string;
  readonly supplier: string;
  readonly number: string;
  readonly date: string;
};

export function LateBills({
  building,
  bills,
  change,
}: {
  readonly building: Schemas['Building'];
  readonly bills: readonly LateBill[];
  readonly change: (bills: readonly LateBill[]) => void;
}) {
  const { t } = useLanguage();
  const split = building.billing.charges.filter(({ costFrom }) => costFrom === 'supplier_bill');
  const free = split.filter(({ code }) => bills.every(({ charge }) => charge !== code));
  const [next] = free;
  return (
    <Stack>
      <Text c="dimmed" fz="sm">
        {split.length === 0 ? t.invoiceHistory.noBills : t.periods.lateBillsLead}
      </Text>
      {bills.map((bill) => (
        <LateBillFields
          key={bill.key}
          bill={bill}
          currency={building.billing.currency}
          charges={split.filter(({ code }) => code === bill.charge || free.some((item) => item.code === code))}
          change={(changed) => change(bills.map((lateBill) => (lateBill.key === bill.key ? changed : lateBill)))}
          remove={() => change(bills.filter((lateBill) => lateBill.key !== bill.key))}
        />
      ))}
      {next && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() =>
              change([
                ...bills,
                {
                  key: 1 + Math.max(0, ...bills.map(({ key }) => key)),
                  charge: next.code,
                  amount: '',
                  quantity: '',
                  supplier: '',
                  number: '',
                  date: '',
                },
              ])
            }
          >
            {t.periods.addBill}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function LateBillFields({
  bill,
  currency,
  charges,
  change,
  remove,
}: {
  readonly bill: LateBill;
  readonly currency: string;
  readonly charges: readonly Pick<Schemas['Charge'], 'code' | 'name' | 'billUnit'>[];
  readonly change: (bill: LateBill) => void;
  readonly remove: () => void;
}) {
  const { t } = useLanguage();
  const vat = useVatWords();
  const { name = bill.charge, billUnit } = charges.find(({ code }) => code === bill.charge) ?? {};
  return (
    <Group align="flex-end" wrap="nowrap" component="fieldset" style={{ border: 0, margin: 0, padding: 0 }}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} flex={1}>
        <Select
          label={t.periods.charge}
          allowDeselect={false}
          data={charges.map(({ code, name }) => ({ value: code, label: name }))}
          value={bill.charge}
          onChange={(charge) => change({ ...bill, charge: charge ?? bill.charge, quantity: '' })}
        />
        <NumberField
          label={vat.amount}
          required
          decimals={2}
          currency={currency}
          value={bill.amount}
          onChange={(amount) => change({ ...bill, amount })}
        />
        {billUnit && (
          <NumberField
            label={t.charges.billQuantity({ name, unit: billUnit })}
            decimals={6}
            min={0}
            value={bill.quantity}
            onChange={(quantity) => change({ ...bill, quantity })}
          />
        )}
        {(['supplier', 'number'] as const).map((field) => (
          <TextInput
            key={field}
            label={t.periods[field]}
            maxLength={100}
            value={bill[field]}
            onChange={(event) => change({ ...bill, [field]: event.currentTarget.value })}
          />
        ))}
        <TextInput
          type="date"
          label={t.periods.date}
          value={bill.date}
          onChange={(event) => change({ ...bill, date: event.currentTarget.value })}
        />
      </SimpleGrid>
      <ActionIcon variant="subtle" color="gray" mb={4} aria-label={t.periods.removeBill({ name })} onClick={remove}>
        <Icon name="trash" size={16} />
      </ActionIcon>
    </Group>
  );
}
