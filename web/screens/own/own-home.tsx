// A resident's first page: what is to be paid and how, the meters and what they counted, and the invoices.
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { type Home, useHomes } from '../../api/resident-queries.ts';
import { usePerson } from '../../api/person.ts';
import { Loaded } from '../../parts/query-content.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { Owed } from './balance-due.tsx';
import { OwnInvoices } from './own-invoices.tsx';
import { OwnMeters } from './own-meters.tsx';
import { OwnPayments } from './own-payments.tsx';
import { Usage } from './usage.tsx';

export function OwnHome() {
  const { t } = useLanguage();
  const { name } = usePerson();
  const homes = useHomes();
  return (
    <Page title={t.residentHome.title} lead={<Text c="dimmed">{t.home.greeting({ name })}</Text>}>
      <Loaded query={homes}>
        {(all) => (all.length === 0 ? <Empty icon="apartment" title={t.residentHome.noHome} /> : <Own homes={all} />)}
      </Loaded>
    </Page>
  );
}

function Own({ homes }: { readonly homes: readonly Home[] }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Stack gap="lg">
        <Owed />
        <OwnMeters homes={homes} />
      </Stack>
      <Stack gap="lg">
        <OwnInvoices />
        <OwnPayments />
        {homes.map((home) => (
          <Usage key={home.id} home={home} />
        ))}
      </Stack>
    </SimpleGrid>
  );
}
