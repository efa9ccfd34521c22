// E-mail addresses: one strict rule for all that are stored or used. Narrower than RFC 5321: no quotes, no address
// literals.
import { domainToASCII } from 'node:url';

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reports whether a text is a deliverable address. International domains are; letters outside ASCII before the @ are
 * not.
 */
export function isMailAddress(text: string): boolean {
  return mailAddressProblem(text) === undefined;
}

/** Returns why a text is not a deliverable address, as a sentence; undefined if it is. */
export function mailAddressProblem(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (at < 1 || domain === '') return 'An e-mail address has something before and after an @.';
  if (/\P{ASCII}/u.test(local))
    return 'Letters outside a-z before the @ are not possible: too many mail servers cannot take them.';
  if (local.length > 64 || !localPart.test(local))
    return 'What stands before the @ cannot be part of an e-mail address.';
  if (!isMailDomain(domain)) return 'What stands after the @ is not the name of a mail server.';
  return text.length > 254 || local.length + 1 + domainToASCII(domain).length > 254
    ? 'An e-mail address has at most 254 characters.'
    : undefined;
}

/**
 * Reports whether a name, in any script, can be the domain of an address: at least two labels, and not an IP address.
 */
export function isMailDomain(domain: string): boolean {
  if (!/^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(domain)) return false;
  const labels = domainToASCII(domain).split('.');
  return labels.length > 1 && labels.every((text) => label.test(text)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
