// Says who may do what the reader's role may not, in the place of the link or below the fields.
import { Text, type TextProps } from '@mantine/core';
import { type PersonTask, useIsAllowed } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';
import type { Words } from '../words/words.ts';

const tasks = { change: 'manage', manage: 'manage', money: 'money', own: 'own' } as const satisfies Record<
  keyof Words['common']['reserved'],
  PersonTask
>;

/** Nothing for those who may. `change`: managing, where the fields are shown. */
export function ReservedNote({ task, ...looks }: TextProps & { readonly task: keyof typeof tasks }) {
  const { t } = useLanguage();
  if (useIsAllowed(tasks[task])) return null;
  return (
    <Text fz="sm" c="dimmed" {...looks}>
      {t.common.reserved[task]}
    </Text>
  );
}
