// A resident's first page: the balance due and how to pay it, meters and usage, and invoices. Who has moved out has
// what was billed and paid.
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { usePerson } from '../../api/person.ts';
import type { OwnApartment } from '../../api/resident-queries.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { UsageCharts } from '../meters/usage-charts.tsx';
import { BalanceDue } from './balance-due.tsx';
import { MyInvoices } from './my-invoices.tsx';
import { MyMeters } from './my-meters.tsx';
import { MyPayments } from './my-payments.tsx';
import { NewAnswers } from './new-answers.tsx';

export function MyHome() {
  const { t } = useLanguage();
  const { name, apartments, formerApartments } = usePerson();
  return (
    <Page title={t.residentHome.title} lead={<Text c="dimmed">{t.home.greeting({ name })}</Text>}>
      {apartments.length === 0 && formerApartments.length > 0 && <Text>{t.residentHome.movedOut}</Text>}
      {apartments.length === 0 && formerApartments.length === 0 ? (
        <EmptyState icon="apartment" title={t.residentHome.noHome} />
      ) : (
        <HomeContent homes={apartments} />
      )}
    </Page>
  );
}

function HomeContent({ homes }: { readonly homes: readonly OwnApartment[] }) {
  const { t } = useLanguage();
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Stack gap="lg">
        <NewAnswers />
        <BalanceDue />
        {homes.length > 0 && <MyMeters homes={homes} />}
      </Stack>
      <Stack gap="lg">
        <MyInvoices />
        <MyPayments />
        {homes.map((home) => (
          <UsageCharts key={home.id} apartment={home} name={t.residentHome.mine} />
        ))}
      </Stack>
    </SimpleGrid>
  );
}
