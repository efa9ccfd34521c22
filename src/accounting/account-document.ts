// The account statement of an apartment as PDF.
import { readFileSync } from 'node:fs';
import { pdfRenderer } from '../invoicing/documents/render-pdf.ts';
import { type AppContext, type Caller, inTenant, type Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';
import { getApartment } from '../properties/apartments.ts';
import { getBuilding } from '../properties/buildings.ts';
import { getSender } from '../properties/sender-details.ts';
import { type AccountDocument, writeAccountPage } from './account-page.ts';
import { getApartmentAccount } from './receivables.ts';

/**
 * Which statement: the apartment, the days, and the language; by default this year, in the language of the building.
 */
type StatementRequest = {
  readonly buildingId: string;
  readonly apartmentId: string;
  readonly from?: Day;
  readonly to?: Day;
  readonly language?: Language;
};

let template: string | undefined;

/** Renders a statement. Throws NotFound, Invalid, Unavailable. */
export async function renderAccountStatement(
  app: AppContext,
  caller: Caller,
  request: StatementRequest,
): Promise<{ readonly bytes: Buffer; readonly document: AccountDocument }> {
  const document = await inTenant(app, caller, (scope) => getAccountDocument(scope, request), 'read only');
  template ??= readFileSync(new URL('./account-statement.typ', import.meta.url), 'utf8');
  return { bytes: Buffer.from(await pdfRenderer.renderPages(template, [writeAccountPage(document)])), document };
}

/** Everything that the statement shows. Throws NotFound, Invalid. */
export async function getAccountDocument(scope: Scope, request: StatementRequest): Promise<AccountDocument> {
  const { buildingId, apartmentId, language, ...range } = request;
  const { name: building, address, billing } = await getBuilding(scope, buildingId, 'ever');
  const apartment = await getApartment(scope, buildingId, apartmentId, 'ever');
  const account = await getApartmentAccount(scope, { buildingId, apartmentId }, range);
  const sender = await getSender(scope, buildingId);
  const town = [sender.postalCode, sender.city].filter(Boolean).join(' ');
  return {
    language: language ?? billing.language,
    organization: sender.name,
    building,
    test: scope.isTest,
    foot: [
      [sender.name, sender.registrationNumber, sender.vatNumber],
      [sender.street, town, sender.email, sender.phone],
    ].map((row) => row.filter(Boolean).join(' · ')),
    address,
    payee: { name: billing.beneficiary ?? sender.name, iban: billing.iban },
    reference: apartment.referenceNumber,
    account,
  };
}
