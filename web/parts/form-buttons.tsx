// The buttons below a form: save, and for an existing thing remove, which asks first.
import { Group } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';
import { type Action, ActionButton } from './action-button.tsx';
import { confirmFirst } from './confirm.ts';

type Removal = {
  readonly title: string;
  readonly text: string;
  readonly action: Action;
  readonly act: () => void;
};

export function FormButtons({ save, removal }: { readonly save: Action; readonly removal: Removal | undefined }) {
  const { t } = useLanguage();
  return (
    <Group justify="space-between">
      <ActionButton type="submit" action={save}>
        {t.common.save}
      </ActionButton>
      {removal && (
        <ActionButton
          variant="subtle"
          color="red"
          action={removal.action}
          onClick={() => confirmFirst(t, { ...removal, yes: t.common.remove })}
        >
          {removal.title}
        </ActionButton>
      )}
    </Group>
  );
}
