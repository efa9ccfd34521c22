// Console API: the bank account of a building's invoices. Changes need a confirmation that it is the person, and an
// owner's; an e-mailed link undoes them.

import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { callerKinds } from '../../platform/db/scope.ts';
import { confirmAccount, getAccount, showLinkedChange, undoByLink } from '../../properties/bank-account-changes.ts';
import { updateBuilding } from '../../properties/buildings.ts';

const tag = 'Accounts';
const openPoints = ['P-64'];
const account = {
  iban: Nullable(Type.String({ minLength: 5, maxLength: 42, examples: ['EE382200221020145685'] })),
  beneficiary: Nullable(Text(140, { examples: ['KÜ Kase 12'] })),
};
const AccountBody = Type.Object({ iban: Nullable(Type.String()), beneficiary: Nullable(Type.String()) });
const change = {
  changedAt: Instant,
  actor: Type.Object({ kind: OneOf(callerKinds), name: Nullable(Type.String()) }),
  before: AccountBody,
  after: AccountBody,
};
const StateBody = Type.Object({
  iban: Nullable(Type.String()),
  beneficiary: Nullable(Type.String()),
  unconfirmed: Type.Union([Type.Object({ id: Id, ...change }), Type.Null()], {
    description: 'The change that is not confirmed by an owner yet.',
  }),
});

const get = operation({
  name: 'getBuildingAccount',
  route: 'GET /buildings/:id/account',
  summary: 'Fetch the account of a building',
  description: 'The account that its invoices are paid to, and the change not confirmed by an owner yet.',
  permission: 'books:read',
  responses: showsData('The account.', StateBody),
  openPoints,
  handle: async (scope, { params: { id = '' } }) => okResponse(await getAccount(scope, id)),
});

const update = operation({
  name: 'changeBuildingAccount',
  route: 'PATCH /buildings/:id/account',
  summary: 'Change the account of a building',
  description:
    'If the signed-in person is an owner, the account counts as confirmed. Every owner gets an e-mail with a link that restores the former account within seven days.',
  permission: 'accounts:change',
  rules: ['confirmed'],
  body: Type.Object({ billing: Type.Partial(Type.Object(account)) }),
  responses: showsData('The updated account.', StateBody),
  openPoints: [...openPoints, 'P-132'],
  handle: async (scope, { params: { id = '' }, body: { billing } }) => {
    const { iban, beneficiary } = billing;
    const written = { ...(iban !== undefined && { iban }), ...(beneficiary !== undefined && { beneficiary }) };
    await updateBuilding(scope, id, { billing: written }, { confirmed: scope.caller.role === 'owner' });
    return okResponse(await getAccount(scope, id));
  },
});

const confirm = operation({
  name: 'confirmBuildingAccount',
  route: 'POST /buildings/:id/account/confirm',
  summary: 'Confirm a changed account',
  description: 'By an owner. `changeId` identifies the change that the owner reviewed.',
  permission: 'organization:manage',
  rules: ['confirmed'],
  body: Type.Object({ changeId: Id }),
  responses: showsData('The account, confirmed.', StateBody),
  errors: ['account_changed_again'],
  openPoints: [...openPoints, 'P-132'],
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await confirmAccount(scope, id, body.changeId)),
});

const token = Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after #.' });
const linked = {
  organization: Type.String(),
  building: Nullable(Type.String()),
  ...change,
  state: OneOf(['open', 'undone', 'changed_again', 'late', 'building_deleted'], {
    description: 'open: it can be undone. Otherwise the reason why not; late: the seven days are over.',
  }),
};

const show = operation({
  name: 'showAccountChange',
  route: 'POST /account-changes/show',
  summary: 'Preview the change that a link undoes',
  description: 'For the holder of the link in an owner’s e-mail. This does not use the link.',
  permission: 'none',
  rules: ['always counted'],
  body: Type.Object({ token }),
  responses: showsData('The change.', Type.Object(linked)),
  errors: ['invalid_link'],
  openPoints,
  handle: async ({ app }, { body }) => okResponse(await showLinkedChange(app, body.token)),
});

const undo = operation({
  name: 'undoAccountChange',
  route: 'POST /account-changes/undo',
  summary: 'Restore the account from before a change',
  description:
    'Works once, within seven days, while the building still has the changed account; `restored` and `state` report the result. Every owner is notified.',
  permission: 'none',
  rules: ['always counted'],
  body: Type.Object({ token }),
  responses: showsData('What happened.', Type.Object({ ...linked, restored: Type.Boolean() })),
  errors: ['invalid_link'],
  openPoints,
  handle: async ({ app }, { body, address }) => okResponse(await undoByLink(app, body.token, address)),
});

export const buildingAccountOperations = tagged(tag, [get, update, confirm, show, undo]);
