// The change of owner or tenant of an apartment: who leaves and who comes, readings and the invitation; then what it
// means, and one button.
import { Group, Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ApartmentBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAllResidents, useApartmentMeters, useApartmentResidents, useApartments } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { Form } from '../../parts/form.tsx';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import type { MeterBody } from '../meters/meter-words.ts';
import { HandOverInvitation, HandOverPeople, HandOverReadings } from './hand-over-fields.tsx';
import {
  dayBefore,
  enteredReadings,
  fieldOf,
  type HandOverForm,
  type HandOverValues,
  invitedAddress,
  toRequest,
  useHandOverForm,
} from './hand-over-form.ts';
import { HandOverBalance, HandOverPayers, HandOverSummary } from './hand-over-result.tsx';
import { type PersonHere, peopleOf } from './people-of.ts';

export function HandOverPage() {
  const { t } = useLanguage();
  const { buildingId, apartmentId } = useParams({ from: '/buildings/$buildingId/apartments/$apartmentId/hand-over' });
  const apartments = useApartments(buildingId);
  const residents = useApartmentResidents(apartmentId);
  const meters = useApartmentMeters(apartmentId);
  return (
    <QueryContent query={apartments}>
      {(all) => {
        const apartment = all.find(({ id }) => id === apartmentId);
        if (apartment === undefined) return <EmptyState icon="apartment" title={t.errors.codes.not_found} />;
        return (
          <QueryContent query={residents}>
            {(people) => (
              <QueryContent query={meters}>
                {(rows) => (
                  <HandOverView
                    apartment={apartment}
                    people={peopleOf(people, apartmentId).current}
                    meters={rows.filter(({ removedOn }) => removedOn === null)}
                  />
                )}
              </QueryContent>
            )}
          </QueryContent>
        );
      }}
    </QueryContent>
  );
}

type HandOverProps = {
  readonly apartment: ApartmentBody;
  readonly people: readonly PersonHere[];
  readonly meters: readonly MeterBody[];
};

function HandOverView(props: HandOverProps) {
  const { t } = useLanguage();
  const { buildingId, id: apartmentId, number } = props.apartment;
  const page = { to: '/buildings/$buildingId/apartments/$apartmentId', params: { buildingId, apartmentId } } as const;
  return (
    <Page title={t.handOver.titleOf({ number })} lead={<LinkTo {...page}>{t.apartmentPage.title({ number })}</LinkTo>}>
      {props.people.length === 0 ? (
        <EmptyState icon="people" title={t.handOver.nobodyHere}>
          <ButtonTo {...page}>{t.apartmentPage.title({ number })}</ButtonTo>
        </EmptyState>
      ) : (
        <HandOverSteps {...props} />
      )}
    </Page>
  );
}

function HandOverSteps({ apartment, people, meters }: HandOverProps) {
  const { t, format, language } = useLanguage();
  const form = useHandOverForm(people, language);
  const { values } = form;
  const resident = useAllResidents().data?.find(({ id }) => id === values.residentId);
  const address = invitedAddress(values, resident, apartment.id);
  const draft = useDraft({
    name: `hand-over ${apartment.id}`,
    values,
    changed: form.isDirty(),
    restore: form.setValues,
    discard: form.reset,
  });
  const { preview, record } = useHandOver(apartment, form, address, draft.remove);
  const leaving = people.filter(({ residency }) => values.leaving.includes(residency.id));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (leaving.length === 0) return form.setErrors({ leaving: t.handOver.nobodyLeaves });
    const late = leaving.find(({ residency }) => residency.since >= values.day);
    if (late !== undefined) {
      const since = format.day(late.residency.since);
      return form.setErrors({ day: t.handOver.tooEarly({ name: late.resident.name, day: since }) });
    }
    form.clearErrors();
    preview.mutate();
  };
  // A change of the form needs a new check.
  const checked = preview.data?.of === values ? preview.data.data : undefined;
  const unread = meters.length - enteredReadings(values).length;
  return (
    <>
      <Text c="dimmed">{t.handOver.lead}</Text>
      {draft.note}
      <Form onSubmit={submit}>
        <Stack gap="lg">
          <HandOverPeople form={form} people={people} resident={resident} />
          <HandOverReadings form={form} meters={meters} />
          <HandOverInvitation form={form} resident={resident} apartmentId={apartment.id} />
          <Group>
            <ActionButton type="submit" action={preview} variant={checked ? 'default' : 'filled'}>
              {t.handOver.check}
            </ActionButton>
          </Group>
        </Stack>
      </Form>
      {checked && (
        <ResultRegion>
          <HandOverPayers preview={checked} unread={unread} />
          <HandOverBalance preview={checked} apartment={apartment} />
          <HandOverSummary lines={summaryOf(t, format, { values, leaving, resident, address })} confirm={record} />
        </ResultRegion>
      )}
    </>
  );
}

/** The check of the form, and the recording of it, which leads back to the apartment. */
function useHandOver(
  { id: apartmentId, buildingId }: ApartmentBody,
  form: HandOverForm,
  address: string | undefined,
  saved: () => void,
) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { values } = form;
  const params = { path: { id: buildingId, aptId: apartmentId } };
  const send = (dryRun: boolean) =>
    unwrap(
      consoleApi.POST('/buildings/{id}/apartments/{aptId}/hand-overs', {
        params,
        body: { ...toRequest(values, address), dryRun },
      }),
    );
  const onFields = (fields: Record<string, ReactNode>) =>
    form.setErrors(Object.fromEntries(Object.entries(fields).map(([path, error]) => [fieldOf(path, values), error])));
  const preview = useAction(async () => ({ of: values, data: (await send(true)).data }), { onFields });
  const next = () => {
    saved();
    navigate({ to: '/buildings/$buildingId/apartments/$apartmentId', params: { buildingId, apartmentId } });
  };
  return { preview, record: useAction(() => send(false), { done: t.handOver.done, onFields, next }) };
}

/** Who leaves and comes, and what else is recorded. */
function summaryOf(
  t: Words,
  format: Format,
  {
    values,
    leaving,
    resident,
    address,
  }: {
    readonly values: HandOverValues;
    readonly leaving: readonly PersonHere[];
    readonly resident: Schemas['Resident'] | undefined;
    readonly address: string | undefined;
  },
): string[] {
  const people = leaving.map(({ resident: { name } }) => name).join(', ');
  const name = resident?.name ?? values.name;
  return [
    t.handOver.leaves({ people, day: format.day(dayBefore(values.day)) }),
    t.handOver.comes({ name, role: t.residents.roles[values.role], day: format.day(values.day) }),
    t.handOver.recordedReadings({ count: enteredReadings(values).length }),
    address === undefined ? t.handOver.notInvited : t.handOver.invited({ address }),
  ];
}

/** The result of the check. It gets the focus, so that it is read next. */
function ResultRegion({ children }: { readonly children: ReactNode }) {
  const { t } = useLanguage();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <Stack
      gap="lg"
      component="section"
      aria-label={t.handOver.summary}
      tabIndex={-1}
      ref={region}
      style={{ outline: 'none' }}
    >
      {children}
    </Stack>
  );
}
