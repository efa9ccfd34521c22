// Console API: the signed-in person's own data: a file of everything, a new e-mail address, leaving an organization,
// and deleting the account.
import { contentDisposition } from '../../http/downloads.ts';
import type { OperationResponse } from '../../http/model.ts';
import { noContent, okResponse, operation, showsData, showsNothing, tagged } from '../../http/operation.ts';
import { Type } from '../../http/schemas.ts';
import { listOwnOrganizations } from '../../identity/organizations.ts';
import { confirmAddressChange, requestAddressChange } from '../../privacy/own-address.ts';
import { deleteAccount, leaveOrganization } from '../../privacy/own-organizations.ts';
import { exportOwnData, type PersonArchive } from '../../privacy/person-archive.ts';
import { EmailSchema } from '../api/token-bodies.ts';

const tag = 'Account';

/** A file of personal data: made while it is sent, and kept by nobody. */
export function archiveResponse({ fileName, open }: PersonArchive): OperationResponse {
  return {
    status: 200,
    body: open,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(fileName, 'attachment'),
      'cache-control': 'no-store',
    },
  };
}

const download = operation({
  name: 'downloadOwnData',
  route: 'GET /me/personal-data',
  summary: 'Download everything about oneself',
  description:
    'A ZIP file with a page to read (`index.html`, in the person’s language), the same as JSON (`data.json`), and the invoices and photos: of the account, and of every organization of the person. Names of others are left out, except on shared invoices.',
  permission: 'own:account',
  responses: { 200: { description: 'The file.', mediaType: 'application/zip', made: true } },
  openPoints: ['P-148'],
  handle: {
    prepare: ({ app }, caller) => exportOwnData(app, caller),
    run: async (_scope, _input, archive) => archiveResponse(archive),
  },
});

const changeAddress = operation({
  name: 'requestAddressChange',
  route: 'POST /me/email',
  summary: 'Ask for another e-mail address',
  description:
    'Sends a link to the new address, which works once and for 24 hours. Only then the account has the new address, and the previous one is told. A later request replaces an earlier one.',
  permission: 'own:account',
  rules: ['confirmed'],
  body: Type.Object({ email: EmailSchema }),
  responses: showsNothing('The link is being sent.'),
  errors: ['test_address_needed', 'rate_limited'],
  openPoints: ['P-151'],
  handle: async (scope, { body }) => {
    await requestAddressChange(scope, body.email);
    return noContent;
  },
});

const confirmAddress = operation({
  name: 'confirmAddressChange',
  route: 'POST /address-changes/confirm',
  summary: 'Confirm a new e-mail address by a link',
  description:
    'Uses the link. The person signs in with the new address from now on, and resident records that had the previous one get the new one, in every organization. 409: another account has the address.',
  permission: 'none',
  rules: ['always counted'],
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after #.' }),
  }),
  responses: showsData('Changed.', Type.Object({ email: Type.String() })),
  errors: ['invalid_link', 'already_exists'],
  openPoints: ['P-151'],
  handle: async ({ app }, { body, address }) =>
    okResponse(await confirmAddressChange(app, { token: body.token, address })),
});

const leave = operation({
  name: 'leaveOrganization',
  route: 'POST /me/leave',
  summary: 'Leave the organization',
  description:
    'Ends the caller’s access to this organization. Its records of an apartment and its people stay with it. Without another organization the account is deleted. The last owner cannot leave.',
  permission: 'own:account',
  rules: ['confirmed'],
  responses: showsNothing('Left.'),
  errors: ['last_owner'],
  openPoints: ['P-151'],
  handle: async (scope) => {
    await leaveOrganization(scope);
    return noContent;
  },
});

const remove = operation({
  name: 'deleteAccount',
  route: 'POST /me/delete',
  summary: 'Delete one’s own account',
  description:
    'Ends the access to every organization and deletes the account with its password, sessions and devices, all or nothing. What organizations have to keep, such as invoices, stays with them. Rejected for the last owner of an organization.',
  permission: 'own:account',
  rules: ['confirmed'],
  responses: showsNothing('Deleted.'),
  errors: ['last_owner'],
  openPoints: ['P-151'],
  handle: {
    prepare: ({ app }, caller) => listOwnOrganizations(app, caller),
    run: async (scope, _input, organizations) => {
      await deleteAccount(scope, organizations);
      return noContent;
    },
  },
});

export const ownDataOperations = tagged(tag, [download, changeAddress, confirmAddress, leave, remove]);
