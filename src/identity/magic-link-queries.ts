// SQL of magic links. Their table can only be added to; the rest is functions of the database.
import type { Db } from '../platform/db/pool.ts';
import type { Language } from '../platform/values/languages.ts';

export async function insertMagicLink(
  db: Db,
  wish: {
    id: string;
    emailKey: string;
    askedAt: Date;
    network: Buffer;
    next: string | null;
    language: Language | null;
  },
): Promise<void> {
  await db`
    insert into magic_links (id, email_key, asked_at, network, next, language)
    values (${wish.id}, ${wish.emailKey}, ${wish.askedAt}, ${wish.network}, ${wish.next}, ${wish.language})
    on conflict do nothing`;
  await db`select pg_notify('magic_links', '')`;
}

type MagicLinkRequest = {
  readonly id: string;
  readonly userId: string | null;
  readonly tenantId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly language: Language | null;
};

/** The oldest link request, locked, with its user; without a user nothing is to be sent. Undefined if none waits. */
export async function claimMagicLink(
  db: Db,
  now: Date,
  limits: { most: number; maxAlike: number; withinMs: number },
): Promise<MagicLinkRequest | undefined> {
  const [row] = await db<
    MagicLinkRequest[]
  >`select * from claim_magic_link(${now}, ${limits.most}, ${limits.maxAlike}, make_interval(secs => ${limits.withinMs / 1000}))`;
  return row;
}

/** Turns a link request into a link; returns the requests whose links became invalid. */
export async function issueMagicLink(
  db: Db,
  link: { id: string; userId: string; hash: Buffer; until: Date },
): Promise<string[]> {
  const rows = await db<
    { voided: string }[]
  >`select issue_magic_link(${link.id}, ${link.userId}, ${link.hash}, ${link.until}) as voided`;
  return rows.map((row) => row.voided);
}

/** Uses a link; returns a row for each organization of its owner, last used first, each with the page to open. */
export async function redeemMagicLink(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ userId: string; tenantId: string; next: string | null }[]> {
  return db<
    { userId: string; tenantId: string; next: string | null }[]
  >`select * from open_magic_link(${hash}, ${now})`;
}

export async function deleteMagicLinks(db: Db, before: Date): Promise<void> {
  await db`select delete_old_magic_links(${before})`;
}
