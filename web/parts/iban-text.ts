// An IBAN in groups of four.

export function ibanText(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}
