// The charges whose lines of the ledger have no account, and the form that gives all charges theirs.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';

export function LedgerAccounts({ building }: { readonly building: Schemas['Building'] }) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const { charges } = building.billing;
  const missing = charges.flatMap(({ account, name }) => (account ? [] : [name]));
  if (charges.length === 0) return null;
  return (
    <>
      {missing.length > 0 && <Text fz="sm">{t.monthEnd.missingAccounts({ names: missing.join(', ') })}</Text>}
      <Button size="compact-sm" variant="default" mt={4} onClick={open}>
        {t.monthEnd.accounts}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.monthEnd.accounts}>
        <AccountsForm building={building} done={close} />
      </Dialog>
    </>
  );
}

function AccountsForm({ building, done }: { readonly building: Schemas['Building']; readonly done: () => void }) {
  const { t } = useLanguage();
  const { id, billing } = building;
  const form = useForm({ initialValues: { accounts: billing.charges.map(({ account }) => account ?? '') } });
  const save = useAction(
    ({ accounts }: typeof form.values) => {
      const body = {
        accounts: billing.charges.map(({ code }, nth) => ({ charge: code, account: accounts[nth]?.trim() || null })),
      };
      return unwrap(consoleApi.PUT('/buildings/{id}/ledger-accounts', { params: { path: { id } }, body }));
    },
    { done: t.buildings.saved, next: done },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        {billing.charges.map(({ code, name }, nth) => (
          <TextInput key={code} label={name} maxLength={30} {...form.getInputProps(`accounts.${nth}`)} />
        ))}
        <ActionButton type="submit" action={save}>
          {t.common.save}
        </ActionButton>
      </Stack>
    </Form>
  );
}
