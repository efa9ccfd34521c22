// Browser test of a manager's first month, from an empty service to a month with all payments matched, with checks of
// each screen.
import assert from 'node:assert/strict';
import { firstStartLink } from '../../src/identity/organizations.ts';
import { password, type Thing, tokenOf } from '../service-fixture.ts';
import { account, camt } from '../statement-samples.ts';
import {
  type BrowserTest,
  checkScreen,
  choose,
  goTo,
  openBrowserTests,
  settled,
  type Visitor,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();
const email = 'kai@kase12.example';
const resident = { name: 'Mari Tamm', email: 'mari@kase12.example' };
const today = new Date();
const day = (month: number, date: number) =>
  new Date(Date.UTC(today.getFullYear(), today.getMonth() + month, date)).toISOString().slice(0, 10);
/** The previous month. */
const period = { eve: day(-1, 0), start: day(-1, 1), end: day(0, 0) };

visiting('a new service comes to an invoiced and reconciled month by clicks alone', async (building) => {
  const manager = await building.visitor();
  await begin(building, manager);
  await addBuilding(manager);
  await pasteApartments(manager);
  await agreeOnCharges(manager);
  await sayWhereToPay(manager);
  await addResident(manager);
  await readMeter(manager);
  await makeInvoices(manager);
  await sendInvoices(building, manager);
  await reconcile(building, manager);
});

/** With the link that the service prints. */
async function begin({ g }: BrowserTest, visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const link = await firstStartLink(g.app);
  assert.ok(link !== undefined);
  await page.goto(link);
  const create = page.getByRole('button', { name: 'Create organization' });
  await create.waitFor();
  await checkScreen(visitor);
  await page.getByRole('textbox', { name: 'Organization name' }).fill('KÜ Kase 12');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Kai Kask');
  await page.getByRole('textbox', { name: 'Your e-mail address' }).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await create.click();
  await page.getByText('Welcome, Kai Kask').waitFor();
  await settled(visitor);
  await checkScreen(visitor);
  assert.equal(await firstStartLink(g.app), undefined);
}

async function addBuilding(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('link', { name: 'Buildings' }).click();
  await settled(visitor);
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Add building' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kase 12');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('Kase 12, 10612 Tallinn');
  await checkScreen(visitor);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('heading', { name: 'Kase 12', level: 1 }).waitFor();
}

async function pasteApartments(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'Apartments' }).click();
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  const dialog = page.getByRole('dialog');
  const rows = dialog.getByRole('textbox', { name: 'Rows' });
  await rows.fill('1\t1\tfifty');
  await dialog.getByRole('alert').getByText('Line 1').waitFor();
  await rows.fill('number\tarea\tfloor\n1\t50,5\t1\n2\t30\t1\n');
  await dialog.getByText('2 new').waitFor();
  await checkScreen(visitor);
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('table', { name: 'Apartments' }).getByText('50.5').waitFor();
  await checkScreen(visitor);
}

async function agreeOnCharges(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'Charges' }).click();
  await writeCharge(visitor, 'Upkeep', '0.8');
  await writeCharge(visitor, 'Water', '2');
  const water = page.getByRole('row').last();
  await choose(water, 'Allocated by', 'Apartment meter');
  await settled(visitor);
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
}

async function writeCharge({ page }: Visitor, name: string, price: string): Promise<void> {
  await page.getByRole('button', { name: 'Add charge' }).click();
  const row = page.getByRole('row').last();
  await row.getByRole('textbox', { name: 'Name' }).fill(name);
  await row.getByRole('textbox', { name: 'Unit price' }).fill(price);
}

async function sayWhereToPay(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Beneficiary' }).fill('KÜ Kase 12');
  await page.getByRole('textbox', { name: 'Account (IBAN)' }).fill(account);
  await checkScreen(visitor);
  const form = page.locator('form').filter({ has: page.getByLabel('Beneficiary') });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Bank account changed.').waitFor();
}

async function addResident(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await goTo(visitor, '/console/residents');
  await page.getByRole('button', { name: 'Add resident' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(resident.name);
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(resident.email);
  await choose(dialog, 'Apartment', '1');
  await dialog.getByLabel('First day').fill(period.eve);
  await checkScreen(visitor);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('table', { name: 'Residents' }).getByText(resident.name).waitFor();
  await checkScreen(visitor);
  for (const tab of ['invitations', 'import']) {
    await goTo(visitor, `/console/residents?tab=${tab}`);
    await checkScreen(visitor);
  }
}

async function readMeter(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  for (const number of ['1', '2']) {
    await goTo(visitor, '/console/readings?tab=meters');
    await page.getByRole('button', { name: 'Add meter' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Apartment meter' }).check();
    await choose(dialog, 'Apartment', number);
    await choose(dialog, 'Type', 'Cold water');
    await dialog.getByRole('textbox', { name: 'Initial reading' }).fill('100');
    await dialog.getByLabel('Installed on').fill(period.eve);
    await checkScreen(visitor);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('table', { name: 'Meters' }).getByRole('link', { name: number, exact: true }).click();
    await page.getByRole('heading', { name: `Cold water, Apartment ${number}` }).waitFor();
    await page.getByRole('textbox', { name: 'Reading' }).fill('104.5');
    await page.getByLabel('Read on').fill(period.end);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Reading saved.').waitFor();
    await settled(visitor);
    await checkScreen(visitor);
  }
  for (const tab of ['confirm', 'missing', 'meters']) {
    await goTo(visitor, `/console/readings?tab=${tab}`);
    await checkScreen(visitor);
  }
}

async function makeInvoices(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.getByRole('link', { name: 'Generate invoices' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  const make = page.getByRole('button', { name: 'Create 2 drafts' });
  await make.waitFor();
  await settled(visitor);
  await checkScreen(visitor);
  await make.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create 2 drafts' }).click();
  await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor();
  await settled(visitor);
  await checkScreen(visitor);
}

async function sendInvoices(building: BrowserTest, visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Send all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 2 invoices' }).click();
  await page.getByText(/being sent/).waitFor();
  const letter = await building.letters.find(resident.email, '49');
  assert.match(letter.attachments.join(), /\.pdf/);
  await goTo(visitor, '/console/invoices/paper');
  await page.getByRole('button', { name: /^Mark as delivered: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click();
  await page.getByText('1 invoice marked as delivered.').waitFor();
  await goTo(visitor, '/console/invoices');
  await page.getByRole('table', { name: 'Invoices' }).getByRole('row').last().getByRole('link').first().click();
  await page.getByRole('button', { name: /^Upkeep/ }).click();
  await page.getByText('50.5 m²').last().waitFor();
  await settled(visitor);
  await checkScreen(visitor);
}

/** One payer uses the reference, the other only their name. */
async function reconcile({ g }: BrowserTest, visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const { items } = await g.ask<Thing>('GET', '/invoices?sort=amount', { as: await tokenOf(g, email) });
  const [small, large] = items;
  const sums = [small, large].map((item) => Number(item?.amount).toFixed(2));
  assert.deepEqual(sums, ['33.00', '49.40']);
  const file = camt([
    { amount: '33.00', day: day(0, today.getDate()), reference: String(small?.reference), payer: 'Rein Mets' },
    { amount: '49.40', day: day(0, today.getDate()), payer: resident.name, text: 'korteri eest' },
  ]);
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('tab', { name: 'Import statement' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(file) });
  const bring = page.getByRole('button', { name: 'Import 2 entries' });
  await bring.waitFor();
  await settled(visitor);
  await checkScreen(visitor);
  await bring.click();
  await page.getByRole('heading', { name: '1 unmatched payment' }).waitFor();
  const pay = page.getByRole('button', { name: 'Match €49.40' });
  await pay.waitFor();
  await checkScreen(visitor);
  await pay.click();
  await page.getByText('No unmatched payments.').waitFor();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('Nothing waits for a decision.').waitFor();
  await settled(visitor);
  await checkScreen(visitor);
  const paid = await g.ask<Thing>('GET', '/invoices?status=paid', { as: await tokenOf(g, email) });
  assert.equal(paid.items.length, 2);
}
