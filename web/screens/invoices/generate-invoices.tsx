// Generates a month of invoices: building and period, supplier bills, a preview, and then the drafts.
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { usePreviewedAction } from '../../api/use-previewed-action.ts';
import { BillAmountFields, type BillAmounts } from '../../parts/bill-amount-fields.tsx';
import { Card } from '../../parts/card.tsx';
import { ProblemsAlert } from '../../parts/error-message.tsx';
import { useLeaveWarning } from '../../parts/leave-warning.ts';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { NoBuilding } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { GenerationPreview } from './generation-preview.tsx';
import { isInvalidMonth, lastDayOf, monthBefore } from './months.ts';
import { useRecordedBills } from './recorded-bills.ts';

type GenerateBuilding = Schemas['Building'];

export function Generate() {
  const { t } = useLanguage();
  const buildings = useBuildings();
  return (
    <Page title={t.generate.title} lead={<Text c="dimmed">{t.generate.lead}</Text>}>
      <QueryContent query={buildings}>
        {(all) => {
          const [first] = all;
          return first === undefined ? <NoBuilding /> : <GenerateForm buildings={all} first={first} />;
        }}
      </QueryContent>
    </Page>
  );
}

function GenerateForm({
  buildings,
  first,
}: {
  readonly buildings: readonly GenerateBuilding[];
  readonly first: GenerateBuilding;
}) {
  const { t, format } = useLanguage();
  const navigate = useNavigate();
  const [buildingId, setBuildingId] = useState(first.id);
  const building = buildings.find(({ id }) => id === buildingId) ?? first;
  const [month, setMonth] = useState(() => monthBefore(new Date()));
  const [bills, setBills] = useState<BillAmounts>({});
  const recorded = useRecordedBills(building.id, month).data?.found?.bills;
  const split = building.billing.charges.filter(({ costFrom }) => costFrom === 'supplier_bill');
  const costs = split.flatMap(({ code }) => (bills[code] === undefined ? [] : [{ charge: code, amount: bills[code] }]));
  const body = {
    buildingId: building.id,
    periodStart: `${month}-01`,
    periodEnd: lastDayOf(month),
    ...(costs.length > 0 && { costs }),
  };
  const run = async (dryRun: boolean) =>
    (await unwrap(api.POST('/invoices/generate-bulk', { body: { ...body, dryRun } }))).data;
  const { preview, problems, discard, submit, make } = usePreviewedAction(run, {
    done: ({ created }) => t.generate.created({ count: created }),
    next: () => navigate({ to: '/invoices', search: { buildingId: building.id, status: 'draft' } }),
  });
  useLeaveWarning(make.isPending);
  const hintOf = (code: string) => {
    const bill = recorded?.find(({ charge }) => charge === code);
    return bill
      ? t.generate.billRecorded({ amount: format.money(bill.amount, building.billing.currency) })
      : t.generate.noBill;
  };
  return (
    <Stack gap="lg">
      <Card title={t.generate.charges}>
        <form onSubmit={submit} onChange={discard}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t.invoices.building}
              allowDeselect={false}
              searchable
              data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
              value={building.id}
              onChange={(id) => {
                discard();
                setBills({});
                setBuildingId(id ?? first.id);
              }}
            />
            <TextInput
              type="month"
              label={t.invoices.period}
              required
              value={month}
              onChange={(event) => setMonth(event.currentTarget.value)}
            />
            <BillAmountFields
              currency={building.billing.currency}
              charges={split}
              amounts={bills}
              change={setBills}
              labelOf={t.generate.billOf}
              hintOf={hintOf}
            />
          </SimpleGrid>
          <Group mt="md">
            <Button type="submit" loading={preview.isPending} disabled={isInvalidMonth(month)}>
              {t.generate.preview}
            </Button>
          </Group>
        </form>
      </Card>
      <ProblemsAlert title={t.generate.problems} problems={problems} />
      {preview.data && <GenerationPreview building={building} generation={preview.data} make={make} />}
    </Stack>
  );
}
