// Browser test of access: opening the address of another role's screen, or of another organization's data, shows
// nothing of it.
import assert from 'node:assert/strict';
import { createBilledBuilding, generate } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency, type TestService } from '../service-fixture.ts';
import { type BrowserTest, goTo, openBrowserTests, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();
const ofOwners = ['members', 'api-keys', 'banks', 'security-log'];

/** Words that must not be visible, and the addresses where permitted people see them. */
type Secrets = { readonly words: readonly string[]; readonly addresses: readonly string[] };

visiting('a resident who types the addresses of the staff is shown nothing of theirs', async (building) => {
  const reported = await setUpBuilding(building.g);
  const { email, userId, token } = await aPerson(building.g, reported.tenantId, 'resident');
  await aResidency(building.g, reported.tenantId, userId, reported.apartments[0].id);
  const secrets = {
    words: [...reported.owners, ...reported.ofNeighbours],
    addresses: [...reported.staffAddresses, ...reported.ownerAddresses],
  };
  await refused(building, email, secrets);
  await refusedByTheDoor(building, token, [...ofOwners, 'overview', 'aging']);
});

visiting(
  'an accountant and a manager who enter an address of the owner’s pages see nothing of them',
  async (building) => {
    const reported = await setUpBuilding(building.g);
    const accountant = await aPerson(building.g, reported.tenantId, 'accountant');
    const manager = await aPerson(building.g, reported.tenantId, 'manager');
    const secrets = { words: reported.owners, addresses: reported.ownerAddresses };
    await refused(building, accountant.email, {
      words: [...secrets.words, ...reported.managers],
      addresses: reported.allAddresses,
    });
    await refused(building, manager.email, secrets);
    await refusedByTheDoor(building, accountant.token, [...ofOwners, 'maintenance-requests']);
    await refusedByTheDoor(building, manager.token, ofOwners);
  },
);

visiting('an owner who types the addresses of another organization is shown nothing of it', async (building) => {
  const reported = await setUpBuilding(building.g);
  const stranger = await anOrganization(building.g, 'KÜ Võõras');
  await refused(building, stranger.email, {
    words: [...reported.owners, ...reported.managers, ...reported.ofNeighbours],
    addresses: reported.allAddresses,
  });
});

visiting('whoever is not signed in is shown the way in at every address', async (building) => {
  const reported = await setUpBuilding(building.g);
  const nobody = await building.visitor();
  for (const address of reported.allAddresses) {
    await nobody.page.goto(`/console${address}`);
    await nobody.page.getByLabel('E-mail address').waitFor();
  }
  // Which providers a person may sign in at is for everybody to know.
  const answered = nobody.answers
    .filter(({ path }) => !path.endsWith('/session/providers'))
    .map(({ status }) => status);
  assert.ok(answered.length > 0 && answered.every((status) => status === 401), answered.join());
});

async function setUpBuilding(g: TestService) {
  const { tenantId, owner: as, email } = await anOrganization(g, 'KÜ Saladus');
  const { building, apartments } = await createBilledBuilding(g, as, { invoiceNumberPrefix: 'SALA-' });
  const made = async (path: string, body: object) => {
    const answer = await g.ask('POST', path, { as, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.data;
  };
  const member = await aPerson(g, tenantId, 'accountant');
  const endpoint = await made('/webhooks', { url: 'https://saladus.example/events', events: ['invoice.paid'] });
  await made('//console/api/api-keys', { name: 'Salavõti', role: 'manager' });
  await made('//console/api/residents', { name: 'Salme Naaber', email: 'salme@saladus.example' });
  const request = await made('//console/api/maintenance-requests', {
    apartmentId: apartments[1].id,
    title: 'Salatoru tilgub',
    description: 'Köögis',
  });
  const run = await generate(g, as, building.id);
  const theirs = run.data.invoices.filter(({ apartmentId }) => apartmentId !== apartments[0].id);
  const numbers = await Promise.all(
    theirs.map(async ({ invoiceId }) => String((await g.ask('GET', `/invoices/${invoiceId}`, { as })).data.number)),
  );
  const staffAddresses = [
    `/buildings/${building.id}`,
    ...['charges', 'bills', 'oneOffs', 'settings'].map((tab) => `/buildings/${building.id}?tab=${tab}`),
    '/invoices',
    '/invoices/generate',
    '/invoices/paper',
    `/buildings/${building.id}/correction?from=2026-10-01&to=2026-10-31`,
    `/invoices/${theirs[0]?.invoiceId}`,
    '/readings',
    '/readings?tab=missing',
    '/readings?tab=usage',
    '/payments',
    '/payments?tab=import',
    '/payments?tab=all',
    '/residents',
    '/residents?tab=invitations',
    '/requests',
    `/requests?request=${request.id}`,
    '/receivables',
    `/receivables/${building.id}/${apartments[1].id}`,
    '/settings/webhooks',
    `/webhooks/${endpoint.id}`,
  ];
  const ownerAddresses = ['members', 'keys', 'banks', 'security'].map((part) => `/settings/${part}`);
  return {
    tenantId,
    apartments,
    /** Words for the owner only. */
    owners: [member.email, 'Salavõti'],
    managers: ['saladus.example/events', 'Salatoru'],
    /** Words that a resident of the first apartment may not see. */
    ofNeighbours: ['saladus.example/events', 'Salatoru', 'Salme Naaber', email, ...numbers],
    staffAddresses,
    ownerAddresses,
    allAddresses: [...staffAddresses, ...ownerAddresses],
  };
}

/** Signs in, opens each address, and finds none of the words: neither on the page nor in any answer. */
async function refused(building: BrowserTest, email: string, { words, addresses }: Secrets): Promise<void> {
  const visitor = await building.visitor();
  await signIn(visitor, email);
  for (const address of addresses) {
    await goTo(visitor, `/console${address}`);
    const shown = await visitor.page.locator('body').innerText();
    for (const word of words) assert.ok(!shown.includes(word), `${address} shows ${word} to ${email}`);
  }
  for (const { path, text } of visitor.answers)
    for (const word of words) assert.ok(!text.includes(word), `${path} told ${word} to ${email}`);
}

/** What a screen hides, the API rejects as well. */
async function refusedByTheDoor({ g }: BrowserTest, as: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { status, text } = await g.ask('GET', `//console/api/${name}`, { as });
    assert.ok(status === 403 || status === 404, `${name}: ${status} ${text}`);
  }
}
