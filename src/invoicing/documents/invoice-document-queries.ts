// All SQL of the invoice document: its building, apartment and residents.

import type { Scope } from '../../platform/db/scope.ts';
import type { Day } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { lastOwnDay } from '../../residents/residency-day-queries.ts';
import { languageOfResident } from '../../residents/resident-queries.ts';
import { isOfResidency } from '../visibility-queries.ts';

/** A resident the invoice belongs to. */
export type BilledResident = {
  readonly name: string;
  readonly email: string | null;
  readonly language: Language;
  readonly since: Day;
  /** The last day of the residency; null while it is open. */
  readonly until: Day | null;
  readonly role: 'owner' | 'tenant';
  readonly receivesInvoice: boolean;
};

type InvoiceContext = {
  readonly building: string;
  readonly address: string;
  readonly beneficiary: string | null;
  readonly iban: string | null;
  readonly language: Language;
  readonly apartment: string;
  readonly inhabitants: readonly BilledResident[];
};

/**
 * The building and apartment of an invoice. The caller has already checked that the invoice is
 * visible.
 */
export async function findInvoiceContext(
  { db, caller }: Scope,
  invoiceId: string,
): Promise<InvoiceContext | undefined> {
  const [row] = await db<InvoiceContext[]>`
    select b.name as building, b.address, b.beneficiary, b.iban, b.language, a.number as apartment, coalesce((
             select json_agg(json_build_object('name', p.name, 'email', p.email, 'language', ${languageOfResident(db)}, 'since', r.since, 'until', ${lastOwnDay({ db, caller })}, 'role', r.role,
                                               'receivesInvoice', r.receives_invoice) order by r.since, p.name, p.id)
               from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
              where r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id and ${isOfResidency({ db, caller })}), '[]') as inhabitants
      from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id
           join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id
     where i.tenant_id = ${caller.tenantId} and i.id = ${invoiceId}`;
  return row;
}
