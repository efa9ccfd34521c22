// SQL of sender details: at most one row per organization.
import type { Scope } from '../platform/db/scope.ts';
import type { SenderDetails } from './model.ts';

export async function findSenderDetails({ db, caller }: Scope): Promise<SenderDetails | undefined> {
  const [row] = await db<SenderDetails[]>`
    select registration_number, vat_number, street, city, postal_code, country, email, phone, logo_id
      from sender_details where tenant_id = ${caller.tenantId}`;
  return row;
}

/** Locks the sender details against every other change; creates an empty row if there is none. */
export async function lockSenderDetails({ db, caller, now }: Scope, empty: SenderDetails): Promise<SenderDetails> {
  await db`
    insert into sender_details (tenant_id, country, updated_at) values (${caller.tenantId}, ${empty.country}, ${now}) on conflict (tenant_id) do nothing`;
  const [row] = await db<SenderDetails[]>`
    select registration_number, vat_number, street, city, postal_code, country, email, phone, logo_id
      from sender_details where tenant_id = ${caller.tenantId} for update`;
  return row ?? empty;
}

export async function saveSenderDetails({ db, caller, now }: Scope, senderDetails: SenderDetails): Promise<void> {
  const { registrationNumber, vatNumber, street, city, postalCode, country, email, phone, logoId } = senderDetails;
  await db`
    update sender_details
       set registration_number = ${registrationNumber}, vat_number = ${vatNumber}, street = ${street}, city = ${city}, postal_code = ${postalCode},
           country = ${country}, email = ${email}, phone = ${phone}, logo_id = ${logoId}, updated_at = ${now}
     where tenant_id = ${caller.tenantId}`;
}
