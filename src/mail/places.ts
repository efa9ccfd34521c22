// Places: whose e-mails a worker takes next. Organizations take turns, so that none holds up another, and magic links have places of their own.
import { ranks } from './letter-kinds.ts';
import { maxConnections } from './mail-transport.ts';

/** How many e-mails are under way at once, and how many of them of rank 1 and 2: two places are left for rank 0, for which somebody waits. */
const maxUnderWay = maxConnections;
const maxLater = maxUnderWay - 2;
/** How many e-mails of a rank an organization has under way at most. */
const maxPerTenant = maxUnderWay / 2;

type UnderWay = { readonly tenantId: string; readonly rank: number };
/** An organization to claim from, and how many e-mails of a rank at most. */
export type Turn = UnderWay & { readonly maxMails: number };

export type Places = ReturnType<typeof makePlaces>;

/** The places of one worker, and the organizations that may have something due, in the order in which they have their turns. */
export function makePlaces() {
  const waiting = ranks.map(() => new Set<string>());
  const underWay = new Set<UnderWay>();
  let change = Promise.withResolvers<void>();
  const count = (isMeant: (mail: UnderWay) => boolean) => [...underWay].filter(isMeant).length;
  const freeFor = (rank: number) => {
    const free = maxUnderWay - underWay.size;
    return rank === 0 ? free : Math.min(free, maxLater - count((mail) => mail.rank > 0));
  };
  return {
    add(tenantId: string, rank: number): void {
      waiting[rank]?.add(tenantId);
      change.resolve();
    },
    /** The next turn, of the lowest rank that has a place; the organization then waits no more. The more of them wait, the fewer e-mails of each. */
    next(): Turn | undefined {
      for (const [rank, tenants] of waiting.entries()) {
        const free = freeFor(rank);
        for (const tenantId of free > 0 ? tenants : []) {
          const left = maxPerTenant - count((mail) => mail.tenantId === tenantId && mail.rank === rank);
          if (left <= 0) continue;
          const maxMails = Math.min(left, Math.max(1, Math.floor(free / tenants.size)));
          tenants.delete(tenantId);
          return { tenantId, rank, maxMails };
        }
      }
      return undefined;
    },
    /** Gives an e-mail a place; returns how it is given back. */
    hold(mail: UnderWay): () => void {
      underWay.add(mail);
      return () => {
        underWay.delete(mail);
        change.resolve();
      };
    },
    underWay: () => underWay.size,
    /** Resolves as soon as there may be a turn that was not there when this was asked last. */
    async changed(): Promise<void> {
      await change.promise;
      change = Promise.withResolvers();
    },
    wake: () => change.resolve(),
  };
}
