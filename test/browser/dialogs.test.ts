// Browser test of dialogs and pages outside the console: the payment page, the sandbox bank, the pages that e-mails
// link to, and the API reference. Each is checked like the screens.
import assert from 'node:assert/strict';
import { findLink } from '../../demo/read-emails.ts';
import { initiatePayment } from '../banklink-fixture.ts';
import { createBilledBuilding, generate, markSent } from '../billing-fixture.ts';
import { anOrganization, tokenOf } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import {
  type BrowserTest,
  becomes,
  checkScreen,
  choose,
  goTo,
  openBrowserTests,
  settled,
  signIn,
  type Visitor,
  visitBilledBuilding,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();
/** The address that a payer came from. */
const returnUrl = 'https://kodu.example/arved';

/** An owner with a building whose month is sent. */
async function aSentMonth(fixture: BrowserTest) {
  const { g } = fixture;
  const organization = await anOrganization(g, 'KÜ Kase 12');
  const { owner: as } = organization;
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account, beneficiary: 'KÜ Kase 12' });
  const run = await generate(g, as, building.id);
  const invoices = run.data.invoices.map(({ invoiceId = '' }) => invoiceId);
  for (const id of invoices) await markSent(g, id);
  const owner = await fixture.visitor();
  await signIn(owner, organization.email);
  return { ...organization, building, apartments, invoices, owner, page: owner.page };
}

/** Clicks a button that opens something, checks it, and closes it by keyboard: the focus returns. */
async function lookAtDialog(visitor: Visitor, opener: string | RegExp, fill?: () => Promise<void>): Promise<void> {
  const { page } = visitor;
  const button = page.getByRole('button', { name: opener }).first();
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await fill?.();
  await checkScreen(visitor);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button.and(page.locator(':focus')).waitFor();
}

visiting(
  'the dialogs of an invoice can be read and left by the keyboard, and a credit is shown with its history',
  async (building) => {
    const { owner, page, invoices } = await aSentMonth(building);
    await goTo(owner, `/console/invoices/${invoices[0]}`);
    await lookAtDialog(owner, 'Mark as paid');
    await lookAtDialog(owner, 'Cancel invoice');
    await page.getByRole('button', { name: 'Create credit note' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await checkScreen(owner);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Billed by mistake');
    await dialog.getByRole('button', { name: 'Create credit note' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Credit note').first().waitFor();
    await settled(owner);
    await checkScreen(owner);
    await goTo(owner, `/console/invoices/${invoices[0]}`);
    await page.getByText('History').waitFor();
    await checkScreen(owner);
  },
);

visiting('the suppliers’ bills and the dialogs of buildings, people and settings can be read', async (fixture) => {
  const { owner, page, building, email } = await aSentMonth(fixture);
  await goTo(owner, `/console/buildings/${building.id}?tab=bills`);
  await checkScreen(owner);
  await goTo(owner, `/console/buildings/${building.id}`);
  await lookAtDialog(owner, 'Add apartment');
  await goTo(owner, '/console/residents?tab=invitations');
  await lookAtDialog(owner, 'Invite');
  await goTo(owner, '/console/settings/organization');
  await page.getByRole('textbox', { name: 'VAT number' }).fill('EE1');
  await page.getByRole('textbox', { name: 'Registration number' }).fill('80123456');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.getByText('Invalid.').first().waitFor();
  await checkScreen(owner);
  await goTo(owner, '/console/settings/keys');
  await lookAtDialog(owner, 'Create API key');
  await goTo(owner, '/console/settings/webhooks');
  await lookAtDialog(owner, 'Add endpoint');
  const as = await tokenOf(fixture.g, email);
  const hook = { url: 'https://example.org/hook', events: ['invoice.paid'], buildingIds: [building.id] };
  const endpoint = await fixture.g.ask('POST', '/webhooks', { as, body: hook });
  await goTo(owner, `/console/webhooks/${endpoint.data.id}`);
  await lookAtDialog(owner, 'Edit');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'URL' }).fill('https://example.org/new-hook');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('https://example.org/new-hook').waitFor();
  await page.getByText(`Buildings: ${building.name}`).waitFor();
  await goTo(owner, '/console/settings/banks');
  await lookAtDialog(owner, 'Add bank', async () => choose(page.getByRole('dialog'), 'Type', 'Montonio'));
  await goTo(owner, '/console/requests');
  await lookAtDialog(owner, 'New request');
  await goTo(owner, '/console/');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await checkScreen(owner);
});

visiting('the pages of a payment and of the sandbox bank can be read, whatever comes of it', async (building) => {
  const { g } = building;
  const { owner, page, invoices, email } = await aSentMonth(building);
  const as = await tokenOf(g, email);
  const begun = async (invoiceId = '') =>
    (await initiatePayment(g, as, { invoiceId, bank: 'sandbox', returnUrl })).payUrl;
  const [paid = '', open = ''] = [await begun(invoices[0]), await begun(invoices[1])];
  await page.goto(paid);
  await checkScreen(owner);
  await page.getByRole('button', { name: /Sandbox bank/ }).click();
  await page.getByRole('heading', { name: 'Confirm the payment' }).waitFor();
  await checkScreen(owner);
  await page.locator('button[value=decline]').click();
  await checkScreen(owner);
  await page.getByRole('button', { name: 'Back to the merchant' }).click();
  await checkScreen(owner);
  await page.getByRole('button', { name: /Sandbox bank/ }).click();
  await page.locator('button[value=approve]').click();
  await checkScreen(owner);
  await page.getByRole('button', { name: 'Back to the merchant' }).click();
  await page.locator('h1.good').waitFor();
  await checkScreen(owner);
  await g.ask('PATCH', `/invoices/${invoices[1]}`, { as, body: { status: 'cancelled' } });
  await page.goto(open);
  await checkScreen(owner);
});

visiting('the documents and the reference can be read', async (building) => {
  const reader = await building.visitor();
  for (const address of [
    '/docs',
    '/docs/quickstart',
    '/docs/webhooks',
    '/docs/field-codes',
    '/docs/open-points',
    '/docs/search?q=retry',
    '/docs/errors',
    '/docs/errors/reading_below_previous',
    '/docs/reference/',
  ]) {
    await reader.page.goto(address);
    await reader.page.getByRole('heading', { level: 1 }).first().waitFor();
    await reader.page.waitForLoadState('networkidle');
    await checkScreen(reader);
  }
});

visiting('the pages that letters lead to can be read also when their links are of no use', async (building) => {
  const { email } = await anOrganization(building.g, 'KÜ Kiri');
  const nobody = await building.visitor();
  const { page } = nobody;
  for (const name of ['magic-link', 'invitation', 'magic-link#hml_nonsense', 'invitation#hin_nonsense']) {
    await page.goto(`/console/${name}`);
    await page.getByRole('status').or(page.getByRole('button')).first().waitFor();
    await checkScreen(nobody);
  }
  await building.g.ask('POST', '/auth/magic-link', { body: { email } });
  await page.goto(findLink(await building.letters.find(email, '/console/magic-link#')).href);
  await page.getByRole('button').waitFor();
  await checkScreen(nobody);
});

visiting(
  'an empty or wrong field says so below it, in the words of the console, until it is mended',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email } = await anOrganization(g);
    await createBilledBuilding(g, as);
    const owner = await fixture.visitor();
    const { page } = owner;
    const required = page.getByText('Required.', { exact: true });
    await page.goto('/console/');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await required.waitFor();
    await page.getByRole('textbox', { name: 'E-mail address' }).and(page.locator(':focus')).fill('mari@');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Not a valid e-mail address.', { exact: true }).waitFor();
    await becomes(() => required.count(), 0);
    await page.reload();
    await signIn(owner, email);
    await goTo(owner, '/console/requests');
    await page.getByRole('button', { name: 'New request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await becomes(() => required.count(), 2);
    const subject = dialog.getByRole('textbox', { name: 'Subject' }).and(page.locator('[aria-invalid=true]:focus'));
    await subject.waitFor();
    await checkScreen(owner);
    await page.keyboard.type('The tap drips');
    await becomes(() => required.count(), 1);
    await becomes(
      () => page.locator('[aria-invalid=true], [data-error]').count(),
      2,
      'the description, and what frames it',
    );
    const { items } = await g.ask('GET', '//console/api/maintenance-requests', { as });
    assert.deepEqual(items, [], 'nothing was sent');
  },
);

visiting('what was written and not saved is left only by who says so', async (fixture) => {
  const { building, owner, page } = await visitBilledBuilding(fixture);
  await goTo(owner, `/console/buildings/${building.id}?tab=charges`);
  const name = page.getByRole('textbox', { name: 'Name' }).first();
  await name.fill('Care of the house');
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
  for (const way of [
    page.getByRole('link', { name: 'Invoices', exact: true }),
    page.getByRole('tab', { name: 'Settings' }),
  ]) {
    await way.click();
    await dialog.waitFor();
    await checkScreen(owner);
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await becomes(() => name.inputValue(), 'Care of the house');
  }
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await name.waitFor({ state: 'hidden' });
  await goTo(owner, `/console/buildings/${building.id}?tab=charges`);
  await becomes(() => name.inputValue(), 'Hooldus');
  await name.fill('Care');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor();
});
