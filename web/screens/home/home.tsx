// The first page: what needs a person, and money by month; a resident's is her own home.
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useMay, usePerson } from '../../api/person.ts';
import { useOverview } from '../../api/reads.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { screen } from '../../shell/lazily.ts';
import { useLanguage } from '../../words/language.tsx';
import { Houses } from './houses.tsx';
import { Money } from './money.tsx';
import { Needs } from './needs.tsx';

const OwnHome = screen(() => import('../own/own-home.tsx'), 'OwnHome');

export function Home() {
  const { t } = useLanguage();
  const { name } = usePerson();
  if (!useMay('invoice')) return <OwnHome />;
  return (
    <Page title={t.home.title} lead={<Text c="dimmed">{t.home.greeting(name)}</Text>}>
      <Staff />
    </Page>
  );
}

function Staff() {
  const overview = useOverview();
  return (
    <Loaded query={overview}>
      {(data) => (
        <Stack gap="lg">
          <Needs overview={data} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Money months={data.months} />
            <Houses />
          </SimpleGrid>
        </Stack>
      )}
    </Loaded>
  );
}
