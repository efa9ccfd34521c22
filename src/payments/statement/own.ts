// The organization's own accounts: which statements tell of its money.

/** The accounts, whether one is among them, and what an account is called in a file as the organization calls it. */
export type Own = {
  readonly ibans: readonly string[];
  has(account: string): boolean;
  accountFor(account: string): string;
};

/** The organization's accounts. One that names none takes every file for its own; a bank's own number is an IBAN's that ends with it. */
export function ownAccounts(ibans: readonly string[]): Own {
  return {
    ibans,
    has: (account) => ibans.length === 0 || account === '' || ibans.includes(account),
    accountFor: (account) => {
      const number = /^\d{8,}$/.test(account) ? account : undefined;
      return (number && ibans.find((iban) => iban.endsWith(number))) ?? account;
    },
  };
}
