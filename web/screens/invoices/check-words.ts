// The checklist of a generation in words: the title of a cause, what it is about, and the figures.
import type { ConsolePostBody } from '../../api/bodies.ts';
import { fieldName } from '../../parts/explain.ts';
import type { Format } from '../../words/format.ts';
import type { Words } from '../../words/words.ts';
import { explainingTypes, quantityText } from '../meters/meter-words.ts';

export type PreviewBody = ConsolePostBody<'/buildings/{id}/generation-preview'>['data'];
export type Check = PreviewBody['checks'][number];
export type CheckItem = Check['items'][number];

/** The colour of each gravity, the gravest first. */
export const gravityColors = { blocks: 'red', leaves_out: 'red', money: 'yellow', review: 'gray' } as const;

/** How the values of an item are written. */
export type CheckFormat = {
  readonly t: Words;
  readonly format: Format;
  readonly currency: string;
  /** The name of a charge, by its code. */
  readonly chargeName: (code: string) => string;
};

/** The cause. */
export function checkTitle({ checks, errors }: Words, code: Check['code']): string {
  const texts: Readonly<Record<string, string>> = { ...errors.problems, ...errors.warnings, ...checks.titles };
  return (texts[code] ?? errors.unknownWarning).replace(/\.$/, '');
}

/** What an item is about: its apartment or meter, its charge, and the field that is missing. */
export function checkSubject(
  { apartmentNumber, meterType, serialNumber, charge, field }: CheckItem,
  words: CheckFormat,
): string {
  const { t, chargeName } = words;
  const isMain = meterType !== undefined && apartmentNumber === undefined;
  return [
    apartmentNumber !== undefined && `${t.invoices.apartment} ${apartmentNumber}`,
    isMain && t.meters.main,
    meterType !== undefined && [t.meters.types[meterType], serialNumber].filter(Boolean).join(' '),
    charge !== undefined && chargeName(charge),
    field !== undefined && (fieldName(t, field) ?? field),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** The figures of an item; empty where its subject says everything. */
export function checkDetail(code: Check['code'], item: CheckItem, words: CheckFormat): string {
  const { t, format, currency } = words;
  const { name, amount, previous, split, handedOverOn } = item;
  const money = (value: number) => format.money(value, currency);
  return [
    item.charge === undefined && name,
    meterDetail(code, item, words),
    split &&
      t.checks.split({ bill: money(split.bill), invoiced: money(split.invoiced), missing: money(split.missing) }),
    amount !== undefined &&
      (previous === undefined ? money(amount) : t.checks.changed({ amount: money(amount), previous: money(previous) })),
    handedOverOn !== undefined && t.checks.handedOver({ day: format.day(handedOverOn) }),
  ]
    .filter(Boolean)
    .join('; ');
}

/** What a meter counted, beside what is usual, or the days that an item is about. */
function meterDetail(code: Check['code'], item: CheckItem, { t, format }: CheckFormat): string | undefined {
  const { checks } = t;
  const { quantity, usual, main, explained, explainedBy, unit, from, to } = item;
  const show = (value: number) => (unit === undefined ? format.number(value) : quantityText(format, value, unit));
  if (quantity !== undefined && main !== undefined && explained !== undefined)
    return checks.remainder({
      main: show(main),
      explained: show(explained) + explainingTypes(t, explainedBy),
      difference: show(quantity),
    });
  if (quantity !== undefined && usual !== undefined)
    return (item.comparedWith === 'earlier' ? checks.usually : checks.otherApartments)({
      quantity: show(quantity),
      usual: show(usual),
    });
  if (code === 'reading_estimated' && quantity !== undefined)
    return from !== undefined && to !== undefined
      ? checks.between({ quantity: show(quantity), from: format.day(from), to: format.day(to) })
      : checks.estimated({ quantity: show(quantity) });
  if (code === 'beginning_unknown' && quantity !== undefined)
    return from === undefined
      ? checks.countedFrom({ value: show(quantity) })
      : checks.firstReading({ value: show(quantity), day: format.day(from) });
  if (code === 'nobody_receives' && from !== undefined) return checks.recipientsFrom({ day: format.day(from) });
  if (to !== undefined) return checks.verifiedUntil({ day: format.day(to) });
  if (from !== undefined)
    return (code === 'days_billed_twice' ? checks.laterInvoice : checks.since)({ day: format.day(from) });
  return quantity === undefined ? undefined : show(quantity);
}
