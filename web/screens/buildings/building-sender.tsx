// Whose invoices those of a building are: the organization's, or another association's.
import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { personQuery, useIsAllowed, usePerson } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Form } from '../../parts/form.tsx';
import { useOpenedByLink } from '../../parts/opened-by-link.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import {
  OrganizationSenderFacts,
  SenderFacts,
  SenderFields,
  toSenderBody,
  toSenderValues,
} from '../settings/sender-details.tsx';
import { VatDoubt } from './vat-doubt.tsx';

type BuildingSenderBody = ConsoleBody<'/buildings/{id}/letterhead'>['data'];

export function BuildingSender({ building }: { readonly building: Schemas['Building'] }) {
  const { t } = useLanguage();
  const organization = usePerson().organization.name;
  const mayManage = useIsAllowed('manage');
  const { id: buildingId } = building;
  const [isOpen, { open, close }] = useOpenedByLink('building-sender');
  const sender = useQuery({
    queryKey: ['building-sender', buildingId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/buildings/{id}/letterhead', { params: { path: { id: buildingId } } }))).data,
  });
  return (
    <Card title={t.sender.ofBuilding}>
      <QueryContent query={sender}>
        {(other) => (
          <>
            <Text c="dimmed" mb="sm">
              {other ? t.sender.byOther(other) : t.sender.byOrganization({ name: organization })}
            </Text>
            {!other && !isOpen && <OrganizationSenderFacts />}
            {other && !mayManage && <SenderFacts details={other} />}
            {mayManage && (other || isOpen) && (
              <BuildingSenderForm
                key={String(other !== null)}
                buildingId={buildingId}
                other={other}
                payee={building.billing.beneficiary ?? ''}
                removed={close}
              />
            )}
            {mayManage && !other && !isOpen && (
              <Button variant="default" onClick={open}>
                {t.sender.other}
              </Button>
            )}
            <VatDoubt building={building} />
          </>
        )}
      </QueryContent>
    </Card>
  );
}

function BuildingSenderForm({
  buildingId,
  other,
  payee,
  removed,
}: {
  readonly buildingId: string;
  readonly other: BuildingSenderBody;
  /** Whose invoices they probably are. */
  readonly payee: string;
  readonly removed: () => void;
}) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const { organization } = usePerson();
  const params = { path: { id: buildingId } };
  const form = useForm({
    initialValues: { ...toSenderValues(other ?? { country: 'EE' }), name: other?.name ?? payee },
    validate: { name: (name) => (name.trim() === '' ? t.errors.problems.required : null) },
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (other === null) first.current?.focus();
  }, [other]);
  // The VAT number decides how amounts are entered.
  const refresh = () => void client.invalidateQueries({ queryKey: personQuery.queryKey });
  const save = useAction(
    ({ name, ...values }: typeof form.values) =>
      unwrap(consoleApi.PATCH('/buildings/{id}/letterhead', { params, body: { ...toSenderBody(values), name } })),
    {
      done: t.buildings.saved,
      onFields: form.setErrors,
      next: () => {
        form.resetDirty();
        refresh();
      },
    },
  );
  const remove = useAction(() => unwrap(consoleApi.DELETE('/buildings/{id}/letterhead', { params })), {
    done: t.buildings.saved,
    next: () => {
      removed();
      refresh();
    },
  });
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t.sender.name} required ref={first} {...form.getInputProps('name')} />
        <SenderFields form={form} />
      </SimpleGrid>
      <Group mt="md">
        <ActionButton type="submit" action={save} disabled={other !== null && !form.isDirty()}>
          {t.common.save}
        </ActionButton>
        {other && (
          <ActionButton variant="subtle" action={remove} onClick={() => remove.mutate(undefined)}>
            {t.sender.back(organization)}
          </ActionButton>
        )}
      </Group>
    </Form>
  );
}
