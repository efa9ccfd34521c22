// Browser test of a resident's evening with their phone: a reading by photo, an invoice paid at the bank, a fault
// reported; with checks of each screen.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { drawFace } from '../../demo/meter-faces.ts';
import { todayIn } from '../../web/parts/today.ts';
import { createBilledBuilding, createThreeMonths, generate, markSent } from '../billing-fixture.ts';
import { anOrganization, moveOut, type Thing } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import {
  type BrowserTest,
  becomes,
  checkScreen,
  goTo,
  openBrowserTests,
  settled,
  visitAsResident,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** A resident with three unpaid invoices, signed in. */
async function visitAsDebtor(fixture: BrowserTest) {
  const { g } = fixture;
  const { tenantId, owner: as } = await anOrganization(g);
  const { home, ids } = await createThreeMonths(g, as);
  return { g, tenantId, as, home, ids, ...(await visitAsResident(fixture, tenantId, home.id)) };
}

visiting('a resident enters a reading by photo and pays at the bank, and both arrive', async (fixture) => {
  const { g } = fixture;
  const { tenantId, owner: as } = await anOrganization(g, 'KÜ Kase 12');
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account, beneficiary: 'KÜ Kase 12' });
  const [home] = apartments;
  const body = { buildingId: building.id, apartmentId: home.id, type: 'cold_water', digits: 5, decimals: 3 };
  const meter = await g.ask('POST', '/meters', { as, body });
  const before = { value: 405, readAt: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) };
  const read = await g.ask('POST', `/meters/${meter.data.id}/readings`, { as, body: before });
  assert.equal(read.status, 201, read.text);
  const run = await generate(g, as, building.id);
  const { invoiceId = '' } = run.data.invoices.find(({ apartmentId }) => apartmentId === home.id) ?? {};
  await markSent(g, invoiceId);

  const { resident, page } = await visitAsResident(fixture, tenantId, home.id);
  await settled(resident);
  await checkScreen(resident);
  await page.getByRole('link', { name: 'Submit reading' }).click();
  await page.getByRole('heading', { name: 'Enter the digits' }).waitFor();
  const firstDigit = page.getByLabel('Digit 1 of 5');
  await firstDigit.fill('4');
  await becomes(() => page.evaluate('Object.keys(sessionStorage).some((key) => key.includes("own reading"))'), true);
  await page.reload();
  await becomes(() => firstDigit.inputValue(), '4');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await becomes(() => firstDigit.inputValue(), '');
  await typeDecimals(page);
  const photo = await drawFace({ digits: '00409550', decimals: 3, turned: 3, blur: 1, noise: 20 });
  await page.locator('input[type=file]').setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByText('4.550 m³ since the last reading').waitFor();
  await typeOver(page);
  const [shown, register] = await Promise.all([
    page.getByRole('img', { name: 'Meter photo' }).boundingBox(),
    page.locator('[data-register]').boundingBox(),
  ]);
  assert.ok(shown !== null && register !== null);
  assert.ok(register.x > shown.x && register.x + register.width < shown.x + shown.width, 'the register is framed');
  assert.ok(register.height < shown.height / 3, 'and nothing else');
  await checkScreen(resident);
  await page.getByRole('button', { name: 'Submit reading' }).click();
  await page.getByText('409.550 m³ is awaiting confirmation').waitFor();
  await page.getByRole('link', { name: 'Correct reading' }).click();
  await page.getByText(/^You submitted 409\.550 m³ on .* What you submit now replaces it\.$/).waitFor();
  await page.getByRole('button', { name: 'Correct the reading 409.550 m³' }).click();
  const correction = page.getByRole('dialog');
  await correction.getByText('The wrong reading stays in the list as “Replaced”.', { exact: true }).waitFor();
  assert.equal(await correction.locator('input[type=date]').count(), 0, 'no day is asked for');
  await page.keyboard.press('Escape');
  await checkScreen(resident);
  await page.getByLabel('Digit 1 of 5').focus();
  await page.keyboard.type('00409560');
  await page.getByRole('button', { name: 'Submit reading' }).click();
  await page.getByText('409.560 m³ is awaiting confirmation').waitFor();
  const readings = await g.ask<Thing>('GET', '//console/api/readings?status=submitted', { as });
  const replaced = (await g.ask('GET', `//console/api/readings/${readings.items[0]?.correctsId}`, { as })).data;
  assert.deepEqual(
    readings.items.map(({ value, source, photoId, readAt }) => [
      value,
      source,
      photoId,
      String(readAt) > String(replaced.readAt),
    ]),
    [[409.56, 'manual', null, true]],
    'the one that it replaces waits no more, and lends it neither photo nor time',
  );

  await page.getByRole('link', { name: 'Correct reading' }).click();
  await page.getByRole('button', { name: 'Correct the reading 409.560 m³' }).click();
  await correction.getByRole('textbox').fill('409.570');
  const reason = 'That is the neighbour’s meter.';
  const path = `//console/api/readings/${readings.items[0]?.id}/reject`;
  assert.equal((await g.ask('POST', path, { as, body: { reason } })).status, 200);
  await correction.getByRole('button', { name: 'Save' }).click();
  await correction.getByText('This reading was already rejected or corrected.').waitFor();
  assert.match(await correction.getByRole('textbox').inputValue(), /^409\.57/, 'what was typed stays');
  await page.keyboard.press('Escape');
  await goTo(resident, '/console/');
  await page.getByText(`409.560 m³ was rejected: ${reason}`).waitFor();
  await page.getByRole('link', { name: 'Submit reading' }).click();
  const listed = page.getByRole('table', { name: 'Readings' });
  await listed.getByText(reason).waitFor();
  await listed.getByText('Replaced', { exact: true }).waitFor();
  await settled(resident);
  await checkScreen(resident);
  await goTo(resident, '/console/');

  await page.getByRole('button', { name: 'Pay' }).click();
  const bank = page.getByRole('button', { name: 'Pay with Sandbox bank' });
  await bank.waitFor();
  await checkScreen(resident);
  await bank.click();
  await page.getByRole('heading', { name: 'Confirm the payment' }).waitFor();
  await page.locator('button[value=approve]').click();
  await page.getByRole('button', { name: 'Back to the merchant' }).click();
  await page.getByRole('link', { name: 'My home in Haldur' }).click();
  await page.getByText('All invoices are paid.').waitFor();
  await page.getByRole('heading', { name: 'Your payments' }).waitFor();
  await checkScreen(resident);
  await goTo(resident, `/console/invoices/${invoiceId}`);
  await page.getByText('Paid').first().waitFor();
  await page.getByRole('button', { name: 'Küte' }).click();
  await page.getByText('€1,000.01 × 50.0 m² / 100.0 m² = €500.005').waitFor();
  await checkScreen(resident);
  const history = page.getByText('Compared with before');
  assert.equal(await history.count(), 0, 'the first month has nothing to compare with');
  await goTo(resident, '/console/');
  await page.getByRole('link', { name: 'Invoices and payments' }).last().click();
  await page.getByRole('heading', { name: 'Invoices and payments' }).waitFor();
  await page
    .getByRole('link', { name: /^Invoice / })
    .and(page.locator(':visible'))
    .waitFor();
  await settled(resident);
  await checkScreen(resident);
  const paid = await g.ask('GET', `/invoices/${invoiceId}`, { as });
  assert.equal(paid.data.status, 'paid');
});

/** What the boxes of a register with five digits and three decimals hold, and the heading above them. */
async function register(page: Page): Promise<string> {
  const chars = await page.evaluate<string>(
    `[...document.querySelectorAll('main fieldset input')].map(({ value }) => value || '_').join('')`,
  );
  const heading = (await page.getByRole('heading', { name: /digits/ }).textContent()) ?? '';
  return `${heading}: ${chars.slice(0, 5)},${chars.slice(5)}`;
}

/** Types and pastes as people write numbers, then clears the boxes. */
async function typeDecimals(page: Page): Promise<void> {
  const boxes = page.locator('main fieldset input');
  const clear = async () => {
    for (const box of await boxes.all()) await box.fill('');
    await becomes(() => register(page), 'Enter the digits: _____,___');
    await boxes.first().focus();
  };
  await boxes.first().focus();
  for (const mark of ['.', ',']) {
    await page.keyboard.type(`264${mark}5`);
    await becomes(() => register(page), 'Enter the digits: 00264,5__');
    await clear();
    await page.keyboard.insertText(`264${mark}512`);
    await becomes(() => register(page), 'Check these digits: 00264,512');
    await clear();
  }
  await page.keyboard.type('264');
  const submit = page.getByRole('button', { name: 'Submit reading' });
  await submit.click();
  await becomes(() => register(page), 'Check these digits: 00264,000');
  await page.getByRole('alert').getByText('This is less than the reading before it').waitFor();
  await clear();
  await submit.click();
  await page.getByText('Fill in every box').waitFor();
}

/** Types over the digits that were read, 00409,550, and then those again. */
async function typeOver(page: Page): Promise<void> {
  const first = page.locator('main fieldset input').first();
  for (const [keys, expected] of [
    ['00042,500', 'Check these digits: 00042,500'],
    ['00042,5009', 'Check these digits: 00042,500'],
    ['42,,5', 'Enter the digits: 00042,5__'],
    ['00409.550', 'Check these digits: 00409,550'],
  ] as const) {
    await first.click();
    await page.keyboard.type(keys);
    await becomes(() => register(page), expected);
  }
}

visiting('a resident reports a fault with a photo, and reads their own account', async (building) => {
  const { g } = building;
  const { tenantId, owner: as } = await anOrganization(g);
  const { apartments } = await createBilledBuilding(g, as);
  const { resident, page } = await visitAsResident(building, tenantId, apartments[0].id);
  await goTo(resident, '/console/requests'); // The managers' page leads to their own.
  await becomes(async () => new URL(page.url()).pathname, '/console/own/requests');
  await checkScreen(resident);
  await page.getByRole('button', { name: 'Report a problem' }).first().click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('The tap drips');
  await page.getByRole('textbox', { name: 'Description' }).fill('In the kitchen, since Monday.');
  await page.locator('input[type=file]').setInputFiles({
    name: 'tap.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawFace({ digits: '00000001' }),
  });
  await checkScreen(resident);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Request submitted. The manager sees it now.').waitFor();
  await page.getByText('The tap drips').first().waitFor();
  await settled(resident);
  await checkScreen(resident);
  await page.getByText('The tap drips').first().click();
  const reply = page.getByRole('textbox', { name: 'Comment' });
  await reply.fill('And the sink is cracked.');
  await becomes(() => page.evaluate('Object.keys(sessionStorage).some((key) => key.includes("comment"))'), true);
  await page.reload();
  await becomes(() => reply.inputValue(), 'And the sink is cracked.');
  const { items } = await g.ask<Thing>('GET', '//console/api/maintenance-requests', { as });
  assert.deepEqual(
    items.map(({ title }) => title),
    ['The tap drips'],
  );
  await reply.fill('');
  const [{ id } = { id: '' }] = items;
  await g.ask('POST', `//console/api/maintenance-requests/${id}/comments`, { as, body: { text: 'On Tuesday.' } });
  await goTo(resident, '/console/');
  const news = page.locator('section', { hasText: 'The manager has answered' });
  await news.getByText('Answered', { exact: true }).waitFor();
  await checkScreen(resident);
  await news.getByRole('link', { name: 'The tap drips' }).click();
  await page.getByText('On Tuesday.').waitFor();
  await page.getByText('Answered', { exact: true }).waitFor();
  const waits = page.getByText('Waiting for an answer', { exact: true });
  assert.equal(await waits.count(), 0);
  await reply.fill('Tuesday suits me.');
  await page.getByRole('button', { name: 'Send' }).click();
  await waits.waitFor();
  await goTo(resident, '/console/');
  await page.getByText('Balance due').first().waitFor();
  assert.equal(await news.count(), 0, 'what was opened is no news');
  for (const address of ['', 'own/account', 'own/requests']) {
    await goTo(resident, `/console/${address}`);
    await settled(resident);
    const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sheets = text.match(/\/Type\s*\/Page\b/g)?.length;
    assert.equal(sheets, 1, address);
  }
  await goTo(resident, '/console/account');
  await checkScreen(resident);
});

visiting('a resident asks about a charge of an invoice; who to call in an emergency is named', async (building) => {
  const { g, as, home, ids, resident, page } = await visitAsDebtor(building);
  await g.ask('PATCH', '//console/api/letterhead', { as, body: { phone: '+372 5555 0112' } });
  const { data: invoice } = await g.ask('GET', `/invoices/${ids[2]}`, { as });
  await goTo(resident, `/console/invoices/${ids[2]}`);
  await page.getByRole('link', { name: 'Ask about this invoice' }).waitFor();
  await page.locator('main h3 button, main .mantine-Accordion-control').first().click();
  await page.locator('main svg text[class*=scale]', { hasText: '€' }).first().waitFor();
  await page.getByRole('link', { name: 'Ask about this charge' }).first().click();
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.waitFor();
  assert.match(await subject.inputValue(), new RegExp(`^Question about invoice ${invoice.number}: .`));
  assert.equal(await page.getByRole('radio').count(), 0, 'where it is is known');
  await checkScreen(resident);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/console/invoices/${ids[2]}`);
  await page.getByRole('link', { name: 'Ask about this invoice' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(`**/console/invoices/${ids[2]}`);
  await page.locator('main h3 button, main .mantine-Accordion-control').first().click();
  await page.getByRole('link', { name: 'Ask about this charge' }).first().click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Why is it more?');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Request submitted.').waitFor();
  const { items } = await g.ask<Thing>('GET', '//console/api/maintenance-requests', { as });
  assert.match(String(items[0]?.title), new RegExp(`${invoice.number}: `));
  assert.equal(items[0]?.apartmentId, home.id);
  await page.getByRole('button', { name: 'Report a problem' }).first().click();
  await page.getByRole('link', { name: 'Call +372 5555 0112' }).waitFor();
  assert.equal(await subject.inputValue(), '');
  await checkScreen(resident);
});

visiting('who chooses a language is told that e-mails come in it too, and can undo it', async (building) => {
  const { g } = building;
  const { userId, resident } = await visitAsDebtor(building);
  const { page } = resident;
  const kept = async () => (await g.owner`select language from users where id = ${userId}`)[0]?.language;
  const before = await kept();
  assert.notEqual(before, 'lt');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Lietuvių' }).click();
  await page.getByText('Dabar ir el. laiškus gausite lietuvių kalba.').waitFor();
  assert.equal(await kept(), 'lt');
  await page.getByRole('button', { name: 'Atšaukti' }).click();
  await page.getByRole('button', { name: 'Your account' }).waitFor();
  await becomes(kept, before);
});

visiting('a resident reads in words what is to be paid, and what was paid in advance', async (building) => {
  const { g } = building;
  const { as, home, resident } = await visitAsDebtor(building);
  const { page } = resident;
  await goTo(resident, '/console/own/account');
  const lead = page.getByRole('main').getByRole('status');
  await lead.getByText('Balance due €1,658.13', { exact: true }).waitFor();
  const pay = async (amount: number) => {
    const body = { apartmentId: home.id, amount, paidOn: todayIn(), method: 'cash' };
    assert.equal((await g.ask('POST', '//console/api/payments', { as, body })).status, 201);
    await goTo(resident, '/console/own/account');
  };
  await pay(1658.13);
  await lead.getByText('All invoices are paid.', { exact: true }).waitFor();
  await pay(12);
  await lead.getByText('Prepaid €12.00', { exact: true }).waitFor();
  const words = await page.getByRole('main').innerText();
  assert.doesNotMatch(words, /[-−]€?12\.00/, 'no balance has a sign');
  assert.equal(words.match(/Prepaid €12\.00/g)?.length, 3, 'the lead, the sum and the entry');
  await checkScreen(resident);
});

visiting('a resident sees on their invoice the earlier debt and the total, also after moving out', async (building) => {
  const { g, tenantId, home, ids, resident, page } = await visitAsDebtor(building);
  await goTo(resident, `/console/invoices/${ids[2]}`);
  for (const [name, value] of [
    ['Previous balance', '€1,105.42'],
    ['Total due', '€1,658.13'],
  ] as const)
    await page.locator('div', { hasText: name }).filter({ hasText: value }).last().waitFor();
  await checkScreen(resident);
  await goTo(resident, `/console/invoices/${ids[0]}`);
  await page.getByText('Balance due').first().waitFor();
  await becomes(() => page.getByText('Previous balance').count(), 0);

  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await moveOut(g, tenantId, home.id, yesterday);
  await goTo(resident, '/console/');
  await page.getByText('You no longer have an apartment here.').waitFor();
  await becomes(() => page.getByRole('heading', { name: 'Meters' }).count(), 0);
  await checkScreen(resident);
  await page.getByRole('link', { name: 'Invoices and payments' }).last().click();
  await page
    .getByRole('link', { name: /^Invoice / })
    .and(page.locator(':visible'))
    .first()
    .click();
  await page
    .getByText('Apartment', { exact: true })
    .locator('..')
    .locator('..')
    .getByText('1', { exact: true })
    .waitFor();
  await checkScreen(resident);
});
