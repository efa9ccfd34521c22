// The organization's own accounts: they decide which statements concern its money.

/** The accounts, whether one is among them, and the organization's name for an account in a file. */
export type OwnAccounts = {
  readonly ibans: readonly string[];
  has(account: string): boolean;
  accountFor(account: string): string;
};

/**
 * The organization's accounts. An organization without accounts accepts every file as its own; a domestic account
 * number matches the IBAN that ends with it.
 */
export function makeOwnAccounts(ibans: readonly string[]): OwnAccounts {
  return {
    ibans,
    has: (account) => ibans.length === 0 || account === '' || ibans.includes(account),
    accountFor: (account) => {
      const number = /^\d{8,}$/.test(account) ? account : undefined;
      return (number && ibans.find((iban) => iban.endsWith(number))) ?? account;
    },
  };
}

/** The own account named in a table cell, by IBAN or by the domestic number at its end. `accounts` is keyed by IBAN. */
export function findOwnAccount(cell: string, accounts: ReadonlyMap<string, unknown>): string | undefined {
  if (cell.length > 60 || !/^\s*([A-Z]{2}\d{2}[A-Z\d ]+|[\d .-]{8,})/.test(cell)) return undefined;
  const bare = cell.replace(/\s+/g, '').toUpperCase();
  const named = [bare, cell.trim().split(/[\s/]/, 1)[0] ?? ''].find((text) => accounts.has(text));
  if (named !== undefined) return named;
  const number = bare.replace(/[.-]/g, '');
  return /^\d{8,}$/.test(number) ? [...accounts.keys()].find((key) => key.endsWith(number)) : undefined;
}

/** The currency of each account's buildings; empty where they have several. */
export function currencyByAccount(
  buildings: readonly { readonly iban: string | null; readonly currency: string }[],
): Map<string, string> {
  const currencies = new Map<string, string>();
  for (const { iban, currency } of buildings) {
    if (iban === null) continue;
    currencies.set(iban, (currencies.get(iban) ?? currency) === currency ? currency : '');
  }
  return currencies;
}
