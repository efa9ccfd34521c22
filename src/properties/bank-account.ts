// The account that a building's invoices are paid to.

export type BankAccount = { readonly iban: string | null; readonly beneficiary: string | null };

/** The account alone, of whatever has one. */
export function toBankAccount({ iban, beneficiary }: BankAccount): BankAccount {
  return { iban, beneficiary };
}

/** Whether money goes to the same place. */
export function isSameAccount(a: BankAccount, b: BankAccount): boolean {
  return a.iban === b.iban && a.beneficiary === b.beneficiary;
}
