// The types of payments in the API.
import type { ApiBody, CreatedBody } from '../../api/client.ts';

export type PaymentBody = ApiBody<'/payments'>['data'][number];
export type StatementImportBody = CreatedBody<'/bank-statements/import'>['data'];
