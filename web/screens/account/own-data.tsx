// The person's own data: another e-mail address, a file of everything, leaving the organization, and deleting the
// account.
import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi, saveFile, unwrap } from '../../api/client.ts';
import { usePerson } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';

export function EmailChange() {
  const { t } = useLanguage();
  const words = t.privacy;
  const [email, setEmail] = useState('');
  const send = useAction(() => unwrap(consoleApi.POST('/me/email', { body: { email } })), {
    done: () => words.linkSent({ email }),
    next: () => setEmail(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(undefined);
  };
  return (
    <Card title={words.changeEmail}>
      <Text fz="sm" c="dimmed" mb="md">
        {words.changeEmailLead}
      </Text>
      <Form onSubmit={submit}>
        <Stack align="flex-start">
          <TextInput
            label={words.newEmail}
            type="email"
            autoComplete="email"
            required
            w="100%"
            maw="20rem"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <ActionButton type="submit" action={send}>
            {words.sendLink}
          </ActionButton>
        </Stack>
      </Form>
    </Card>
  );
}

export function OwnData() {
  const { t } = useLanguage();
  const words = t.privacy;
  const { organization } = usePerson();
  const [asked, ask] = useState<'leave' | 'delete'>();
  const leaveTitle = words.leave({ name: organization.name });
  const download = useAction(() => saveFile('/console/api/me/personal-data'));
  return (
    <Card title={words.ownData}>
      <Dialog
        opened={asked !== undefined}
        onClose={() => ask(undefined)}
        title={asked === 'leave' ? leaveTitle : words.deleteAccount}
      >
        {asked && <Departure which={asked} />}
      </Dialog>
      <Stack align="flex-start">
        <Text fz="sm" c="dimmed">
          {words.downloadLead}
        </Text>
        <ActionButton variant="default" action={download} onClick={() => download.mutate(undefined)}>
          {words.download}
        </ActionButton>
        <Divider w="100%" />
        <Group gap="xs">
          <Button variant="subtle" color="red" onClick={() => ask('leave')}>
            {leaveTitle}
          </Button>
          <Button variant="subtle" color="red" onClick={() => ask('delete')}>
            {words.deleteAccount}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Afterwards the session is over, so the console starts again. */
function Departure({ which }: { readonly which: 'leave' | 'delete' }) {
  const { t } = useLanguage();
  const words = t.privacy;
  const depart = useAction(
    () => unwrap(which === 'leave' ? consoleApi.POST('/me/leave') : consoleApi.POST('/me/delete')),
    { next: () => location.assign('/console/') },
  );
  return (
    <Stack align="flex-start">
      <Text>{which === 'leave' ? words.leaveLead : words.deleteLead}</Text>
      <ActionButton
        color="red"
        action={depart}
        loading={depart.isPending || depart.isSuccess}
        onClick={() => depart.mutate(undefined)}
      >
        {which === 'leave' ? words.leaveAct : words.deleteAccount}
      </ActionButton>
    </Stack>
  );
}
