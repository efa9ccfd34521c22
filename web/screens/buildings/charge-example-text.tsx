// The example beside a charge, in words: what one apartment would pay at today's price, and how it is calculated.
import { Text } from '@mantine/core';
import type { Schemas } from '../../api/bodies.ts';
import { useLanguage } from '../../words/language.tsx';
import type { ChargeDraft } from './charge-changes.ts';
import { calculateExample, exampleBill, exampleConsumption } from './charge-example.ts';

type ExampleApartment = Schemas['Apartment'];

export function ExampleText({
  charge,
  currency,
  apartment,
  apartments,
  today,
}: {
  readonly charge: ChargeDraft;
  readonly currency: string;
  readonly apartment: ExampleApartment | undefined;
  readonly apartments: readonly ExampleApartment[];
  readonly today: string;
}) {
  const { t, format } = useLanguage();
  if (apartment === undefined) return t.common.none;
  const example = calculateExample(charge, apartment, apartments, today);
  if (example.kind === 'missing' || example.kind === 'outside')
    return (
      <Text fz="sm" c="dimmed">
        {example.kind === 'missing' ? t.charges.figureMissing : t.charges.notCharged}
      </Text>
    );
  return (
    <>
      <Text fw={600}>{format.money(example.amount, currency)}</Text>
      <Text fz="xs" c="dimmed">
        {[how(), example.addsVat && t.charges.exampleVat].filter(Boolean).join(', ')}
      </Text>
    </>
  );

  function how(): string {
    if (example.kind === 'priced') return t.charges.examplePriced({ quantity: format.number(example.quantity) });
    if (example.kind === 'split')
      return t.charges.exampleSplit({ bill: format.money(exampleBill, currency), part: format.percent(example.part) });
    const units = format.number(exampleConsumption);
    return example.kind === 'remainder'
      ? t.charges.exampleRemainder({ units, part: format.percent(example.part) })
      : t.charges.exampleMetered({ units });
  }
}
