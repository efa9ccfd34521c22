// Reports a fault, or asks about an invoice or reading: a photo, description, and location, which a question knows.
import { Anchor, FileInput, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { asUpload, consoleApi, unwrap } from '../../api/client.ts';
import { usePerson } from '../../api/person.ts';
import type { OwnApartment } from '../../api/resident-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useDraft, useHeld } from '../../parts/draft.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** The name of the draft of a report that is about nothing of its own. */
export const unnamedReport = 'new';

type NewRequestOptions = {
  /** The subject that it begins with: an invoice, or a reading. */
  readonly about: string | undefined;
  /** What it says to begin with. */
  readonly text: string | undefined;
  readonly apartmentId: string | undefined;
  readonly made: () => void;
};

export function NewRequest({ about, ...of }: NewRequestOptions) {
  const { apartments, organization } = usePerson();
  const { t } = useLanguage();
  return (
    <Stack>
      {about === undefined && organization.phone !== null && (
        <Anchor href={`tel:${organization.phone.replace(/[^\d+]/g, '')}`} fw={600}>
          {t.residentRequests.emergency({ phone: organization.phone })}
        </Anchor>
      )}
      <RequestForm homes={apartments} about={about} {...of} />
    </Stack>
  );
}

type RequestFormOptions = NewRequestOptions & { readonly homes: readonly OwnApartment[] };

function RequestForm({ homes, about = '', text = '', apartmentId, made }: RequestFormOptions) {
  const { t } = useLanguage();
  const name = `report ${about || unnamedReport}`;
  const places = listPlaces(homes, t.residentRequests.common, t.residentHome.apartment);
  const { held, hold } = useHeld<File>(name);
  const location = places.find(({ value }) => value === `apartment ${apartmentId}`) ?? places[0];
  const form = useForm({
    initialValues: { place: location?.value ?? '', title: about, description: text, photo: held() ?? null },
  });
  const { photo, ...values } = form.values;
  const draft = useDraft({
    name,
    values,
    changed: values.title !== about || values.description !== text,
    hasPhoto: photo !== null,
    restore: form.setValues,
    discard: () => {
      form.reset();
      form.setFieldValue('photo', null);
    },
  });
  const send = useAction(
    async ({ place, title, description, photo }: typeof form.values) => {
      const [kind, id = ''] = place.split(' ');
      const where = kind === 'building' ? { buildingId: id } : { apartmentId: id };
      const request = (
        await unwrap(consoleApi.POST('/maintenance-requests', { body: { ...where, title, description } }))
      ).data;
      if (photo !== null) await addPhoto(request.id, await shrinkPhoto(photo));
    },
    {
      done: t.residentRequests.sent,
      next: () => {
        draft.remove();
        made();
      },
      onFields: form.setErrors,
    },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack>
        {draft.note}
        <TextInput label={t.residentRequests.what} required maxLength={200} {...form.getInputProps('title')} />
        <FileInput
          label={t.residentRequests.photo}
          placeholder={t.residentRequests.addPhoto}
          accept="image/jpeg,image/png,image/webp"
          clearable
          clearButtonProps={{ 'aria-label': t.common.remove }}
          {...form.getInputProps('photo')}
          onChange={(file) => {
            hold(file ?? undefined);
            form.setFieldValue('photo', file);
          }}
        />
        <Textarea
          label={t.residentRequests.description}
          required
          autosize
          minRows={3}
          {...form.getInputProps('description')}
        />
        {about === '' && (
          <Radio.Group label={t.residentRequests.where} {...form.getInputProps('place')}>
            <Stack gap="xs" mt={4}>
              {places.map(({ value, label }) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <ActionButton type="submit" action={send}>
          {t.residentRequests.send}
        </ActionButton>
      </Stack>
    </Form>
  );
}

/** The person's apartments, and the shared parts of their buildings. */
function listPlaces(homes: readonly OwnApartment[], shared: string, apartment: Words['residentHome']['apartment']) {
  const apartments = homes.map(({ id, number, address }) => ({
    value: `apartment ${id}`,
    label: `${apartment({ number })}, ${address}`,
  }));
  const buildings = new Map(homes.map(({ buildingId, address }) => [buildingId, address]));
  return [
    ...apartments,
    ...[...buildings].map(([id, address]) => ({ value: `building ${id}`, label: `${shared}, ${address}` })),
  ];
}

/** Adds a photo to a request. Throws ApiProblem. */
export async function addPhoto(id: string, photo: Blob): Promise<void> {
  await unwrap(
    consoleApi.POST('/maintenance-requests/{id}/photos', {
      params: { path: { id } },
      ...asUpload(photo),
    }),
  );
}
