// The preview of a month: its checklist, sums by charge, and each apartment beside its previous month.
import { Badge, Group, Stack, Text } from '@mantine/core';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { Schemas } from '../../api/bodies.ts';
import { useIsAllowed, useVatWords } from '../../api/person.ts';
import { useApartmentNumbers } from '../../api/shared-queries.ts';
import { type Action, ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { ReservedNote } from '../../parts/reserved-note.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { PreviewBody } from './check-words.ts';
import { GenerationChecklist } from './generation-checklist.tsx';
import { previousOf } from './many-buildings.ts';
import { periodName } from './months.ts';

/** With large type the result is below what can be seen. */
const bringIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' });

export function GenerationPreview({
  building,
  month,
  generation,
  make,
}: {
  readonly building: Schemas['Building'];
  /** 'YYYY-MM' */
  readonly month: string;
  readonly generation: PreviewBody;
  readonly make: Action & { readonly act: () => void };
}) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const money = (amount: number) => format.money(amount, building.billing.currency);
  const { created, skipped, failed, charges, checks } = generation;
  const create = t.generate.create({ count: created });
  const confirmGeneration = () =>
    confirmFirst(t, { title: create, text: t.generate.createLead, yes: create, routine: true, act: make.act });
  const before = previousOf(generation);
  const facts = [
    [t.generate.drafts, format.number(created)],
    [t.generate.total, money(generation.amount)],
    ...(before === 0 ? [] : [[t.generate.previous, money(before)] as const]),
    [t.generate.skipped, format.number(skipped)],
    [t.generate.failed, format.number(failed)],
    [t.invoices.issued, format.day(generation.issueDate)],
    [t.invoices.due, format.day(generation.dueDate)],
  ] as const;
  if (generation.invoices.length === 0)
    return (
      <Card>
        <EmptyState icon="apartment" title={t.apartments.none}>
          {mayManage && (
            <ButtonTo to="/buildings/$buildingId" params={{ buildingId: building.id }} search={{ tab: 'apartments' }}>
              {t.apartments.add}
            </ButtonTo>
          )}
          <ReservedNote task="manage" />
        </EmptyState>
      </Card>
    );
  return (
    <Stack gap="lg" ref={bringIntoSight} style={{ scrollMarginTop: '5rem' }}>
      <Card title={t.generate.result}>
        <FactList cols={{ base: 2, sm: 6 }} mb="md" facts={facts} />
        <GenerationChecklist building={building} month={month} checks={checks} />
        <Group mt="md">
          <ActionButton
            onClick={confirmGeneration}
            action={make}
            disabled={created === 0 || checks.some(({ gravity }) => gravity === 'blocks')}
          >
            {create}
          </ActionButton>
        </Group>
      </Card>
      <Card title={t.buildings.tabs.charges} flush>
        <DataTable
          label={t.buildings.tabs.charges}
          rows={charges}
          keyOf={({ code }) => code}
          columns={[
            { title: t.buildings.name, cell: ({ code }) => chargeName(building, code) },
            {
              title: t.generate.bill,
              cell: ({ bill }) => (bill === undefined ? t.common.none : money(bill)),
              figure: true,
            },
            { title: t.generate.allocated, cell: ({ allocated }) => money(allocated), figure: true },
            { title: t.invoices.vat, cell: ({ vatAmount }) => money(vatAmount), figure: true },
            { title: t.generate.change, cell: (item) => <ChangeCell of={item} />, figure: true },
          ]}
        />
      </Card>
      <AmountsByApartment building={building} generation={generation} />
    </Stack>
  );
}

/**
 * Each apartment beside its previous period. Where the payers changed, the sum of their invoices is, and each of these
 * has its payers and days.
 */
function AmountsByApartment({ building, generation }: PreviewProps) {
  const { t, format } = useLanguage();
  const vat = useVatWords(building.id);
  const { currency } = building.billing;
  const numbers = useApartmentNumbers([building.id]);
  const money = (amount: number | undefined) => (amount === undefined ? t.common.none : format.money(amount, currency));
  return (
    <Card title={t.apartments.title} flush>
      <DataTable
        label={t.apartments.title}
        rows={rowsOf(generation)}
        keyOf={({ apartmentId, periodStart, isSum }) => `${apartmentId} ${isSum ? 'all' : periodStart}`}
        columns={[
          {
            title: t.invoices.apartment,
            cell: ({ apartmentId, apartmentNumber, payers, periodStart, periodEnd }) => (
              <>
                {apartmentNumber ?? numbers.get(apartmentId) ?? ''}
                {periodStart !== undefined && periodEnd !== undefined && (
                  <Text fz="sm" c="dimmed">
                    {[...(payers ?? []), periodName(format, { periodStart, periodEnd })].join(', ')}
                  </Text>
                )}
              </>
            ),
          },
          {
            title: t.invoices.status,
            badge: true,
            cell: ({ status, code, isSum }) =>
              isSum ? null : (
                <Badge
                  variant="light"
                  color={{ created: 'pine', skipped: 'gray', failed: 'red', deleted: 'gray' }[status]}
                >
                  {code ? t.generate.codes[code] : t.generate.outcomes[status]}
                </Badge>
              ),
            wide: ({ isSum }) => isSum === true,
          },
          { title: t.generate.previous, cell: ({ previous }) => money(previous), figure: true },
          { title: vat.total, cell: ({ amount }) => money(amount), figure: true },
          { title: t.generate.change, cell: (item) => <ChangeCell of={item} />, figure: true },
        ]}
      />
    </Card>
  );
}

type PreviewInvoice = PreviewBody['invoices'][number];
type ApartmentRow = Partial<Omit<PreviewInvoice, 'status'>> &
  Pick<PreviewInvoice, 'apartmentId'> & {
    readonly status: PreviewInvoice['status'] | 'deleted';
    /** Of a deleted apartment. */
    readonly apartmentNumber?: string;
    readonly isSum?: true;
  };

/**
 * The invoices, and before the several ones of an apartment their sum, with which the change is; then the deleted
 * apartments, so that what was billed before adds up.
 */
function rowsOf({ invoices, deletedApartments }: PreviewBody): ApartmentRow[] {
  const rows = [...Map.groupBy(invoices, ({ apartmentId }) => apartmentId).values()].flatMap((all): ApartmentRow[] => {
    const [first] = all;
    if (first === undefined || first.periodStart === undefined) return all;
    const { periodStart: _, periodEnd: __, payers: ___, ...sum } = first;
    const sumOf = (figure: 'amount' | 'previous' | 'change') => sumAmounts(all.map((invoice) => invoice[figure] ?? 0));
    const compared = first.previous !== undefined && { previous: sumOf('previous'), change: sumOf('change') };
    const parts = all.map(({ previous: _, change: __, flagged: ___, ...invoice }) => invoice);
    return [{ ...sum, amount: sumOf('amount'), ...compared, isSum: true }, ...parts];
  });
  const deleted = deletedApartments.map((apartment) => ({
    ...apartment,
    ...{ status: 'deleted' as const, amount: 0, change: -apartment.previous },
  }));
  return [...rows, ...deleted];
}

/** The change from the previous period, in percent; bold where a person should check it. */
function ChangeCell({ of: { previous, change, flagged } }: { readonly of: ChangedAmount }) {
  const { t, format } = useLanguage();
  if (!previous || change === undefined) return t.common.none;
  return (
    <Text span {...(flagged && { fw: 700, c: 'var(--mantine-color-yellow-light-color)' })}>
      {`${change > 0 ? '+' : ''}${format.percent(change / previous)}`}
    </Text>
  );
}

type PreviewProps = { readonly building: Schemas['Building']; readonly generation: PreviewBody };
type ChangedAmount = Pick<PreviewBody['invoices'][number], 'previous' | 'change' | 'flagged'>;
function chargeName({ billing }: Schemas['Building'], code: string): string {
  return billing.charges.find((charge) => charge.code === code)?.name ?? code;
}
