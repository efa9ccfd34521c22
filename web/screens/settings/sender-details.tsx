// The sender details: what invoices state about the organization besides its name, and its logo.
import { Group, Image, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { asUpload, consoleApi, fetchFileUrl, unwrap } from '../../api/client.ts';
import { personQuery } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Form } from '../../parts/form.tsx';
import { useLinkedField } from '../../parts/opened-by-link.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { VatDoubts } from '../buildings/vat-doubt.tsx';

type SenderDetailsBody = ConsoleBody<'/letterhead'>['data'];
/** What the details of an organization and of an association of its own have in common. */
const fields = [
  'registrationNumber',
  'vatNumber',
  'street',
  'postalCode',
  'city',
  'country',
  'email',
  'phone',
] as const;

type SenderField = (typeof fields)[number];
type SenderValues = Readonly<Record<SenderField, string>>;

/** Its details as the values of a form. */
export function toSenderValues(details: Partial<Record<SenderField, string | null>>): SenderValues {
  return Object.fromEntries(fields.map((field) => [field, details[field] ?? ''])) as SenderValues;
}

/** The values of a form as the body of a change. */
export function toSenderBody({ country, ...values }: SenderValues) {
  const texts = Object.entries(values).map(([field, text]) => [field, text.trim() || null]);
  return { ...Object.fromEntries(texts), country: country.trim().toUpperCase() };
}

export function SenderFields<Values extends SenderValues>({
  form,
  first,
}: {
  readonly form: UseFormReturnType<Values>;
  /** The first field, into which a link leads. */
  readonly first?: (field: HTMLInputElement | null) => void;
}) {
  const { t } = useLanguage();
  return fields.map((field) => (
    <TextInput
      key={field}
      label={t.sender[field]}
      required={field === 'country'}
      {...(first && field === fields[0] && { ref: first })}
      {...form.getInputProps(field)}
    />
  ));
}

/** The details to read: what is known of them. */
export function SenderFacts({ details }: { readonly details: Partial<Record<SenderField, string | null>> }) {
  const { t } = useLanguage();
  const { registrationNumber, vatNumber, street, postalCode, city, country, email, phone } = details;
  const town = [postalCode, city].filter(Boolean).join(' ');
  const address = street || town ? [street, town, country].filter(Boolean).join(', ') : undefined;
  const facts = [
    [t.sender.registrationNumber, registrationNumber],
    [t.sender.vatNumber, vatNumber],
    [t.buildings.address, address],
    [t.sender.email, email],
    [t.sender.phone, phone],
  ] as const;
  const shown = facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return shown.length === 0 ? null : <FactList facts={shown} cols={{ base: 1, sm: 2 }} mb="sm" />;
}

/** The details of the organization to read. */
export function OrganizationSenderFacts() {
  return <QueryContent query={useSenderDetails()}>{(details) => <SenderFacts details={details} />}</QueryContent>;
}

function useSenderDetails() {
  return useQuery({
    queryKey: ['letterhead'],
    queryFn: async () => (await unwrap(consoleApi.GET('/letterhead'))).data,
  });
}

export function SenderDetails() {
  const { t } = useLanguage();
  const head = useSenderDetails();
  return (
    <Card title={t.sender.title}>
      <Text c="dimmed" mb="md">
        {t.sender.lead}
      </Text>
      <QueryContent query={head}>
        {(data) => (
          <Stack gap="lg">
            <SenderDetailsForm head={data} />
            <VatDoubts />
            <Logo id={data.logoId} />
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

function SenderDetailsForm({ head }: { readonly head: SenderDetailsBody }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const linked = useLinkedField('sender-details');
  const form = useForm({ initialValues: toSenderValues(head) });
  const save = useAction(
    (values: SenderValues) => unwrap(consoleApi.PATCH('/letterhead', { body: toSenderBody(values) })),
    {
      done: t.buildings.saved,
      onFields: form.setErrors,
      next: () => {
        form.resetDirty();
        // The VAT number decides how amounts are entered.
        void client.invalidateQueries({ queryKey: personQuery.queryKey });
      },
    },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SenderFields form={form} first={linked} />
      </SimpleGrid>
      <ActionButton type="submit" mt="md" action={save} disabled={!form.isDirty()}>
        {t.common.save}
      </ActionButton>
    </Form>
  );
}

function Logo({ id }: { readonly id: string | null }) {
  const { t } = useLanguage();
  const picture = useQuery({
    queryKey: ['logo', id],
    queryFn: () => fetchFileUrl('/console/api/letterhead/logo'),
    enabled: id !== null,
    staleTime: Infinity,
  });
  const set = useAction((file: File) => unwrap(consoleApi.POST('/letterhead/logo', asUpload(file))), {
    done: t.buildings.saved,
  });
  const remove = useAction(() => unwrap(consoleApi.DELETE('/letterhead/logo')), { done: t.buildings.saved });
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>{t.sender.logo}</Text>
      {id !== null && picture.data ? (
        <Image src={picture.data} alt={t.sender.logo} w="auto" maw="100%" h={64} fit="contain" bg="white" p={4} />
      ) : (
        <Text c="dimmed">{t.sender.noLogo}</Text>
      )}
      <Group gap="xs">
        <ChooseFile
          accept="image/jpeg,image/png,image/webp"
          pending={set.isPending}
          choose={(file) => set.mutate(file)}
        >
          {t.sender.chooseLogo}
        </ChooseFile>
        <ActionFailure action={set} />
        {id !== null && (
          <ActionButton variant="subtle" color="red" action={remove} onClick={() => remove.mutate(undefined)}>
            {t.sender.removeLogo}
          </ActionButton>
        )}
      </Group>
    </Stack>
  );
}
