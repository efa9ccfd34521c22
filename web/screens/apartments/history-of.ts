// The events of an apartment by day, from the days of its residencies and its meters.
type ResidencyDays = {
  readonly id: string;
  readonly apartmentId: string;
  readonly role: 'owner' | 'tenant';
  readonly since: string;
  readonly until: string | null;
};

type MeterDays = {
  readonly id: string;
  readonly apartmentId: string | null;
  readonly type: 'cold_water' | 'hot_water' | 'heating' | 'electricity' | 'gas';
  readonly serialNumber: string | null;
  readonly installedOn: string | null;
  readonly removedOn: string | null;
};

export type ApartmentEvent = { readonly day: string; readonly id: string } & (
  | { readonly kind: 'movedIn' | 'movedOut'; readonly name: string; readonly role: ResidencyDays['role'] }
  | ({ readonly kind: 'meterInstalled' | 'meterRemoved' } & Pick<MeterDays, 'type' | 'serialNumber'>)
);

type HistorySources = {
  readonly residents: readonly { readonly name: string; readonly apartments: readonly ResidencyDays[] }[];
  readonly meters: readonly MeterDays[];
};

/** What happened until a day, the latest first. */
export function historyOf(
  apartmentId: string,
  { residents, meters }: HistorySources,
  today: string,
): readonly ApartmentEvent[] {
  const residencies = residents.flatMap(({ name, apartments }) =>
    apartments
      .filter((residency) => residency.apartmentId === apartmentId)
      .flatMap(({ id, role, since, until }): ApartmentEvent[] => [
        { kind: 'movedIn', day: since, id, name, role },
        ...(until === null ? [] : [{ kind: 'movedOut' as const, day: until, id, name, role }]),
      ]),
  );
  const changes = meters
    .filter((meter) => meter.apartmentId === apartmentId)
    .flatMap(({ id, type, serialNumber, installedOn, removedOn }): ApartmentEvent[] => [
      ...(installedOn === null ? [] : [{ kind: 'meterInstalled' as const, day: installedOn, id, type, serialNumber }]),
      ...(removedOn === null ? [] : [{ kind: 'meterRemoved' as const, day: removedOn, id, type, serialNumber }]),
    ]);
  return [...residencies, ...changes]
    .filter(({ day }) => day <= today)
    .sort((a, b) => b.day.localeCompare(a.day) || a.kind.localeCompare(b.kind) || a.id.localeCompare(b.id));
}
