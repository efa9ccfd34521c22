// Ids: UUID version 7 (RFC 9562), made by the service, so that rows sort by the time they were made and no database is needed to name them.
import { v7 } from 'uuid';

/** A new id; later ids of one process sort after earlier ones. */
export function newId(): string {
  return v7();
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id. Anything else cannot name a row, and is treated as one that does not exist. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
