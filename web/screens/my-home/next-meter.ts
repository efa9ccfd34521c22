// Which meter a resident reads after another one. A pure function.

type ReadableMeter = {
  readonly id: string;
  readonly apartmentId: string | null;
  readonly removedOn: string | null;
  readonly lastReading: { readonly readAt: string } | null;
};
type LatestReading = { readonly readAt: string; readonly status: string };

/**
 * The next of the meters after the one whose reading was sent, in their order and from the end on from the beginning,
 * that has no reading in the month. A rejected reading is none.
 */
export function findNextMeter<Meter extends ReadableMeter>(
  meters: readonly Meter[],
  {
    sentId,
    latest,
    month,
  }: {
    readonly sentId: string;
    /** The latest reading of each meter. */
    readonly latest: ReadonlyMap<string, LatestReading> | undefined;
    /** 'YYYY-MM' */
    readonly month: string;
  },
): Meter | undefined {
  const sent = meters.findIndex(({ id }) => id === sentId);
  const isRead = ({ id, lastReading }: Meter) => {
    const entered = latest?.get(id);
    return [lastReading, entered?.status === 'rejected' ? null : entered].some((it) => it?.readAt.startsWith(month));
  };
  return [...meters.slice(sent + 1), ...meters.slice(0, Math.max(sent, 0))].find(
    (meter) => meter.apartmentId !== null && meter.removedOn === null && !isRead(meter),
  );
}
