// Generates a month of invoices: building and period, supplier bills, a preview, and then the drafts.
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { usePreviewedAction } from '../../api/use-previewed-action.ts';
import { Card } from '../../parts/card.tsx';
import { ProblemsAlert } from '../../parts/error-message.tsx';
import { useLeaveWarning } from '../../parts/leave-warning.ts';
import { NumberField } from '../../parts/number-field.tsx';
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
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [buildingId, setBuildingId] = useState(first.id);
  const building = buildings.find(({ id }) => id === buildingId) ?? first;
  const [month, setMonth] = useState(() => monthBefore(new Date()));
  const [bills, setBills] = useState<BillAmounts>({});
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
            <BillFields building={building} month={month} charges={split} bills={bills} change={setBills} />
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

type BillAmounts = Readonly<Record<string, number>>;

/** The amounts of the bills that are divided. A bill that was recorded before need not be entered again. */
function BillFields({
  building: { id, billing },
  month,
  charges,
  bills,
  change,
}: {
  readonly building: GenerateBuilding;
  readonly month: string;
  readonly charges: GenerateBuilding['billing']['charges'];
  readonly bills: BillAmounts;
  readonly change: (bills: BillAmounts) => void;
}) {
  const { t, format } = useLanguage();
  const recorded = useRecordedBills(id, month).data?.found?.bills;
  const hintOf = (code: string) => {
    const bill = recorded?.find(({ charge }) => charge === code);
    return bill ? t.generate.billRecorded({ amount: format.money(bill.amount, billing.currency) }) : t.generate.noBill;
  };
  return charges.map(({ code, name }) => (
    <NumberField
      key={code}
      label={t.generate.billOf({ name })}
      description={hintOf(code)}
      decimals={2}
      unit={format.currencySign(billing.currency)}
      value={bills[code] ?? ''}
      onChange={(value) => {
        const { [code]: _, ...others } = bills;
        change(typeof value === 'number' ? { ...others, [code]: value } : others);
      }}
    />
  ));
}
