// Where a cause of the checklist is fixed: a link for the whole cause, and one for each of its apartments, meters and
// charges.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsAllowed } from '../../api/person.ts';
import { billFieldId } from '../../parts/bill-amount-fields.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { ReservedNote } from '../../parts/reserved-note.tsx';
import { SenderAnswers } from '../../parts/sender-answers.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import type { Check, CheckItem } from './check-words.ts';
import { lastDayOf } from './months.ts';

type Fix = keyof Words['checks']['fixes'] | 'correct' | 'settings' | 'sender';

const fixes: Readonly<Record<Check['code'], Fix>> = {
  period_closed: 'correct',
  bill_already_split: 'correct',
  no_charges: 'charges',
  duplicate_charge: 'charges',
  unknown_charge: 'charges',
  charge_not_from_bill: 'charges',
  duplicate_supplier_bill: 'bill',
  deducted_twice: 'charges',
  nothing_to_split_by: 'charges',
  amount_too_large: 'charges',
  supplier_bill_missing: 'bill',
  apartment_data_missing: 'apartments',
  main_meter_missing: 'meters',
  reading_missing: 'readings',
  period_overlaps: 'invoices',
  negative_remainder: 'usage',
  negative_invoice: 'apartments',
  main_meter_difference: 'usage',
  high_consumption: 'meters',
  negative_consumption: 'meters',
  days_billed_twice: 'invoices',
  earlier_days_unbilled: 'invoices',
  days_billed_late: 'earlier',
  earlier_invoices_changed: 'invoices',
  remainder_not_billed: 'usage',
  reading_estimated: 'readings',
  read_at_hand_over: 'readings',
  amount_changed: 'apartments',
  nobody_receives: 'apartments',
  account_missing: 'settings',
  sender_open: 'sender',
  vat_without_number: 'charges',
  vat_not_charged: 'charges',
  name_not_printable: 'apartments',
  beginning_unknown: 'meters',
  verification_expired: 'meters',
};

/** What is fixed by managing the building. */
const needsManager: ReadonlySet<Fix> = new Set(['charges', 'apartments', 'meters', 'readings', 'settings']);

/** Where one item is fixed: the name of a charge or of the building is not an apartment’s. */
function fixOf(code: Check['code'], item: CheckItem | undefined): Fix {
  if (code !== 'name_not_printable' || item?.apartmentId !== undefined) return fixes[code];
  return item?.charge === undefined ? 'settings' : 'charges';
}

type CheckedMonth = { readonly buildingId: string; readonly month: string };

/** The link to where a cause is fixed for all of its items. */
export function CauseFix({ check: { code, items }, ...checked }: CheckedMonth & { readonly check: Check }) {
  const { t } = useLanguage();
  const fix = fixOf(code, items[0]);
  const mayManage = useIsAllowed('manage');
  if (fix === 'sender') return <SenderAnswers buildingId={checked.buildingId} />;
  const texts = { ...t.checks.fixes, correct: t.periods.correctPeriod, settings: t.buildings.tabs.settings };
  const name = texts[fix];
  if (needsManager.has(fix) && !mayManage) return <ReservedNote task="manage" />;
  return (
    <FixLink
      {...checked}
      fix={fix}
      item={items.length === 1 ? items[0] : items.find(({ from }) => from !== undefined)}
      isWhole
    >
      {name}
    </FixLink>
  );
}

/** The subject of an item, as the link to exactly its row, field or page. */
export function ItemFix({
  code,
  item,
  children,
  ...checked
}: CheckedMonth & { readonly code: Check['code']; readonly item: CheckItem; readonly children: string }) {
  const { apartmentId, meterId } = item;
  const hasTarget =
    apartmentId !== undefined || meterId !== undefined || fixes[code] === 'bill' || item.name !== undefined;
  if (children === '' || !hasTarget) return children;
  return (
    <FixLink {...checked} fix={fixOf(code, item)} item={item}>
      {children}
    </FixLink>
  );
}

type FixLinkProps = CheckedMonth & {
  readonly fix: Fix;
  readonly item: CheckItem | undefined;
  /** For the whole cause: a list is opened, not one of its rows. */
  readonly isWhole?: boolean;
  readonly children: ReactNode;
};

function FixLink({ fix, item, buildingId, month, isWhole = false, children }: FixLinkProps) {
  const { apartmentId, meterId, charge, from } =
    (isWhole ? { charge: item?.charge, from: item?.from } : item) ?? ({} as Partial<CheckItem>);
  const text = { children, underline: 'always' } as const;
  const period = { buildingId, period: month };
  if (fix === 'readings') return <LinkTo {...text} to="/readings" search={{ tab: 'missing', ...period, meterId }} />;
  if (fix === 'meters' && meterId !== undefined)
    return <LinkTo {...text} to="/meters/$meterId" params={{ meterId }} search={{ buildingId }} />;
  if (fix === 'meters') return <LinkTo {...text} to="/readings" search={{ tab: 'meters', buildingId }} />;
  if (fix === 'usage') return <LinkTo {...text} to="/readings" search={{ tab: 'usage', ...period }} />;
  if (fix === 'invoices') return <LinkTo {...text} to="/invoices" search={{ buildingId, apartmentId }} />;
  if (fix === 'earlier')
    return <LinkTo {...text} to="/invoices/generate" search={{ buildingId, period: (from ?? month).slice(0, 7) }} />;
  if (fix === 'correct') {
    const search = { from: `${month}-01`, to: lastDayOf(month) };
    return <LinkTo {...text} to="/buildings/$buildingId/correction" params={{ buildingId }} search={search} />;
  }
  if (fix === 'bill') return <BillLink charge={charge}>{children}</BillLink>;
  if (fix === 'apartments' && apartmentId !== undefined)
    return (
      <LinkTo {...text} to="/buildings/$buildingId/apartments/$apartmentId" params={{ buildingId, apartmentId }} />
    );
  const tab = fix === 'charges' || fix === 'settings' ? fix : 'apartments';
  return <LinkTo {...text} to="/buildings/$buildingId" params={{ buildingId }} search={{ tab }} />;
}

/** Moves the focus to the field of a supplier bill, which is on the same page. */
function BillLink({ charge, children }: { readonly charge: string | undefined; readonly children: ReactNode }) {
  const focus = () => document.getElementById(billFieldId(charge ?? ''))?.focus();
  return (
    <Anchor component="button" type="button" underline="always" onClick={focus}>
      {children}
    </Anchor>
  );
}
