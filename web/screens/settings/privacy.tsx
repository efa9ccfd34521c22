// Privacy: how long what is kept, and what was removed.
import { Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { locales } from '../../../src/platform/values/languages.ts';
import { retentionRules } from '../../../src/platform/values/retention-rules.ts';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Form } from '../../parts/form.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

type Retention = ConsoleBody<'/retention'>['data'];

const units = {
  mailDays: 'days',
  invitationDays: 'days',
  securityLogDays: 'days',
  readingPhotoMonths: 'months',
  maintenanceMonths: 'months',
  booksYears: 'years',
} as const;
const numberFields = Object.keys(units) as (keyof typeof units)[];

export function Privacy() {
  const retention = useQuery({
    queryKey: ['retention'],
    queryFn: async () => (await unwrap(consoleApi.GET('/retention'))).data,
  });
  return (
    <QueryContent query={retention}>
      {({ removals, ...periods }) => (
        <Stack gap="lg">
          <Periods key={JSON.stringify(periods)} periods={periods} />
          <Removals rows={removals} />
        </Stack>
      )}
    </QueryContent>
  );
}

function Periods({ periods }: { readonly periods: Omit<Retention, 'removals'> }) {
  const { t, language } = useLanguage();
  const words = t.privacy;
  const form = useForm({ initialValues: periods });
  const save = useAction((body: typeof periods) => unwrap(consoleApi.PATCH('/retention', { body })), {
    done: t.buildings.saved,
    onFields: form.setErrors,
  });
  const monthName = new Intl.DateTimeFormat(locales[language], { month: 'long', timeZone: 'UTC' });
  const monthNames = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: monthName.format(Date.UTC(2026, index, 1)),
  }));
  return (
    <Card title={words.periods}>
      <Text c="dimmed" mb="md" maw="44rem">
        {words.periodsLead}
      </Text>
      <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack align="flex-start">
          <SimpleGrid cols={{ base: 1, md: 2 }} w="100%" maw="44rem" style={{ alignItems: 'end' }}>
            {numberFields.map((name) => (
              <NumberField
                key={name}
                label={words.fields[name]}
                required
                decimals={0}
                min={retentionRules[name].least}
                max={retentionRules[name].most}
                unit={words[units[name]]}
                value={form.values[name]}
                error={form.errors[name]}
                onChange={(value) => form.setFieldValue(name, Number(value))}
              />
            ))}
            <Select
              label={words.fields.financialYearEndMonth}
              allowDeselect={false}
              data={monthNames}
              value={String(form.values.financialYearEndMonth)}
              onChange={(value) => form.setFieldValue('financialYearEndMonth', Number(value))}
            />
          </SimpleGrid>
          <ActionButton type="submit" action={save} disabled={!form.isDirty()}>
            {t.common.save}
          </ActionButton>
        </Stack>
      </Form>
    </Card>
  );
}

function Removals({ rows }: { readonly rows: Retention['removals'] }) {
  const { t, format } = useLanguage();
  const words = t.privacy;
  return (
    <Card title={words.removals} flush>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={words.noRemovals} />
      ) : (
        <DataTable
          label={words.removals}
          rows={rows}
          keyOf={({ removedOn, kind }) => `${removedOn} ${kind}`}
          columns={[
            { title: words.day, cell: ({ removedOn }) => format.day(removedOn) },
            { title: words.kind, cell: ({ kind }) => words.removalKinds[kind] },
            { title: words.amount, figure: true, cell: ({ amount }) => format.number(amount, 0) },
          ]}
        />
      )}
    </Card>
  );
}
