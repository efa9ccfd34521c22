// A month of invoices: the building and the period, the suppliers' bills, a look at what would come of it, and only then the drafts.
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/use-action.ts';
import { api, type Schemas, take } from '../../api/client.ts';
import { useBuildings } from '../../api/reads.ts';
import { Card } from '../../parts/card.tsx';
import type { Told } from '../../parts/explain.ts';
import { Loaded } from '../../parts/query-content.tsx';
import { NoBuilding } from '../../parts/no-building.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { Page } from '../../parts/page.tsx';
import { useStay } from '../../parts/leave-warning.ts';
import { ToldList } from '../../parts/error-message.tsx';
import { useLanguage } from '../../words/language.tsx';
import { isNoMonth, lastDayOf, monthBefore } from './month.ts';
import { Preview } from './preview.tsx';
import { useRecordedBills } from './recorded-bills.ts';

type Building = Schemas['Building'];

export function Generate() {
  const { t } = useLanguage();
  const buildings = useBuildings();
  return (
    <Page title={t.generate.title} lead={<Text c="dimmed">{t.generate.lead}</Text>}>
      <Loaded query={buildings}>
        {(all) => {
          const [first] = all;
          return first === undefined ? <NoBuilding /> : <GenerateFor buildings={all} first={first} />;
        }}
      </Loaded>
    </Page>
  );
}

function GenerateFor({ buildings, first }: { readonly buildings: readonly Building[]; readonly first: Building }) {
  const { t, format } = useLanguage();
  const navigate = useNavigate();
  const [buildingId, setBuildingId] = useState(first.id);
  const building = buildings.find(({ id }) => id === buildingId) ?? first;
  const [month, setMonth] = useState(() => monthBefore(new Date()));
  const [bills, setBills] = useState<Readonly<Record<string, number>>>({});
  const recorded = useRecordedBills(building.id, month).data?.found?.bills;
  const [problems, setProblems] = useState<readonly Told[]>([]);
  const split = building.billing.charges.filter(({ costFrom }) => costFrom === 'supplier_bill');
  const costs = split.flatMap(({ code }) => (bills[code] === undefined ? [] : [{ charge: code, amount: bills[code] }]));
  const body = {
    buildingId: building.id,
    periodStart: `${month}-01`,
    periodEnd: lastDayOf(month),
    ...(costs.length > 0 && { costs }),
  };
  const options = { onProblems: setProblems };
  const run = (dryRun: boolean) => async () =>
    (await take(api.POST('/invoices/generate-bulk', { body: { ...body, dryRun } }))).data;
  const look = useAct(run(true), options);
  const make = useAct(run(false), {
    ...options,
    done: ({ created }) => t.generate.created({ count: created }),
    next: () => navigate({ to: '/invoices', search: { buildingId: building.id, status: 'draft' } }),
  });
  useStay(make.isPending);
  const forget = () => {
    look.reset();
    setProblems([]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    look.mutate();
  };
  const billHint = (code: string) => {
    const bill = recorded?.find(({ charge }) => charge === code);
    return bill
      ? t.generate.billRecorded({ amount: format.money(bill.amount, building.billing.currency) })
      : t.generate.noBill;
  };
  return (
    <Stack gap="lg">
      <Card title={t.generate.charges}>
        <form onSubmit={submit} onChange={forget}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t.invoices.building}
              allowDeselect={false}
              searchable
              data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
              value={building.id}
              onChange={(id) => {
                forget();
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
            {split.map(({ code, name }) => (
              <NumberField
                key={code}
                label={t.generate.billOf({ name })}
                description={billHint(code)}
                decimals={2}
                unit={building.billing.currency}
                value={bills[code] ?? ''}
                onChange={(value) => {
                  const { [code]: _, ...others } = bills;
                  setBills(typeof value === 'number' ? { ...bills, [code]: value } : others);
                }}
              />
            ))}
          </SimpleGrid>
          <Group mt="md">
            <Button type="submit" loading={look.isPending} disabled={isNoMonth(month)}>
              {t.generate.preview}
            </Button>
          </Group>
        </form>
      </Card>
      {problems.length > 0 && (
        <Card title={t.generate.problems}>
          <ToldList all={problems} />
        </Card>
      )}
      {look.data && (
        <Preview
          building={building}
          generation={look.data}
          make={{ act: () => make.mutate(), isPending: make.isPending }}
        />
      )}
    </Stack>
  );
}
