// Which values of changed fields an entry of the audit log keeps: no secrets, nothing that names a person, nothing
// long. Pure.
import type { AuditChange } from './audit-entry.ts';

/** Fields whose names end so hold secrets, or data of people. */
const privateField =
  /(?:secret|password|token|personalCode|secretKey|apiKey|email|phone|metadata|payerName|residents)$/i;
const maxLength = 500;

/** Reports whether the values of a change may be kept. */
export function isKeptValue({ field, before, after }: AuditChange): boolean {
  const length = JSON.stringify([before, after]).length;
  return !privateField.test(field) && length <= maxLength;
}
