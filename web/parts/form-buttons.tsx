// The buttons below a form: save, and for an existing thing remove, which asks first.
import { Button, Group } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';
import { confirmFirst } from './confirm.ts';

type Removal = { readonly title: string; readonly text: string; readonly act: () => void };

export function FormButtons({ saving, removal }: { readonly saving: boolean; readonly removal: Removal | undefined }) {
  const { t } = useLanguage();
  return (
    <Group justify="space-between">
      <Button type="submit" loading={saving}>
        {t.common.save}
      </Button>
      {removal && (
        <Button variant="subtle" color="red" onClick={() => confirmFirst(t, { ...removal, yes: t.common.remove })}>
          {removal.title}
        </Button>
      )}
    </Group>
  );
}
