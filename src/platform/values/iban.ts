// IBANs: the check of ISO 13616 (country, length within its bounds, remainder 1 of 97).

/** The IBAN in its electronic form (capitals, no blanks), or undefined when its check digits do not fit. */
export function normaliseIban(text: string): string | undefined {
  const iban = text.replace(/\s+/g, '').toUpperCase();
  if (!/^[A-Z]{2}(?!0[01]|99)\d{2}[A-Z0-9]{11,30}$/.test(iban)) return undefined; // Check digits are 02 to 98.
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n ? iban : undefined;
}

/** An account as people read it: in groups of four (ISO 13616), so that a narrow page breaks it between them. What is no IBAN stays as it is. */
export function formatIban(account: string): string {
  return normaliseIban(account) === undefined ? account : account.replace(/\s+/g, '').replace(/(.{4})(?=.)/g, '$1 ');
}
