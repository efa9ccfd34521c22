// What would come of a month: sums by charge, what is odd, and each apartment beside its month before.
import { Alert, Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import { api, type Made, type Schemas, take } from '../../api/client.ts';
import { after, useAll } from '../../api/pages.ts';
import { useApartments } from '../../api/reads.ts';
import { askFirst } from '../../parts/ask.ts';
import { Card } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useLanguage } from '../../words/language.tsx';

type Generation = Made<'/invoices/generate-bulk'>['data'];

/** A change against the month before that is worth a look. */
const notable = 0.3;

export function Preview({
  building,
  generation,
  make,
}: {
  readonly building: Schemas['Building'];
  readonly generation: Generation;
  readonly make: { readonly act: () => void; readonly isPending: boolean };
}) {
  const { t, format } = useLanguage();
  const money = (amount: number) => format.money(amount, building.billing.currency);
  const { created, skipped, failed, total, charges, warnings } = generation;
  const ask = () =>
    askFirst(t, {
      title: t.generate.make(created),
      text: t.generate.makeLead,
      yes: t.generate.make(created),
      act: make.act,
    });
  const nameOf = (code: string) => building.billing.charges.find((one) => one.code === code)?.name ?? code;
  const facts = [
    [t.generate.drafts, format.number(created)],
    [t.generate.sum, money(total)],
    [t.generate.skipped, format.number(skipped)],
    [t.generate.failed, format.number(failed)],
    [t.invoices.issued, format.day(generation.issueDate)],
    [t.invoices.due, format.day(generation.dueDate)],
  ] as const;
  return (
    <Stack gap="lg">
      <Card title={t.generate.result}>
        <Facts cols={{ base: 2, sm: 6 }} mb="md" facts={facts} />
        {warnings.length > 0 && (
          <Alert color="yellow" icon={<Icon name="warning" />} title={t.generate.warnings(warnings.length)}>
            <List size="sm">
              {warnings.slice(0, 20).map(({ message, meterId, apartmentId }) => (
                <List.Item key={`${message} ${meterId} ${apartmentId}`}>{message}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group mt="md">
          <Button onClick={ask} loading={make.isPending} disabled={created === 0}>
            {t.generate.make(created)}
          </Button>
        </Group>
      </Card>
      <Card title={t.buildings.tabs.charges} flush>
        <Grid
          label={t.buildings.tabs.charges}
          rows={charges}
          keyOf={({ code }) => code}
          columns={[
            { title: t.buildings.name, cell: ({ code }) => nameOf(code) },
            {
              title: t.generate.bill,
              cell: ({ bill }) => (bill === undefined ? t.common.none : money(bill)),
              figure: true,
            },
            { title: t.generate.allocated, cell: ({ allocated }) => money(allocated), figure: true },
            { title: t.invoices.vat, cell: ({ vatAmount }) => money(vatAmount), figure: true },
          ]}
        />
      </Card>
      <ByApartment building={building} generation={generation} />
    </Stack>
  );
}

function ByApartment({
  building,
  generation,
}: {
  readonly building: Schemas['Building'];
  readonly generation: Generation;
}) {
  const { t, format } = useLanguage();
  const { currency } = building.billing;
  const apartments = useApartments(building.id).data ?? [];
  const before = useBefore(building.id, generation.periodStart);
  const number = (id: string) => apartments.find((one) => one.id === id)?.number ?? t.common.none;
  const order = new Map(apartments.map(({ id }, place) => [id, place]));
  const rows = generation.invoices.toSorted(
    (a, b) => (order.get(a.apartmentId) ?? 0) - (order.get(b.apartmentId) ?? 0),
  );
  const change = (amount: number | undefined, last: number | undefined) =>
    amount === undefined || last === undefined || last === 0 ? undefined : (amount - last) / last;
  return (
    <Card title={t.apartments.title} flush>
      <Grid
        label={t.apartments.title}
        rows={rows}
        keyOf={({ apartmentId }) => apartmentId}
        columns={[
          { title: t.invoices.apartment, cell: ({ apartmentId }) => number(apartmentId) },
          {
            title: t.invoices.status,
            cell: ({ status, code }) => (
              <Badge variant="light" tt="none" color={{ created: 'pine', skipped: 'gray', failed: 'red' }[status]}>
                {code ? t.generate.codes[code] : t.generate.outcomes[status]}
              </Badge>
            ),
          },
          { title: t.generate.before, cell: ({ apartmentId }) => shown(before.get(apartmentId)), figure: true },
          { title: t.invoices.amount, cell: ({ amount }) => shown(amount), figure: true },
          {
            title: t.generate.change,
            cell: ({ apartmentId, amount }) => {
              const part = change(amount, before.get(apartmentId));
              if (part === undefined) return t.common.none;
              return (
                <Text span {...(Math.abs(part) >= notable && { fw: 700, c: 'orange.8' })}>
                  {`${part > 0 ? '+' : ''}${format.percent(part)}`}
                </Text>
              );
            },
            figure: true,
          },
        ]}
      />
    </Card>
  );

  function shown(amount: number | undefined): string {
    return amount === undefined ? t.common.none : format.money(amount, currency);
  }
}

/** What each apartment was invoiced for the newest period before. */
function useBefore(buildingId: string, periodStart: string): ReadonlyMap<string, number> {
  const invoices = useAll(['invoices', { buildingId, before: periodStart }], (cursor) =>
    take(api.GET('/invoices', { params: { query: { ...after(cursor, 500), buildingId, sort: '-issueDate' } } })),
  );
  const earlier = (invoices.data ?? []).filter((one) => one.periodStart < periodStart && one.status !== 'cancelled');
  const newest = earlier.reduce((latest, one) => (one.periodStart > latest ? one.periodStart : latest), '');
  return new Map(earlier.filter((one) => one.periodStart === newest).map((one) => [one.apartmentId, one.amount]));
}
