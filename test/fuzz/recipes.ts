// Recipes: what must happen before an operation can succeed, where the sample of the operation is not enough. Each plays its steps like any others.
import { password } from '../service-fixture.ts';
import type { Actor, Life } from './life.ts';
import type { Received } from './steps.ts';

/** What a recipe says about the request to come; the rest is chosen as usual. */
export type Prepared = {
  readonly actor?: Actor;
  readonly token?: string;
  readonly ids?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
};

export type Cook = {
  readonly life: Life;
  /** Plays a request of an actor, or with a token. */
  readonly ask: (operation: string, prepared: Prepared) => Promise<Received>;
  /** Plays the opening of the newest letter to an address; returns its token. */
  readonly openLetter: (to: string) => Promise<string>;
};

type Recipe = (cook: Cook) => Promise<Prepared>;

const ownPage = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
const accounts = ['EE382200221020145685', 'EE471000001020145685'];
let addresses = 0;

/** An address that nobody has. */
function anAddress(): string {
  addresses += 1;
  return `guest-${Date.now()}-${addresses}@example.org`;
}

const dataOf = (received: Received) => (received.body as { data?: Record<string, unknown> } | undefined)?.data ?? {};
const textIn = (received: Received, field: string) => String(dataOf(received)[field] ?? '');
const placeOf = ({ life }: Cook) => {
  const [place] = life.own.places;
  if (place === undefined) throw new Error('The life has no objects.');
  return place;
};

/** Signs the spare owner in, whose sessions may end. */
async function signInSpare(cook: Cook): Promise<{ accessToken: string; refreshToken: string }> {
  const body = { email: cook.life.values.get('spare.email'), password };
  const signedIn = await cook.ask('login', { body });
  return { accessToken: textIn(signedIn, 'accessToken'), refreshToken: textIn(signedIn, 'refreshToken') };
}

const asSpare: Recipe = async (cook) => ({ token: (await signInSpare(cook)).accessToken });

async function openConsole(
  cook: Cook,
  email = cook.life.values.get('spare.email'),
): Promise<{ headers: Record<string, string> }> {
  const signedIn = await cook.ask('beginConsoleSession', { headers: ownPage, body: { email, password } });
  return { headers: { ...ownPage, ...(signedIn.cookie === undefined ? {} : { cookie: signedIn.cookie }) } };
}

/** Makes a sample or test organization as the owner, and enters it; returns the access token there, confirmed. */
async function enterMade(cook: Cook, operation: 'makeSampleOrganization' | 'createTestOrganization'): Promise<string> {
  const tenantId = textIn(await cook.ask(operation, { actor: 'owner', body: {} }), 'id');
  const { headers } = await openConsole(cook, cook.life.values.get('owner.email'));
  const token = textIn(await cook.ask('enterOrganization', { headers, body: { tenantId } }), 'accessToken');
  await cook.ask('confirmIdentity', { token, body: { password } });
  return token;
}

const asTester: Recipe = async (cook) => ({ token: await enterMade(cook, 'createTestOrganization') });

async function invite(cook: Cook): Promise<{ token: string }> {
  const email = anAddress();
  const { apartments } = placeOf(cook);
  await cook.ask('createInvitation', { actor: 'owner', body: { email, apartmentId: apartments, role: 'resident' } });
  return { token: await cook.openLetter(email) };
}

/** Somebody new, who may leave or delete their account. */
const asGuest: Recipe = async (cook) => {
  const body = { ...(await invite(cook)), name: 'Mari Tamm', password };
  return { token: textIn(await cook.ask('acceptInvitation', { body }), 'accessToken') };
};

/** A resident without an apartment, whom an owner may erase. */
const forFormerResident: Recipe = async (cook) => {
  const made = await cook.ask('createResident', { actor: 'owner', body: { name: 'Mari Tamm' } });
  return { actor: 'owner', ids: { id: textIn(made, 'id') } };
};

/** An integrator changes the account of a new building, of which the owner gets a letter. */
async function changeAccount(cook: Cook): Promise<{ id: string; token: string }> {
  const [iban, changed] = accounts;
  const billing = { iban, beneficiary: 'KÜ Kase 12' };
  const building = await cook.ask('createBuilding', {
    actor: 'owner',
    body: { name: 'Uus', address: 'Uus 1', billing },
  });
  const id = textIn(building, 'id');
  await cook.ask('updateBuilding', { actor: 'managerKey', ids: { id }, body: { billing: { iban: changed } } });
  return { id, token: await cook.openLetter(cook.life.values.get('owner.email') ?? '') };
}

/** A new building with one apartment. */
async function build(cook: Cook): Promise<{ buildingId: string; apartmentId: string }> {
  const charges = [{ code: 'admin', name: 'Haldus', basis: 'fixed', unitPrice: 0.2539 }];
  const building = await cook.ask('createBuilding', {
    actor: 'owner',
    body: { name: 'Uus', address: 'Uus 1', billing: { charges } },
  });
  const buildingId = textIn(building, 'id');
  const apartment = await cook.ask('createApartment', {
    actor: 'owner',
    ids: { id: buildingId },
    body: { number: '1' },
  });
  return { buildingId, apartmentId: textIn(apartment, 'id') };
}

/** An invoice that nobody has paid. */
async function generate(cook: Cook): Promise<string> {
  const { buildingId } = await build(cook);
  const generated = await cook.ask('generateInvoices', { actor: 'owner', body: { buildingId } });
  const [invoice] = (dataOf(generated).invoices ?? []) as { invoiceId?: string }[];
  return invoice?.invoiceId ?? '';
}

/** A payment that is credit of an apartment. */
async function enterCredit(cook: Cook): Promise<string> {
  const { apartmentId } = await build(cook);
  const body = { apartmentId, amount: 10, paidOn: '2026-11-01', method: 'cash' };
  return textIn(await cook.ask('enterPayment', { actor: 'owner', body }), 'id');
}

/** Recipes by the name of the operation. */
export const recipes: Readonly<Record<string, Recipe>> = {
  login: async ({ life }) => ({ body: { email: life.values.get('spare.email'), password } }),
  refresh: async (cook) => ({ body: { refreshToken: (await signInSpare(cook)).refreshToken } }),
  logout: asSpare,
  endOtherSessions: asSpare,
  changePassword: async (cook) => ({
    ...(await asSpare(cook)),
    body: { currentPassword: password, newPassword: password },
  }),
  endOwnSession: async (cook) => {
    const { token = '' } = await asSpare(cook);
    const listed = await cook.ask('listOwnSessions', { token });
    const [first] = (listed.body as { data?: { id: string }[] } | undefined)?.data ?? [];
    return { token, ids: { id: first?.id ?? '' } };
  },
  beginConsoleSession: async ({ life }) => ({
    headers: ownPage,
    body: { email: life.values.get('spare.email'), password },
  }),
  adoptConsoleSession: async (cook) => ({
    headers: ownPage,
    body: { refreshToken: (await signInSpare(cook)).refreshToken },
  }),
  renewConsoleSession: openConsole,
  endConsoleSession: openConsole,
  enterOrganization: async (cook) => ({
    ...(await openConsole(cook)),
    body: { tenantId: cook.life.values.get('own.tenant') },
  }),
  redeemMagicLink: async (cook) => {
    const email = cook.life.values.get('spare.email') ?? '';
    await cook.ask('requestMagicLink', { body: { email } });
    return { body: { token: await cook.openLetter(email) } };
  },
  showInvitation: async (cook) => ({ body: await invite(cook) }),
  leaveOrganization: asGuest,
  deleteAccount: asGuest,
  confirmAddressChange: async (cook) => {
    const email = anAddress();
    await cook.ask('requestAddressChange', { ...(await asGuest(cook)), body: { email, password } });
    return { body: { token: await cook.openLetter(email) } };
  },
  previewErasure: forFormerResident,
  eraseResident: forFormerResident,
  acceptInvitation: async (cook) => ({ body: { ...(await invite(cook)), name: 'Mari Tamm', password } }),
  showAccountChange: async (cook) => ({ body: { token: (await changeAccount(cook)).token } }),
  undoAccountChange: async (cook) => ({ body: { token: (await changeAccount(cook)).token } }),
  confirmBuildingAccount: async (cook) => {
    const { id } = await changeAccount(cook);
    const state = dataOf(await cook.ask('getBuildingAccount', { actor: 'owner', ids: { id } }));
    const changeId = (state.unconfirmed as { id?: string } | undefined)?.id;
    return { actor: 'owner', ids: { id }, body: { changeId } };
  },
  makeSampleOrganization: async () => ({ actor: 'otherOwner', body: { language: 'et' } }),
  removeSampleOrganization: async (cook) => ({ token: await enterMade(cook, 'makeSampleOrganization') }),
  getTestOrganization: asTester,
  moveTestClock: asTester,
  resetTestOrganization: asTester,
  deleteTestOrganization: asTester,
  listTestMails: asTester,
  initiateBanklink: async (cook) => ({ actor: 'owner', body: { invoiceId: await generate(cook), bank: 'sandbox' } }),
  refundPayment: async (cook) => ({
    actor: 'owner',
    ids: { id: await enterCredit(cook) },
    body: { refundedOn: '2026-11-10' },
  }),
  matchPayment: async (cook) => ({
    actor: 'owner',
    ids: { id: await enterCredit(cook) },
    body: { invoiceId: await generate(cook) },
  }),
};
