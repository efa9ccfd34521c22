// The form of a hand-over: its values, the request made of them, and the fields that the service's problems belong to.
import { useForm } from '@mantine/form';
import type { Language } from '../../../src/platform/values/languages.ts';
import type { Schemas } from '../../api/bodies.ts';
import { todayIn } from '../../parts/today.ts';
import type { PersonHere } from './people-of.ts';

export type HandOverValues = {
  readonly day: string;
  /** The residencies that end. */
  readonly leaving: readonly string[];
  /** A known resident; null for a new person. */
  readonly residentId: string | null;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly language: Language;
  readonly role: 'owner' | 'tenant';
  readonly receivesInvoice: boolean;
  /** By meter; '' without a reading. */
  readonly readings: Readonly<Record<string, number | ''>>;
  readonly invite: boolean;
};

export type HandOverForm = ReturnType<typeof useHandOverForm>;

/** Preselected: the owners leave today, or the tenants of an apartment without a known owner. */
export function useHandOverForm(people: readonly PersonHere[], language: Language) {
  const today = todayIn();
  const here = people.filter(({ residency }) => residency.since < today);
  const role = here.some(({ residency }) => residency.role === 'owner') || here.length === 0 ? 'owner' : 'tenant';
  const initialValues: HandOverValues = {
    day: today,
    leaving: here.filter(({ residency }) => residency.role === role).map(({ residency }) => residency.id),
    residentId: null,
    name: '',
    email: '',
    phone: '',
    language,
    role,
    receivesInvoice: true,
    readings: {},
    invite: true,
  };
  return useForm<HandOverValues>({ initialValues });
}

/** Why a known resident is not invited; undefined if they can be. */
export function whyNotInvited(
  resident: Schemas['Resident'],
  apartmentId: string,
): 'hasAccess' | 'noAddress' | 'otherApartments' | undefined {
  if (resident.userId !== null) return 'hasAccess';
  if (resident.email === null) return 'noAddress';
  return resident.apartments.some((residency) => residency.apartmentId !== apartmentId) ? 'otherApartments' : undefined;
}

/** Whether an invitation is sent, and to which address. */
export function invitedAddress(
  { residentId, invite, email }: HandOverValues,
  resident: Schemas['Resident'] | undefined,
  apartmentId: string,
): string | undefined {
  if (!invite) return undefined;
  if (residentId === null) return email.trim() || undefined;
  return resident === undefined || whyNotInvited(resident, apartmentId) !== undefined
    ? undefined
    : (resident.email ?? undefined);
}

/** The readings that were entered, in the order of the request. No reading is from the future. */
export function enteredReadings({ readings, day }: HandOverValues): { meterId: string; value: number }[] {
  if (day > todayIn()) return [];
  return Object.entries(readings).flatMap(([meterId, value]) => (value === '' ? [] : [{ meterId, value }]));
}

/** The body of the request. */
export function toRequest(values: HandOverValues, address: string | undefined) {
  const { day, leaving, residentId, name, email, phone, language, role, receivesInvoice } = values;
  const newcomer =
    residentId === null ? { name, email: email || null, phone: phone || null, language } : { residentId };
  const readings = enteredReadings(values);
  return { day, leaving: [...leaving], newcomer, role, receivesInvoice, readings, invite: address !== undefined };
}

/** The day before a day; the same text for a day that is not complete yet. */
export function dayBefore(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : new Date(time - 86_400_000).toISOString().slice(0, 10);
}

/** The field of the form that a problem's place in the request belongs to. */
export function fieldOf(place: string, values: HandOverValues): string {
  const [part = '', second = ''] = place.split('.');
  if (part === 'newcomer') return second;
  if (part === 'readings') return `readings.${enteredReadings(values)[Number(second)]?.meterId}`;
  return part;
}
