// Recipes: what must happen before an operation can succeed, where the sample of the operation is not enough. Each
// plays its steps like any others.
import { Secret, TOTP } from 'otpauth';
import { password } from '../service-fixture.ts';
import { makeSoftwarePasskey } from '../software-passkey.ts';
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

type Cook = {
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

/** As the spare owner, who has just confirmed that it is them. */
async function asConfirmedSpare(cook: Cook): Promise<{ token: string }> {
  const { accessToken } = await signInSpare(cook);
  const confirmed = await cook.ask('confirmIdentity', { token: accessToken, body: { password } });
  return { token: textIn(confirmed, 'accessToken') };
}

async function openConsole(
  cook: Cook,
  email = cook.life.values.get('spare.email'),
): Promise<{ headers: Record<string, string> }> {
  const signedIn = await cook.ask('beginConsoleSession', { headers: ownPage, body: { email, password } });
  return { headers: { ...ownPage, ...(signedIn.cookie === undefined ? {} : { cookie: signedIn.cookie }) } };
}

/**
 * Enters the sample or test organization of the owner, which is made if there is none; returns the access token there,
 * confirmed.
 */
async function enterMade(cook: Cook, operation: 'makeSampleOrganization' | 'createTestOrganization'): Promise<string> {
  const made = await cook.ask(operation, { actor: 'owner', body: {} });
  const listed = await cook.ask('listOwnOrganizations', { actor: 'owner' });
  const others = (listed.body as { data?: { id: string; test: boolean }[] } | undefined)?.data ?? [];
  const tenantId = made.status === 201 ? textIn(made, 'id') : others.find(({ test }) => test)?.id;
  const { headers } = await openConsole(cook, cook.life.values.get('owner.email'));
  const token = textIn(await cook.ask('enterOrganization', { headers, body: { tenantId } }), 'accessToken');
  return textIn(await cook.ask('confirmIdentity', { token, body: { password } }), 'accessToken');
}

const asTester: Recipe = async (cook) => ({ token: await enterMade(cook, 'createTestOrganization') });

async function invite(cook: Cook): Promise<{ email: string; token: string }> {
  const email = anAddress();
  const { apartments } = placeOf(cook);
  await cook.ask('createInvitation', { actor: 'owner', body: { email, apartmentId: apartments, role: 'resident' } });
  return { email, token: await cook.openLetter(email) };
}

/** Somebody new, confirmed, who may leave or delete their account. */
async function signInGuest(cook: Cook): Promise<{ email: string; token: string }> {
  const { email, token: invitation } = await invite(cook);
  const body = { token: invitation, name: 'Mari Tamm', password };
  const token = textIn(await cook.ask('acceptInvitation', { body }), 'accessToken');
  const confirmed = await cook.ask('confirmIdentity', { token, body: { password } });
  return { email, token: textIn(confirmed, 'accessToken') };
}

const asGuest: Recipe = async (cook) => ({ token: (await signInGuest(cook)).token });

/** The code of this moment. If its 30 seconds are about to end, the clock moves on: each step takes a moment. */
function codeOf({ life }: Cook, secret: string): string {
  const { clock } = life.g;
  const left = 30_000 - (clock.now.getTime() % 30_000);
  if (left < 2000) clock.now = new Date(clock.now.getTime() + left);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() });
}

/** What a guest sends to add an authenticator app, with its first code. */
async function startApp(cook: Cook): Promise<{ email: string; token: string; secret: string; body: Prepared['body'] }> {
  const guest = await signInGuest(cook);
  const started = await cook.ask('startAuthenticatorApp', { token: guest.token });
  const secret = textIn(started, 'secret');
  const body = { token: textIn(started, 'token'), name: 'Telefon', oneTimeCode: codeOf(cook, secret) };
  return { ...guest, secret, body };
}

/** A guest with an authenticator app. */
async function addApp(cook: Cook): Promise<{ email: string; token: string; secret: string; id: string }> {
  const { body, ...guest } = await startApp(cook);
  const added = dataOf(await cook.ask('addAuthenticatorApp', { token: guest.token, body: body ?? {} }));
  return { ...guest, id: (added.factor as { id?: string } | undefined)?.id ?? '' };
}

const withApp: Recipe = async (cook) => {
  const { token, id } = await addApp(cook);
  return { token, ids: { id } };
};

type PasskeyOptions = { readonly challenge: string; readonly user: { readonly id: string } };

/**
 * What a guest sends to add a passkey; the key in software signs in later. The body is undefined if the service did not
 * start.
 */
async function startPasskey(cook: Cook) {
  const { token } = await signInGuest(cook);
  const started = dataOf(await cook.ask('startPasskey', { token }));
  const key = makeSoftwarePasskey(cook.life.g.app.config.publicUrl);
  const options = started.passkey as PasskeyOptions | undefined;
  const body = options && { token: started.token, name: 'Arvuti', passkey: key.create(options) };
  return { key, prepared: { token, ...(body === undefined ? {} : { body }) } };
}

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
  endOtherSessions: asConfirmedSpare,
  endMemberSessions: async (cook) => {
    const { token } = await signInGuest(cook);
    return { actor: 'owner', ids: { id: textIn(await cook.ask('getProfile', { token }), 'id') } };
  },
  confirmIdentity: async (cook) => ({ ...(await asSpare(cook)), body: { password } }),
  changePassword: async (cook) => ({
    ...(await asSpare(cook)),
    body: { currentPassword: password, newPassword: password },
  }),
  endOwnSession: async (cook) => {
    const { token } = await asConfirmedSpare(cook);
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
  showInvitation: async (cook) => ({ body: { token: (await invite(cook)).token } }),
  leaveOrganization: asGuest,
  deleteAccount: asGuest,
  confirmAddressChange: async (cook) => {
    const email = anAddress();
    await cook.ask('requestAddressChange', { ...(await asGuest(cook)), body: { email } });
    return { body: { token: await cook.openLetter(email) } };
  },
  previewErasure: forFormerResident,
  eraseResident: forFormerResident,
  acceptInvitation: async (cook) => ({
    body: { token: (await invite(cook)).token, name: 'Mari Tamm', password },
  }),
  addAuthenticatorApp: async (cook) => {
    const { token, body } = await startApp(cook);
    return { token, body: body ?? {} };
  },
  renameSecondFactor: withApp,
  removeSecondFactor: withApp,
  renewRecoveryCodes: withApp,
  answerSecondStep: async (cook) => {
    const { email, secret } = await addApp(cook);
    const asked = await cook.ask('beginConsoleSession', { headers: ownPage, body: { email, password } });
    cook.life.g.clock.now = new Date(cook.life.g.clock.now.getTime() + 30_000); // A code works once.
    return { headers: ownPage, body: { token: textIn(asked, 'token'), oneTimeCode: codeOf(cook, secret) } };
  },
  startPasskey: asGuest,
  addPasskey: async (cook) => (await startPasskey(cook)).prepared,
  startPasskeySignIn: async () => ({ headers: ownPage }),
  signInByPasskey: async (cook) => {
    const { key, prepared } = await startPasskey(cook);
    await cook.ask('addPasskey', prepared);
    const asked = dataOf(await cook.ask('startPasskeySignIn', { headers: ownPage }));
    const options = asked.passkey as PasskeyOptions | undefined;
    const body = options && { token: asked.token, passkey: key.use(options) };
    return { headers: ownPage, ...(body === undefined ? {} : { body }) };
  },
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
  getLogo: async (cook) => {
    await cook.ask('sendLogo', { actor: 'owner' });
    return { actor: 'owner' };
  },
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
