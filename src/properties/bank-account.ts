// The account that a building's invoices are paid to.

export type Account = { readonly iban: string | null; readonly beneficiary: string | null };

/** The account alone, of whatever has one. */
export function accountOf({ iban, beneficiary }: Account): Account {
  return { iban, beneficiary };
}

/** Whether money goes to the same place. */
export function isSameAccount(a: Account, b: Account): boolean {
  return a.iban === b.iban && a.beneficiary === b.beneficiary;
}
