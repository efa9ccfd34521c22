// The person's second factors: passkeys and authenticator apps, naming and removing them, and recovery codes.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { knowsPasskeys } from '../../parts/passkeys.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { AddApp, AddPasskey, RenameFactor } from './add-second-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type OwnSecondFactors, secondFactorsQuery } from './second-factors-query.ts';

type Factor = OwnSecondFactors['factors'][number];
type Open = 'passkey' | 'app' | Factor | { readonly codes: readonly string[] };

export function SecondFactors({ finished = () => undefined }: { readonly finished?: () => void }) {
  const { t } = useLanguage();
  const factors = useQuery(secondFactorsQuery);
  const [open, setOpen] = useState<Open>();
  const added = (recoveryCodes: readonly string[] | null) => {
    setOpen(recoveryCodes === null ? undefined : { codes: recoveryCodes });
    if (recoveryCodes === null) finished();
  };
  const close = () => {
    if (typeof open === 'object' && 'codes' in open) finished();
    setOpen(undefined);
  };
  const canAddPasskey = knowsPasskeys && factors.data?.passkeyOrigin === location.origin;
  const actions = (
    <Group gap="xs">
      {canAddPasskey && (
        <Button size="xs" onClick={() => setOpen('passkey')}>
          {t.secondFactors.addPasskey}
        </Button>
      )}
      <Button size="xs" variant={canAddPasskey ? 'default' : 'filled'} onClick={() => setOpen('app')}>
        {t.secondFactors.addApp}
      </Button>
    </Group>
  );
  return (
    <Card title={t.secondFactors.title} actions={actions}>
      <QueryContent query={factors}>
        {(data) => <FactorList own={data} rename={setOpen} showCodes={(codes) => setOpen({ codes })} />}
      </QueryContent>
      <Dialog opened={open !== undefined} onClose={close} title={titleOf(t.secondFactors, open)}>
        {open === 'passkey' && <AddPasskey added={added} />}
        {open === 'app' && <AddApp added={added} />}
        {typeof open === 'object' && 'id' in open && <RenameFactor factor={open} done={close} />}
        {typeof open === 'object' && 'codes' in open && <RecoveryCodes codes={open.codes} done={close} />}
      </Dialog>
    </Card>
  );
}

type Texts = ReturnType<typeof useLanguage>['t']['secondFactors'];

function titleOf(texts: Texts, open: Open | undefined): string {
  if (open === 'passkey') return texts.addPasskey;
  if (open === 'app') return texts.addApp;
  return open !== undefined && 'codes' in open ? texts.recoveryCodes : texts.rename;
}

function FactorList({
  own,
  rename,
  showCodes,
}: {
  readonly own: OwnSecondFactors;
  readonly rename: (factor: Factor) => void;
  readonly showCodes: (codes: readonly string[]) => void;
}) {
  const { t } = useLanguage();
  const renew = useAction(async () => (await unwrap(consoleApi.POST('/me/recovery-codes'))).data, {
    next: ({ recoveryCodes }) => showCodes(recoveryCodes),
  });
  const askRenew = () =>
    confirmFirst(t, {
      title: t.secondFactors.renewCodes,
      text: t.secondFactors.renewLead,
      yes: t.secondFactors.renewCodes,
      act: () => renew.mutate(undefined),
    });
  const { passkeyOrigin, factors, recoveryCodesLeft } = own;
  return (
    <Stack>
      <Text c="dimmed">{t.secondFactors.lead}</Text>
      {passkeyOrigin === null && <Text fz="sm">{t.secondFactors.passkeyUnavailable}</Text>}
      {passkeyOrigin !== null && passkeyOrigin !== location.origin && (
        <Text fz="sm">{t.secondFactors.passkeyElsewhere({ origin: passkeyOrigin })}</Text>
      )}
      {factors.length === 0 ? <Text>{t.secondFactors.none}</Text> : <FactorTable factors={factors} rename={rename} />}
      {factors.length > 0 && (
        <Group>
          <Text>{t.secondFactors.codesLeft({ count: recoveryCodesLeft })}</Text>
          <ActionButton size="xs" variant="default" action={renew} onClick={askRenew}>
            {t.secondFactors.renewCodes}
          </ActionButton>
        </Group>
      )}
    </Stack>
  );
}

function FactorTable({
  factors,
  rename,
}: {
  readonly factors: readonly Factor[];
  readonly rename: (factor: Factor) => void;
}) {
  const { t, format } = useLanguage();
  const remove = useAction(
    (id: string) => unwrap(consoleApi.DELETE('/me/second-factors/{id}', { params: { path: { id } } })),
    { done: t.secondFactors.removed },
  );
  const askRemove = ({ id, name }: Factor) =>
    confirmFirst(t, {
      title: t.secondFactors.remove,
      text: t.secondFactors.removeLead({ name }),
      yes: t.common.remove,
      act: () => remove.mutate(id),
    });
  return (
    <DataTable
      label={t.secondFactors.title}
      rows={factors}
      keyOf={({ id }) => id}
      columns={[
        { title: t.secondFactors.name, cell: ({ name }) => name },
        { title: t.secondFactors.kind, cell: ({ kind }) => t.secondFactors[kind] },
        { title: t.secondFactors.added, cell: ({ createdAt }) => format.instant(createdAt), wide: true },
        {
          title: t.settings.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt ? format.instant(lastUsedAt) : t.settings.never),
        },
        {
          title: t.common.remove,
          action: true,
          cell: (factor) => (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => rename(factor)}
                aria-label={`${t.secondFactors.rename}: ${factor.name}`}
              >
                {t.secondFactors.rename}
              </Button>
              <ActionButton
                size="compact-sm"
                variant="subtle"
                color="red"
                action={remove}
                of={factor.id}
                onClick={() => askRemove(factor)}
                aria-label={`${t.common.remove}: ${factor.name}`}
              >
                {t.common.remove}
              </ActionButton>
            </Group>
          ),
        },
      ]}
    />
  );
}
