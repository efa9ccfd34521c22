// A new building: only name and address; everything else can follow.
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useLanguage } from '../../words/language.tsx';

export function NewBuilding({ made }: { readonly made: (id: string) => void }) {
  const { t, language } = useLanguage();
  const form = useForm({ initialValues: { name: '', address: '' } });
  const add = useAction(
    async (body: { name: string; address: string }) =>
      (await unwrap(api.POST('/buildings', { body: { ...body, billing: { language } } }))).data,
    { next: ({ id }) => made(id), onFields: form.setErrors },
  );
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <TextInput label={t.buildings.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t.buildings.address} required {...form.getInputProps('address')} />
        <Button type="submit" loading={add.isPending}>
          {t.common.add}
        </Button>
      </Stack>
    </form>
  );
}
