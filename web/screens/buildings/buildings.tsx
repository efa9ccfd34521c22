// The list of buildings, and a new one.
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { useOpenedByLink } from '../../parts/opened-by-link.ts';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

export function Buildings() {
  const { t, format } = useLanguage();
  const buildings = useBuildings();
  const mayManage = useIsAllowed('manage');
  const navigate = useNavigate();
  const [open, { open: show, close }] = useOpenedByLink('new-building');
  const add = mayManage && (
    <Button leftSection={<Icon name="plus" />} onClick={show}>
      {t.buildings.add}
    </Button>
  );
  return (
    <Page title={t.buildings.title} actions={add}>
      <Dialog opened={open} onClose={close} title={t.buildings.add}>
        <NewBuilding made={(id) => navigate({ to: '/buildings/$buildingId', params: { buildingId: id } })} />
      </Dialog>
      <Card flush>
        <QueryContent query={buildings}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="building" title={t.home.noBuildings}>
                {add}
              </EmptyState>
            ) : (
              <DataTable
                label={t.buildings.title}
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: t.buildings.name,
                    cell: ({ id, name }) => (
                      <LinkTo to="/buildings/$buildingId" params={{ buildingId: id }} fw={600}>
                        {name}
                      </LinkTo>
                    ),
                  },
                  { title: t.buildings.address, cell: ({ address }) => address },
                  {
                    title: t.buildings.charges,
                    cell: ({ billing }) => format.number(billing.charges.length),
                    figure: true,
                  },
                  { title: t.buildings.iban, cell: ({ billing }) => billing.iban ?? t.common.none, wide: true },
                ]}
              />
            )
          }
        </QueryContent>
      </Card>
    </Page>
  );
}

function NewBuilding({ made }: { readonly made: (id: string) => void }) {
  const { t, language } = useLanguage();
  const form = useForm({ initialValues: { name: '', address: '' } });
  const add = useAction(
    async (body: { name: string; address: string }) =>
      (await unwrap(api.POST('/buildings', { body: { ...body, billing: { language } } }))).data,
    { next: ({ id }) => made(id), onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <TextInput label={t.buildings.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t.buildings.address} required {...form.getInputProps('address')} />
        <ActionButton type="submit" action={add}>
          {t.common.add}
        </ActionButton>
      </Stack>
    </Form>
  );
}
