// The bank account that a building's invoices are paid to.

export type BankAccount = { readonly iban: string | null; readonly beneficiary: string | null };

/** Picks the account from any object that has one. */
export function toBankAccount({ iban, beneficiary }: BankAccount): BankAccount {
  return { iban, beneficiary };
}

/** Reports whether two accounts are the same. */
export function isSameAccount(a: BankAccount, b: BankAccount): boolean {
  return a.iban === b.iban && a.beneficiary === b.beneficiary;
}
