// How the figure of a position came about, line by line, so that anybody can check it with a pencil.
import { Table, Text } from '@mantine/core';
import { useLanguage } from '../../words/language.tsx';
import type { Position } from './invoice-type.ts';

export function Computed({ position, currency }: { readonly position: Position; readonly currency: string }) {
  const lines = useLines(position, currency);
  const { t, format } = useLanguage();
  const { readings = [] } = position.calculation;
  return (
    <>
      <Table verticalSpacing={2} withRowBorders={false} aria-label={t.computed.title}>
        <Table.Tbody>
          {lines.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} c="dimmed" w="50%">
                {name}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {readings.map((one) => (
        <Text key={`${one.meterId} ${one.endOn}`} fz="sm" mt="xs">
          {t.computed.reading(
            one.serialNumber ?? '–',
            format.number(Number(one.start), 6),
            format.number(Number(one.end), 6),
            format.day(one.endOn),
          )}
          {one.estimated && ` · ${t.computed.estimated}`}
        </Text>
      ))}
    </>
  );
}

function useLines(
  { calculation: one, amount, vatRate, vatAmount }: Position,
  currency: string,
): readonly (readonly [string, string])[] {
  const { t, format } = useLanguage();
  const words = t.computed;
  const figure = (value: string) => format.number(Number(value), 6);
  const money = (value: number) => format.money(value, currency);
  const unit = t.invoices.units[one.unit as keyof typeof t.invoices.units] ?? one.unit;
  const lines: [string, string][] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) lines.push([name, value]);
  };
  if (one.oneOff) add(words.once, format.day(one.oneOff.dueFrom));
  for (const { invoiceNumber, days } of one.overdue ?? [])
    for (const { principal, percentPerDay, days: count, from, to } of days) {
      const period = `${format.day(from)} – ${format.day(to)}`;
      add(
        words.overdue(invoiceNumber),
        words.overdueDays(money(principal), figure(String(percentPerDay)), count, period),
      );
    }
  if (one.basis !== undefined && !one.oneOff && !one.overdue)
    add(words.basis, t.charges.bases[one.basis as keyof typeof t.charges.bases] ?? one.basis);
  add(words.of(one.invoiceNumber ?? ''), one.of === undefined ? undefined : money(one.of));
  if (one.creditedBefore) add(words.creditedBefore, `− ${money(one.creditedBefore)}`);
  add(words.before(one.invoiceNumber ?? ''), one.before === undefined ? undefined : money(one.before));
  add(words.after, one.after === undefined ? undefined : money(one.after));
  add(words.bill, one.bill === undefined ? undefined : money(one.bill));
  for (const { charge, amount: less } of one.deductions ?? []) add(words.deducted(charge), `− ${money(less)}`);
  add(words.divided, one.divided === undefined ? undefined : money(one.divided));
  if (one.remainder)
    add(
      words.remainder,
      `${figure(one.remainder.main)} − ${figure(one.remainder.explained)} = ${figure(one.remainder.quantity)} ${one.remainder.unit}`,
    );
  if (one.numerator !== undefined && one.denominator !== undefined)
    add(words.part, `${figure(one.numerator)} / ${figure(one.denominator)} ${unit}`);
  if (one.tariff)
    add(
      words.tariff,
      `${format.day(one.tariff.from)} – ${format.day(one.tariff.to)} (${one.tariff.days}/${one.tariff.of})`,
    );
  add(words.coefficient, one.coefficient === undefined ? undefined : figure(one.coefficient));
  if (one.quantity !== undefined && one.unitPrice !== undefined)
    add(words.price, `${figure(one.quantity)} ${unit} × ${figure(one.unitPrice)} ${currency}`);
  add(words.raw, `${figure(one.raw)} ${currency}`);
  if (one.remainderCent) add(words.cent, `+ ${money(one.remainderCent / 100)}`);
  add(words.result, money(amount));
  add(words.vat(format.number(vatRate)), money(vatAmount));
  return lines;
}
