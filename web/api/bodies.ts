// The types of bodies that several screens work with.
import type { ApiBody, CreatedBody, Schemas } from './client.ts';

export type ApartmentBody = Schemas['Apartment'];

export type InvoiceBody = ApiBody<'/invoices'>['data'][number];
export type InvoiceWithPositions = ApiBody<'/invoices/{id}'>['data'];

export type PaymentBody = ApiBody<'/payments'>['data'][number];
export type StatementImportBody = CreatedBody<'/bank-statements/import'>['data'];
