// The send queue: which e-mails a worker takes next. Organizations take turns, so that none delays another, and magic
// links have reserved slots.
import { ranks } from './letter-kinds.ts';
import { maxConnections } from './mail-transport.ts';

/**
 * The concurrent e-mails in total, and those of rank 1 and 2: two slots are reserved for rank 0, for which a person
 * waits.
 */
const maxConcurrent = maxConnections;
const maxLater = maxConcurrent - 2;
/** The maximum number of concurrent e-mails of a rank for one organization. */
const maxPerTenant = maxConcurrent / 2;

type MailBeingSent = { readonly tenantId: string; readonly rank: number };
/** An organization to claim from, and the maximum number of e-mails of a rank. */
export type ClaimTurn = MailBeingSent & { readonly maxMails: number };

export type SendQueue = ReturnType<typeof makeSendQueue>;

/** The send slots of one worker, and the organizations that may have due e-mails, in turn order. */
export function makeSendQueue() {
  const waiting = ranks.map(() => new Set<string>());
  const beingSent = new Set<MailBeingSent>();
  let change = Promise.withResolvers<void>();
  const count = (isMeant: (mail: MailBeingSent) => boolean) => [...beingSent].filter(isMeant).length;
  const freeFor = (rank: number) => {
    const free = maxConcurrent - beingSent.size;
    return rank === 0 ? free : Math.min(free, maxLater - count((mail) => mail.rank > 0));
  };
  return {
    add(tenantId: string, rank: number): void {
      waiting[rank]?.add(tenantId);
      change.resolve();
    },
    /**
     * The next turn, of the lowest rank with a free slot; the organization then leaves the queue. The more
     * organizations wait, the fewer e-mails each gets.
     */
    next(): ClaimTurn | undefined {
      for (const [rank, tenants] of waiting.entries()) {
        const free = freeFor(rank);
        for (const tenantId of free > 0 ? tenants : []) {
          const freeForTenant = maxPerTenant - count((mail) => mail.tenantId === tenantId && mail.rank === rank);
          if (freeForTenant <= 0) continue;
          const maxMails = Math.min(freeForTenant, Math.max(1, Math.floor(free / tenants.size)));
          tenants.delete(tenantId);
          return { tenantId, rank, maxMails };
        }
      }
      return undefined;
    },
    /** Takes a slot for an e-mail; returns the function that frees it. */
    takeSlot(mail: MailBeingSent): () => void {
      beingSent.add(mail);
      return () => {
        beingSent.delete(mail);
        change.resolve();
      };
    },
    beingSent: () => beingSent.size,
    /** Resolves as soon as there may be a new turn since the last call. */
    async changed(): Promise<void> {
      await change.promise;
      change = Promise.withResolvers();
    },
    wake: () => change.resolve(),
  };
}
