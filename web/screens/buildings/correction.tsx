// Corrects a closed period: right totals of bills, late bills and the reason, a preview of the differences, and then
// the corrections.
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useBuilding } from '../../api/shared-queries.ts';
import { usePreviewedAction } from '../../api/use-previewed-action.ts';
import { type Action, ActionButton } from '../../parts/action-button.tsx';
import type { BillAmounts, EnteredBills } from '../../parts/bill-amount-fields.tsx';
import { Card } from '../../parts/card.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { ProblemsAlert } from '../../parts/error-message.tsx';
import { Form } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type BillingPeriod, periodName } from '../invoices/months.ts';
import { CorrectedBills, useBillTotals } from './corrected-bills.tsx';
import { type CorrectionBody, CorrectionResult } from './correction-result.tsx';
import { type LateBill, LateBills } from './late-bills.tsx';

export function CorrectionPage() {
  const { t } = useLanguage();
  const { buildingId } = useParams({ from: '/buildings/$buildingId/correction' });
  const { from, to } = useSearch({ from: '/buildings/$buildingId/correction' });
  const building = useBuilding(buildingId);
  return (
    <QueryContent query={building}>
      {(data) =>
        from === undefined || to === undefined ? (
          <Page title={t.periods.correctPeriod}>
            <EmptyState icon="invoice" title={t.periods.noPeriod} />
          </Page>
        ) : (
          <CorrectionForm building={data} period={{ periodStart: from, periodEnd: to }} />
        )
      }
    </QueryContent>
  );
}

/** What is entered for a correction, kept until it is made. */
function useCorrectionInput(buildingId: string, period: BillingPeriod) {
  const [corrected, setCorrected] = useState(nothingCorrected);
  const [bills, setBills] = useState<readonly LateBill[]>([]);
  const [reason, setReason] = useState('');
  const restore = (kept: CorrectionInput) => {
    setCorrected(kept.corrected);
    setBills(kept.bills);
    setReason(kept.reason);
  };
  const draft = useDraft({
    name: `corrected bills ${buildingId} ${period.periodStart}`,
    values: { corrected, bills, reason },
    changed: codesOf(corrected).length > 0 || bills.length > 0 || reason !== '',
    restore,
    discard: () => restore({ corrected: nothingCorrected, bills: [], reason: '' }),
  });
  return { corrected, setCorrected, bills, setBills, reason, setReason, note: draft.note, forget: draft.remove };
}

const nothingCorrected: EnteredBills = { amounts: {}, quantities: {} };
const codesOf = ({ amounts, quantities }: EnteredBills) => Object.keys({ ...amounts, ...quantities });

type CorrectionInput = {
  readonly corrected: EnteredBills;
  readonly bills: readonly LateBill[];
  readonly reason: string;
};

function CorrectionForm({
  building,
  period,
}: {
  readonly building: Schemas['Building'];
  readonly period: BillingPeriod;
}) {
  const { t, format } = useLanguage();
  const navigate = useNavigate();
  const input = useCorrectionInput(building.id, period);
  const { corrected, bills, reason } = input;
  const totals = useBillTotals(building.id, period);
  const run = async (dryRun: boolean): Promise<CorrectionBody> => {
    const correctedBills = toCorrectedBills(corrected, totals.data ?? {});
    const body = { ...period, reason, correctedBills, bills: bills.map(toBillInput), dryRun };
    const params = { path: { id: building.id } };
    return (await unwrap(consoleApi.POST('/buildings/{id}/corrections', { params, body }))).data;
  };
  const { preview, problems, discard, submit, make } = usePreviewedAction(
    () => run(true),
    () => run(false),
    {
      done: ({ created, corrected }) => t.periods.correctionsCreated({ count: created + corrected }),
      next: () => {
        input.forget();
        navigate({ to: '/invoices', search: { buildingId: building.id, status: 'unsent' } });
      },
    },
  );
  return (
    <Page
      title={t.periods.correctOf({ period: periodName(format, period) })}
      lead={
        <LinkTo to="/buildings/$buildingId" params={{ buildingId: building.id }} search={{ tab: 'bills' }}>
          {building.name}
        </LinkTo>
      }
    >
      <Text c="dimmed">{t.periods.correctLead}</Text>
      {input.note}
      <Form onSubmit={submit}>
        <Stack gap="lg">
          <Card title={t.periods.correctBills}>
            <QueryContent query={totals}>
              {(recorded) => (
                <CorrectedBills
                  building={building}
                  totals={recorded}
                  bills={corrected}
                  change={(next) => {
                    discard();
                    input.setCorrected(next);
                  }}
                />
              )}
            </QueryContent>
          </Card>
          <Card title={t.periods.lateBills}>
            <LateBills
              building={building}
              bills={bills}
              change={(next) => {
                discard();
                input.setBills(next);
              }}
            />
          </Card>
          <CorrectionReason reason={reason} change={input.setReason} preview={preview} />
        </Stack>
      </Form>
      <ProblemsAlert problems={problems} />
      {preview.data && <CorrectionResult building={building} correction={preview.data} make={make} />}
    </Page>
  );
}

function CorrectionReason({
  reason,
  change,
  preview,
}: {
  readonly reason: string;
  readonly change: (reason: string) => void;
  readonly preview: Action;
}) {
  const { t } = useLanguage();
  return (
    <Card>
      <Group align="flex-end">
        <TextInput
          label={t.meters.reason}
          description={t.meters.reasonHint}
          required
          maxLength={500}
          flex={1}
          miw="14rem"
          value={reason}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <ActionButton type="submit" action={preview}>
          {t.periods.preview}
        </ActionButton>
      </Group>
    </Card>
  );
}

/** The right totals; where only the quantity was wrong, with the amount that is recorded. */
function toCorrectedBills(corrected: EnteredBills, totals: BillAmounts) {
  return codesOf(corrected).map((charge) => {
    const [amount, quantity] = [corrected.amounts[charge] ?? totals[charge] ?? 0, corrected.quantities[charge]];
    return { charge, amount, ...(quantity !== undefined && { quantity }) };
  });
}

/** Empty fields are left out. */
function toBillInput({ key: _, amount, quantity, supplier, number, date, charge }: LateBill) {
  return {
    charge,
    amount: Number(amount),
    ...(quantity !== '' && { quantity: Number(quantity) }),
    ...(supplier && { supplier }),
    ...(number && { number }),
    ...(date && { date }),
  };
}
