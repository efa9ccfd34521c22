// IBANs: validation by ISO 13616 (country, length within its bounds, remainder 1 of 97).

/** Returns the IBAN in its electronic form (capitals, no spaces), or undefined if its check digits are wrong. */
export function normaliseIban(text: string): string | undefined {
  const iban = text.replace(/\s+/g, '').toUpperCase();
  if (!/^[A-Z]{2}(?!0[01]|99)\d{2}[A-Z0-9]{11,30}$/.test(iban)) return undefined; // Check digits are 02 to 98.
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n ? iban : undefined;
}

/**
 * Formats an account in groups of four (ISO 13616), so that a narrow page breaks it between them. Anything but an IBAN
 * is returned unchanged.
 */
export function formatIban(account: string): string {
  return normaliseIban(account) === undefined ? account : account.replace(/\s+/g, '').replace(/(.{4})(?=.)/g, '$1 ');
}
