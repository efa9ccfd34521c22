// The first page: the buildings that the person has to do with.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client.ts';
import { usePerson } from '../api/person.ts';
import { Card } from '../parts/card.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Empty } from '../parts/states.tsx';
import { useLanguage } from '../words/language.tsx';

export function Home() {
  const { t } = useLanguage();
  const { name } = usePerson();
  const buildings = useQuery({ queryKey: ['buildings'], queryFn: () => take(api.GET('/buildings')) });
  return (
    <Page title={t.home.title} lead={<Text c="dimmed">{t.home.greeting(name)}</Text>}>
      <Card title={t.home.buildings}>
        <Loaded query={buildings}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="building" title={t.home.noBuildings} />
            ) : (
              <Stack gap="xs">
                {data.map((one) => (
                  <div key={one.id}>
                    <Text fw={600}>{one.name}</Text>
                    <Text c="dimmed">{one.address}</Text>
                  </div>
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
