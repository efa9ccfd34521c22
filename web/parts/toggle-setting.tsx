// A setting that is on, with some values, or off: its effect, its values, and the buttons to turn it on, change it, and
// turn it off.
import { Group, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useLanguage } from '../words/language.tsx';
import { type Action, ActionButton } from './action-button.tsx';
import { Card } from './card.tsx';
import { Form } from './form.tsx';
import type { HelpTopic } from './help-popover.tsx';
import { ReservedNote } from './reserved-note.tsx';

type SettingAction = Action & { readonly mutate: () => void };

export function ToggleSetting({
  title,
  help,
  lead,
  isOn,
  start,
  save,
  stop,
  readOnly,
  children,
}: {
  readonly title: string;
  readonly help?: HelpTopic;
  /** Its current effect. */
  readonly lead: string;
  readonly isOn: boolean;
  /** The label of the button that turns it on. */
  readonly start: string;
  readonly save: SettingAction;
  readonly stop: SettingAction;
  /** Shown without fields and buttons. */
  readonly readOnly: boolean;
  /** Its fields. */
  readonly children: ReactNode;
}) {
  const { t } = useLanguage();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title={title} {...(help && { help })}>
      <Text c="dimmed" mb="sm">
        {lead}
      </Text>
      {readOnly && <ReservedNote task="change" />}
      {!readOnly && (
        <Form onSubmit={submit}>
          <Group align="flex-end">
            {children}
            <ActionButton type="submit" action={save}>
              {isOn ? t.common.save : start}
            </ActionButton>
            {isOn && (
              <ActionButton variant="subtle" action={stop} onClick={() => stop.mutate()}>
                {t.common.disable}
              </ActionButton>
            )}
          </Group>
        </Form>
      )}
    </Card>
  );
}
