// The first page: what needs a person, and money by month; a resident's is her own home.
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useMay, usePerson } from '../../api/person.ts';
import { useOverview } from '../../api/reads.ts';
import { Loaded } from '../../parts/query-content.tsx';
import { Page } from '../../parts/page.tsx';
import { screen } from '../../shell/lazy.ts';
import { useLanguage } from '../../words/language.tsx';
import { Houses } from './building-list.tsx';
import { Money } from './money.tsx';
import { Needs } from './open-tasks.tsx';

/** Of a new organization alone, so not with the first page. */
const FirstSteps = screen(() => import('./first-steps.tsx'), 'FirstSteps');
const OwnHome = screen(() => import('../own/own-home.tsx'), 'OwnHome');

export function Home() {
  const { t } = useLanguage();
  const { name } = usePerson();
  if (!useMay('invoice')) return <OwnHome />;
  return (
    <Page title={t.home.title} lead={<Text c="dimmed">{t.home.greeting({ name })}</Text>}>
      <Staff />
    </Page>
  );
}

function Staff() {
  const overview = useOverview();
  const mayManage = useMay('manage');
  return (
    <Loaded query={overview}>
      {(data) => {
        const isNew = mayManage && data.months.length === 0 && data.drafts.length === 0;
        return (
          <Stack gap="lg">
            {(!isNew || data.accountsUnconfirmed.length > 0) && <Needs overview={data} />}
            <SimpleGrid cols={{ base: 1, lg: 2 }}>
              {isNew ? <FirstSteps /> : <Money months={data.months} />}
              <Houses />
            </SimpleGrid>
          </Stack>
        );
      }}
    </Loaded>
  );
}
