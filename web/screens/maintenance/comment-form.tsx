// A new comment on a maintenance request, of staff or of the resident; staff can keep theirs among themselves.
import { Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';

export function CommentForm({
  id,
  label,
  send,
}: {
  readonly id: string;
  readonly label: string;
  readonly send: string;
}) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const [text, setText] = useState('');
  const [internal, setInternal] = useState(false);
  const draft = useDraft({
    name: `comment ${id}`,
    values: { text, internal },
    changed: text !== '',
    restore: (values) => {
      setText(values.text);
      setInternal(values.internal);
    },
    discard: () => setText(''),
  });
  const add = useAction(
    () =>
      unwrap(
        consoleApi.POST('/maintenance-requests/{id}/comments', {
          params: { path: { id } },
          body: { text, ...(internal && { internal }) },
        }),
      ),
    {
      next: () => {
        draft.remove();
        setText('');
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="xs">
        {draft.note}
        <Textarea
          label={label}
          required
          autosize
          minRows={2}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="space-between">
          {mayManage && (
            <Checkbox
              label={t.requests.internalHint}
              checked={internal}
              onChange={(event) => setInternal(event.currentTarget.checked)}
            />
          )}
          <ActionButton type="submit" action={add}>
            {send}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  );
}
