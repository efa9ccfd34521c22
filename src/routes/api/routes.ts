// Integration API: the operations in the order of the specification's headings. Nothing else is under the base path.
import type { Operation } from '../../http/operation.ts';
import { apartmentOperations } from './apartments.ts';
import { authOperations } from './auth.ts';
import { banklinkOperations } from './banklink.ts';
import { buildingOperations } from './buildings.ts';
import { invoiceOperations } from './invoices.ts';
import { meterOcrOperations } from './meter-ocr.ts';
import { meterOperations } from './meters.ts';
import { paymentOperations } from './payments.ts';
import { residentOperations } from './residents.ts';
import { webhookOperations } from './webhooks.ts';

export const apiOperations: readonly Operation[] = [
  ...authOperations,
  ...buildingOperations,
  ...apartmentOperations,
  ...invoiceOperations,
  ...meterOperations,
  ...meterOcrOperations,
  ...residentOperations,
  ...banklinkOperations,
  ...paymentOperations,
  ...webhookOperations,
];

/** The 33 operations of the specification. Paths without an operation here return 404. */
export const specifiedRoutes: readonly string[] = [
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /auth/logout',
  'POST /auth/magic-link',
  'GET /buildings',
  'POST /buildings',
  'GET /buildings/:id',
  'PATCH /buildings/:id',
  'DELETE /buildings/:id',
  'GET /buildings/:id/apartments',
  'POST /buildings/:id/apartments',
  'PATCH /buildings/:id/apartments/:aptId',
  'DELETE /buildings/:id/apartments/:aptId',
  'GET /invoices',
  'GET /invoices/:id',
  'POST /invoices/generate-bulk',
  'PATCH /invoices/:id',
  'POST /invoices/send-bulk',
  'GET /invoices/:id/pdf',
  'GET /meters',
  'POST /meters',
  'POST /meters/:id/readings',
  'POST /meters/ocr',
  'GET /residents',
  'POST /invitations',
  'GET /invitations',
  'DELETE /invitations/:id',
  'POST /payments/banklink',
  'GET /payments',
  'POST /bank-statements/import',
  'GET /webhooks',
  'POST /webhooks',
  'DELETE /webhooks/:id',
];
