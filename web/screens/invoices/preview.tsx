// What would come of a month: sums by charge, what is odd, and each apartment beside its month before.
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { Made, Schemas } from '../../api/client.ts';
import { useApartments } from '../../api/reads.ts';
import { askFirst } from '../../parts/confirm.ts';
import { Card } from '../../parts/card.tsx';
import { explainInList, explainWarning, type Told } from '../../parts/explain.ts';
import { Facts } from '../../parts/facts.tsx';
import { Grid } from '../../parts/data-table.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { Empty } from '../../parts/states.tsx';
import { ToldList } from '../../parts/error-message.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';

type Generation = Made<'/invoices/generate-bulk'>['data'];

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
  const { created, skipped, failed, charges, problems = [] } = generation;
  const cents = generation.invoices.map(({ amount = 0, status }) =>
    status === 'created' ? Math.round(amount * 100) : 0,
  );
  const ask = () =>
    askFirst(t, {
      title: t.generate.create({ count: created }),
      text: t.generate.createLead,
      yes: t.generate.create({ count: created }),
      act: make.act,
    });
  const facts = [
    [t.generate.drafts, format.number(created)],
    [t.generate.total, money(cents.reduce((sum, one) => sum + one, 0) / 100)],
    [t.generate.skipped, format.number(skipped)],
    [t.generate.failed, format.number(failed)],
    [t.invoices.issued, format.day(generation.issueDate)],
    [t.invoices.due, format.day(generation.dueDate)],
  ] as const;
  if (generation.invoices.length === 0)
    return (
      <Card>
        <Empty icon="apartment" title={t.apartments.none}>
          <ButtonTo to="/buildings/$buildingId" params={{ buildingId: building.id }} search={{ tab: 'apartments' }}>
            {t.apartments.add}
          </ButtonTo>
        </Empty>
      </Card>
    );
  return (
    <Stack gap="lg">
      <Card title={t.generate.result}>
        <Facts cols={{ base: 2, sm: 6 }} mb="md" facts={facts} />
        <Concerns building={building} generation={generation} />
        <Group mt="md">
          <Button
            onClick={ask}
            loading={make.isPending}
            disabled={created === 0 || problems.some(({ stops }) => stops)}
          >
            {t.generate.create({ count: created })}
          </Button>
        </Group>
      </Card>
      <Card title={t.buildings.tabs.charges} flush>
        <Grid
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
            { title: t.generate.change, cell: (one) => <Change of={one} />, figure: true },
          ]}
        />
      </Card>
      <ByApartment building={building} generation={generation} />
    </Stack>
  );
}

/** Of what is odd, so much is listed at once. */
const mostListed = 20;

/** What stands against making the invoices, and what is odd about them. */
function Concerns({ building, generation }: Shown) {
  const { t } = useLanguage();
  const number = useNumbers(building.id);
  const { warnings, problems = [] } = generation;
  const placed = (told: Told, { charge, apartmentId, field }: About): Told => {
    const place = [
      charge !== undefined && chargeName(building, charge),
      apartmentId !== undefined && `${t.invoices.apartment} ${number(apartmentId)}`,
      field !== undefined && fieldName(t, field),
    ].filter((one) => one !== false);
    return place.length === 0 ? told : { ...told, text: `${place.join(', ')}: ${told.text}` };
  };
  const against = (stops: boolean) =>
    problems
      .filter((one) => one.stops === stops)
      .slice(0, mostListed)
      .map((one) => placed(explainInList(t, { ...one, field: '' }), one));
  const odd = [...against(false), ...warnings.slice(0, mostListed).map((one) => placed(explainWarning(t, one), one))];
  return (
    <Stack>
      {against(true).length > 0 && (
        <Alert color="red" icon={<Icon name="warning" />} title={t.generate.problems} role="alert">
          <ToldList all={against(true)} />
        </Alert>
      )}
      {odd.length > 0 && (
        <Alert
          color="yellow"
          icon={<Icon name="warning" />}
          title={t.generate.warnings({ count: warnings.length + problems.filter(({ stops }) => !stops).length })}
        >
          <ToldList all={odd} />
        </Alert>
      )}
    </Stack>
  );
}

function ByApartment({ building, generation }: Shown) {
  const { t, format } = useLanguage();
  const { currency } = building.billing;
  const number = useNumbers(building.id);
  const money = (amount: number | undefined) => (amount === undefined ? t.common.none : format.money(amount, currency));
  return (
    <Card title={t.apartments.title} flush>
      <Grid
        label={t.apartments.title}
        rows={generation.invoices}
        keyOf={({ apartmentId, periodStart }) => `${apartmentId} ${periodStart}`}
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
          { title: t.generate.previous, cell: ({ previous }) => money(previous), figure: true },
          { title: t.invoices.amount, cell: ({ amount }) => money(amount), figure: true },
          { title: t.generate.change, cell: (one) => <Change of={one} />, figure: true },
        ]}
      />
    </Card>
  );
}

/** The change against the period before, in percent; in bold where a person should look. */
function Change({ of: { previous, change, flagged } }: { readonly of: Changed }) {
  const { t, format } = useLanguage();
  if (!previous || change === undefined) return t.common.none;
  return (
    <Text span {...(flagged && { fw: 700, c: 'var(--mantine-color-yellow-light-color)' })}>
      {`${change > 0 ? '+' : ''}${format.percent(change / previous)}`}
    </Text>
  );
}

type Shown = { readonly building: Schemas['Building']; readonly generation: Generation };
type Changed = Pick<Generation['invoices'][number], 'previous' | 'change' | 'flagged'>;
/** What something is about. */
type About = {
  readonly charge?: string | undefined;
  readonly apartmentId?: string | undefined;
  readonly field?: string | undefined;
};

/** A figure of an apartment by its name. */
function fieldName({ apartments }: Words, field: string): string {
  const names: Readonly<Record<string, string>> = {
    area: apartments.area,
    heatedArea: apartments.heatedArea,
    share: apartments.shares,
    shares: apartments.shares,
    residentCount: apartments.residentCount,
  };
  return names[field] ?? field;
}

function chargeName({ billing }: Schemas['Building'], code: string): string {
  return billing.charges.find((one) => one.code === code)?.name ?? code;
}

/** What an apartment is called, by its id. */
function useNumbers(buildingId: string): (id: string) => string {
  const apartments = useApartments(buildingId).data ?? [];
  return (id) => apartments.find((one) => one.id === id)?.number ?? '';
}
