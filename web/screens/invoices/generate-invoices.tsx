// Generates a month of invoices: building and period, supplier bills, a preview, and then the drafts.
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { api, consoleApi, unwrap } from '../../api/client.ts';
import { useVatWords } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { usePreviewedAction } from '../../api/use-previewed-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BillAmountFields, type EnteredBills } from '../../parts/bill-amount-fields.tsx';
import { Card } from '../../parts/card.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { ProblemsAlert } from '../../parts/error-message.tsx';
import { Form } from '../../parts/form.tsx';
import { useLeaveWarning } from '../../parts/leave-warning.ts';
import { ButtonTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { MonthToBill, PeriodPicker } from '../../parts/period-picker.tsx';
import { useLanguage } from '../../words/language.tsx';
import { BuildingPicker, useChosenBuilding } from '../meters/building-picker.tsx';
import { GenerationDrafts } from './generation-drafts.tsx';
import { GenerationPreview } from './generation-preview.tsx';
import { IssueDate } from './issue-date.tsx';
import { periodOf } from './months.ts';
import { useRecordedBills } from './recorded-bills.ts';

export function Generate() {
  const { t } = useLanguage();
  const several = (useBuildings().data?.length ?? 0) > 1;
  return (
    <Page
      title={t.generate.title}
      lead={<Text c="dimmed">{t.generate.lead}</Text>}
      actions={
        several && (
          <ButtonTo to="/invoices/buildings" variant="default">
            {t.billBuildings.title}
          </ButtonTo>
        )
      }
    >
      <MonthToBill buildingId={useChosenBuilding()?.id}>
        {(month, setMonth) => (
          <BuildingPicker period={<PeriodPicker month={month} choose={setMonth} />} unchosen={<GenerationDrafts />}>
            {(building) => <GenerateForm key={`${building.id} ${month}`} building={building} month={month} />}
          </BuildingPicker>
        )}
      </MonthToBill>
    </Page>
  );
}

const noBills: EnteredBills = { amounts: {}, quantities: {} };

function costsOf(charge: string, { amounts, quantities }: EnteredBills) {
  const [amount, quantity] = [amounts[charge], quantities[charge]];
  return amount === undefined ? [] : [{ charge, amount, ...(quantity !== undefined && { quantity }) }];
}

function GenerateForm({ building, month }: { readonly building: Schemas['Building']; readonly month: string }) {
  const { t } = useLanguage();
  const hintOf = useBillHints(building, month);
  const navigate = useNavigate();
  const [bills, setBills] = useState<EnteredBills>(noBills);
  // They stay while what the checklist found is fixed on another screen.
  const draft = useDraft({
    name: `generation ${building.id} ${month}`,
    values: bills,
    changed: Object.keys({ ...bills.amounts, ...bills.quantities }).length > 0,
    restore: setBills,
    discard: () => setBills(noBills),
  });
  const split = building.billing.charges.filter(({ costFrom }) => costFrom === 'supplier_bill');
  const costs = split.flatMap(({ code }) => costsOf(code, bills));
  const [issueDate, setIssueDate] = useState('');
  const body = {
    ...periodOf(month),
    ...(issueDate !== '' && { issueDate }),
    ...(costs.length > 0 && { costs }),
  };
  const params = { path: { id: building.id } };
  const { preview, problems, discard, submit, make } = usePreviewedAction(
    async () => (await unwrap(consoleApi.POST('/buildings/{id}/generation-preview', { params, body }))).data,
    async () =>
      (await unwrap(api.POST('/invoices/generate-bulk', { body: { ...body, buildingId: building.id } }))).data,
    {
      done: ({ created }) => t.generate.created({ count: created }),
      next: () => {
        draft.remove();
        navigate({ to: '/invoices', search: { buildingId: building.id, status: 'unsent' } });
      },
    },
  );
  const { preview: previewed } = useSearch({ from: '/invoices/generate' });
  const [wasPreviewed] = useState(previewed === month);
  const { mutate: showAgain } = preview;
  // Whoever comes back from a link of the checklist finds it again, as it is now.
  useEffect(() => {
    if (wasPreviewed && draft.isRead) showAgain(undefined);
  }, [wasPreviewed, draft.isRead, showAgain]);
  const showPreview = (event: FormEvent) => {
    submit(event);
    navigate({ to: '.', search: (search) => ({ ...search, preview: month }), replace: true, resetScroll: false });
  };
  useLeaveWarning(make.isPending);
  return (
    <Stack gap="lg">
      <Card {...(split.length > 0 && { title: t.generate.bills })}>
        <Form onSubmit={showPreview} onChange={discard}>
          {draft.note}
          {split.length > 0 && (
            <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
              <BillAmountFields
                currency={building.billing.currency}
                charges={split}
                bills={bills}
                change={setBills}
                labelOf={t.generate.billOf}
                hintOf={hintOf}
                mayLack
              />
            </SimpleGrid>
          )}
          <Group align="flex-end">
            <IssueDate date={issueDate} change={setIssueDate} timeZone={building.billing.timeZone} />
            <ActionButton type="submit" action={preview}>
              {t.generate.preview}
            </ActionButton>
          </Group>
        </Form>
      </Card>
      <ProblemsAlert title={t.generate.problems} problems={problems} />
      {preview.data && <GenerationPreview building={building} month={month} generation={preview.data} make={make} />}
    </Stack>
  );
}

/** What is recorded for the bill of a charge, by the charge’s code. */
function useBillHints({ id, billing }: Schemas['Building'], month: string): (code: string) => string {
  const { t, format } = useLanguage();
  const vat = useVatWords(id);
  const recorded = useRecordedBills(id, month).data?.found?.bills;
  return (code) => {
    const bill = recorded?.find(({ charge }) => charge === code);
    return bill
      ? t.generate.billRecorded({ amount: format.money(bill.amount, billing.currency) })
      : `${t.generate.noBill} ${vat.bill}`;
  };
}
