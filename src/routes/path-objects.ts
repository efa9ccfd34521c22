// How the object that a path names is found: before a body is read or slow work begins, and before any fault of a
// request is reported, so that 404 comes first. Otherwise the command finds it by itself.

import { getHandOver } from '../handovers/undo-hand-over.ts';
import type { FindObject } from '../http/operation.ts';
import { getKey } from '../identity/api-keys.ts';
import { getMember } from '../identity/members.ts';
import { requireLinkedAccount } from '../identity/providers/linked-accounts.ts';
import { getFactor } from '../identity/second-factors.ts';
import { requireSignIn } from '../identity/sign-ins.ts';
import { getInvoice } from '../invoicing/invoices.ts';
import { getOneOff } from '../invoicing/one-off-charges.ts';
import { getKeptMail } from '../mail/test-mailbox.ts';
import { getRequest, getPhoto as getRequestPhoto } from '../maintenance/maintenance-requests.ts';
import { getMeter } from '../metering/meters.ts';
import { getPhoto as getReadingPhoto } from '../metering/reading-photos.ts';
import { getReading } from '../metering/readings.ts';
import { getBank } from '../payments/banklink/banks.ts';
import { getPayment } from '../payments/payments.ts';
import { getRefund } from '../payments/refunds.ts';
import { requireImportUnderWay } from '../payments/statements/import/import-progress.ts';
import { getProfile } from '../payments/statements/own-profiles.ts';
import { getReturn } from '../payments/statements/returns.ts';
import type { Scope } from '../platform/db/scope.ts';
import { getApartment } from '../properties/apartments.ts';
import { getBuilding } from '../properties/buildings.ts';
import { getPendingInvitation } from '../residents/invitations.ts';
import { getResident } from '../residents/residents.ts';
import { getDelivery } from '../webhooks/admin/manage-endpoints.ts';
import { getEndpoint } from '../webhooks/endpoints.ts';

const byId =
  (get: (scope: Scope, id: string) => Promise<unknown>): FindObject =>
  (scope, { id = '' }) =>
    get(scope, id);

/** How the object of each path is found. A longer path, such as `/invoices/:id/pdf`, is about the same object. */
export const pathObjects: Readonly<Record<string, FindObject>> = {
  '/api-keys/:id': byId(getKey),
  '/banks/:id': byId(getBank),
  '/buildings/:id': byId(getBuilding),
  '/buildings/:id/apartments/:aptId': (scope, { id = '', aptId = '' }) => getApartment(scope, id, aptId),
  '/buildings/:id/apartments/:aptId/account': (scope, { id = '', aptId = '' }) =>
    getApartment(scope, id, aptId, 'ever'),
  '/deliveries/:id': byId(getDelivery),
  '/hand-overs/:id': byId(getHandOver),
  '/invitations/:id': byId(getPendingInvitation),
  '/invoices/:id': byId(getInvoice),
  '/maintenance-requests/:id': byId(getRequest),
  '/maintenance-requests/:id/photos/:photoId': (scope, { id = '', photoId = '' }) =>
    getRequestPhoto(scope, id, photoId),
  '/me/linked-accounts/:id': byId(requireLinkedAccount),
  '/me/second-factors/:id': byId(getFactor),
  '/me/sessions/:id': byId(requireSignIn),
  '/members/:id': byId(getMember),
  '/meters/:id': byId(getMeter),
  '/one-offs/:id': byId(getOneOff),
  '/payment-returns/:id': byId(getReturn),
  '/payments/:id': byId(getPayment),
  '/readings/:id': byId(getReading),
  '/readings/:id/photo': byId(getReadingPhoto),
  '/refunds/:id': byId(getRefund),
  '/residents/:id': byId(getResident),
  '/residents/:id/residencies/:residencyId': (scope, { id = '', residencyId = '' }) =>
    getResident(scope, id, residencyId),
  '/statement-imports/:id': byId(requireImportUnderWay),
  '/statement-profiles/:id': byId(getProfile),
  '/test-mailbox/:id': byId(getKeptMail),
  '/webhooks/:id': byId(getEndpoint),
};
