// Browser test of a resident with a phone: a photo that cannot be read is sent with the typed digits, and notifications
// never cover a button.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { drawFace } from '../../demo/meter-faces.ts';
import { findLink } from '../../demo/read-emails.ts';
import { addDays } from '../../src/platform/values/dates.ts';
import { todayIn } from '../../web/parts/today.ts';
import { createBilledBuilding, generate } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency, type Thing } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import {
  type BrowserTest,
  becomes,
  checkScreen,
  openBrowserTests,
  settled,
  type Visitor,
  visitAsResident,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();

const phone = { width: 390, height: 844 };

/** A resident with a water meter, at the page of its reading, on a phone. */
async function openReading(
  fixture: BrowserTest,
  /** What it showed, and how many days ago. */
  earlier: readonly (readonly [value: number, daysAgo: number])[] = [],
  decimals = 0,
): Promise<{ resident: Visitor; page: Page; as: string }> {
  const { g } = fixture;
  const { tenantId, owner: as } = await anOrganization(g);
  await g.ask('PATCH', '//console/api/letterhead', { as, body: { phone: '+372 5555 1234' } });
  const { building, apartments } = await createBilledBuilding(g, as);
  const [home] = apartments;
  const body = { buildingId: building.id, apartmentId: home.id, type: 'cold_water', digits: 5, decimals };
  const meter = await g.ask<Thing>('POST', '/meters', { as, body });
  for (const [value, daysAgo] of earlier) {
    const read = { value, readAt: addDays(todayIn(), -daysAgo) };
    assert.equal((await g.ask('POST', `/meters/${meter.data.id}/readings`, { as, body: read })).status, 201);
  }
  const { resident, page } = await visitAsResident(fixture, tenantId, home.id);
  await page.setViewportSize(phone);
  await settled(resident);
  await page.getByRole('link', { name: 'Submit reading' }).click();
  await page.getByRole('heading', { name: 'Enter the digits' }).waitFor();
  return { resident, page, as };
}

async function takePhoto(page: Page): Promise<void> {
  const buffer = await drawFace({ digits: '00123', decimals: 0 });
  await page.locator('input[type=file]').setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer });
}

visiting('a photo whose reading fails is kept, and sent along with the digits that were typed', async (fixture) => {
  const { resident, page, as } = await openReading(fixture);
  const { g } = fixture;
  await page.route('**/api/meters/ocr*', (route) => route.abort('timedout'));
  await takePhoto(page);
  await page.getByText('The photo couldn’t be read right now. It is kept').waitFor();
  await page.getByRole('img', { name: 'Meter photo' }).waitFor();
  await page.getByRole('button', { name: 'Read photo again' }).waitFor();
  await checkScreen(resident);
  await page.setViewportSize(phone);
  await page.getByLabel('Digit 1 of 5').focus();
  await page.keyboard.type('00124');
  await page.getByRole('button', { name: 'Submit reading' }).press('Enter');
  await page.getByText('124 m³ is awaiting confirmation').waitFor();
  const { items } = await g.ask<Thing>('GET', '//console/api/readings?status=submitted', { as });
  assert.deepEqual(
    items.map(({ value, source, photoId }) => [value, source, typeof photoId]),
    [[124, 'photo', 'string']],
  );
});

visiting('that zeros were added is a note, which goes with the next digit that is typed', async (fixture) => {
  const { page } = await openReading(fixture);
  await page.getByLabel('Digit 1 of 5').focus();
  await page.keyboard.type('124');
  await page.getByRole('button', { name: 'Submit reading' }).click();
  const note = page.getByRole('status').getByText('Zeros were added.');
  await note.waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.getByLabel('Digit 1 of 5').focus();
  await page.keyboard.type('0');
  await becomes(() => note.count(), 0);
  await page.keyboard.type('0125');
  await page.getByRole('button', { name: 'Submit reading' }).click();
  await page.getByText('125 m³ is awaiting confirmation').waitFor();
});

visiting(
  'a value that is too low has one message, and a high one one question, which names added zeros too',
  async (fixture) => {
    const sixAMonth = [120, 90, 60, 30].map((daysAgo, index) => [100 + 6 * index, daysAgo] as const);
    const { page } = await openReading(fixture, sixAMonth);
    const submit = page.getByRole('button', { name: 'Submit reading' });
    const write = async (digits: string) => {
      for (const box of await page.locator('main fieldset input').all()) await box.fill('');
      await page.getByLabel('Digit 1 of 5').focus();
      await page.keyboard.type(digits);
    };
    await write('99');
    await submit.click();
    await page.getByRole('alert').getByText('less than the reading before it (118 m³').waitFor();
    assert.equal(await page.getByText('Zeros were added.').count(), 0);
    await page.getByRole('link', { name: 'Write to the manager' }).waitFor();
    await becomes(() => submit.isDisabled(), true);
    const usual = 'Unusually high consumption. Usually it is about 6 m³ a month; this would be 512 m³.';
    const asked = `${usual} If it is right, press the button again; otherwise correct it.`;
    const corrected = Promise.withResolvers<void>();
    await page.route(/reading-preview/, (route) => corrected.promise.then(() => route.fallback()), { times: 1 });
    await write('98');
    const [about98] = await Promise.all([page.waitForRequest(/reading-preview/), submit.click()]);
    await write('00630');
    corrected.resolve();
    await about98.response(); // It says nothing about 630.
    await submit.click();
    await page.getByText(asked, { exact: true }).waitFor();
    await write('630');
    await submit.click();
    await page.getByText(`Zeros were added: the reading is now 630 m³. ${asked}`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Submit anyway' }).click();
    await page.getByText('630 m³ is awaiting confirmation').waitFor();
  },
);

visiting(
  'digits without a decimal mark are asked about if they fit with the decimals at their end',
  async (fixture) => {
    const sixAMonth = [90, 60, 30].map((daysAgo, index) => [252 + 6 * index, daysAgo] as const);
    const { page } = await openReading(fixture, sixAMonth, 3);
    const submit = page.getByRole('button', { name: 'Submit reading' });
    const messages = page.locator('section:has(fieldset)').locator('[role=alert], [role=status]');
    const shown = (text: RegExp) =>
      becomes(
        async () =>
          (await messages.allTextContents())
            .filter(Boolean)
            .map((said) => text.test(said))
            .join(),
        'true',
      );
    const boxes = () =>
      page.evaluate(`[...document.querySelectorAll('main fieldset input')].map(({ value }) => value).join('')`);
    const write = async (digits: string) => {
      for (const box of await page.locator('main fieldset input').all()) await box.fill('');
      await page.getByLabel('Digit 1 of 5').focus();
      await page.keyboard.type(digits);
      await submit.click();
    };
    for (const digits of ['270500', '27050']) {
      await write(digits);
      await shown(/^Unusually high consumption.*Did you mean 270.500\?/);
      await becomes(boxes, '27050000');
    }
    await page.getByRole('button', { name: 'Submit anyway' }).waitFor();
    await write('278');
    await shown(/^Zeros were added/);
    await becomes(boxes, '00278000');
    await write('270500');
    await page.getByRole('button', { name: 'Yes, 270.500' }).click();
    await page.getByText('270.500 m³ is awaiting confirmation').waitFor();
    await page.getByRole('link', { name: 'Correct reading' }).click();
    await write('270,4'); // Nothing is missing but zeros behind it.
    await page.getByText('270.400 m³ is awaiting confirmation').waitFor();
  },
);

visiting('a reading below a confirmed one leads to a request that says which, and back to it', async (fixture) => {
  const { resident, page, as } = await openReading(fixture, [[269, 0]]);
  await page.getByText(/^The reading 269 m³ of .+ is confirmed, so none is needed this month\./).waitFor();
  const value = page.getByLabel('Digit 1 of 5');
  const write = page.getByRole('link', { name: 'Write to the manager' });
  await value.fill('00120');
  await write.waitFor();
  await page.getByRole('button', { name: 'Submit reading' }).click();
  await write.waitFor();
  await checkScreen(resident);
  await write.click();
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.waitFor();
  assert.match(await subject.inputValue(), /^Question about a reading: Cold water/);
  assert.doesNotMatch(new URL(page.url()).search, /269/, 'what it says is sent to no server before the person does');
  await page.keyboard.press('Escape');
  await page.getByLabel('Digit 3 of 5').waitFor();
  await becomes(() => page.getByLabel('Digit 3 of 5').inputValue(), '1');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await write.click();
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.fill(`${await description.inputValue()} Please look at it.`);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Request submitted.').waitFor();
  const { items } = await fixture.g.ask<Thing>('GET', '//console/api/maintenance-requests', { as });
  const { data } = await fixture.g.ask('GET', `//console/api/maintenance-requests/${items[0]?.id}`, { as });
  assert.match(String(data.description), /^The meter shows 120 m³, but the reading before it is 269 m³ on /);
  await settled(resident);
  assert.doesNotMatch(String(await page.evaluate('Object.keys(sessionStorage)')), /report/, 'no draft is left');
  resident.complaints.length = 0; // The browser notes the 422.
});

visiting(
  'a photo in the dark is not sent to be read: the page says what to do, and reads it all the same on demand',
  async (fixture) => {
    const { resident, page } = await openReading(fixture);
    let sent = 0;
    await page.route('**/api/meters/ocr*', (route) => {
      sent += 1;
      return route.abort('timedout');
    });
    const buffer = await sharp(await drawFace({ digits: '00123', decimals: 0 }))
      .linear(0.08)
      .jpeg()
      .toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByText('The photo is too dark. Switch on a light').waitFor();
    assert.equal(sent, 0);
    await page.getByRole('button', { name: 'Read it anyway' }).click();
    await page.getByText('The photo couldn’t be read right now. It is kept').waitFor();
    assert.equal(sent, 1);
    const errors = [{ field: 'body', code: 'photo_dark', message: 'Dark.' }];
    await page.unroute('**/api/meters/ocr*');
    await page.route('**/api/meters/ocr*', (route) =>
      route.fulfill({ status: 422, json: { status: 422, code: 'reading_not_found', detail: 'Dark.', errors } }),
    );
    await page.getByRole('button', { name: 'Read photo again' }).click();
    const note = page.getByRole('status').filter({ hasText: 'Or enter the digits manually: your photo is kept' });
    await note.getByText('The photo is too dark.').waitFor();
    assert.equal(await page.locator('section [role=status]').count(), 1);
    resident.complaints.length = 0; // The browser notes the 422.
  },
);

visiting('digits typed while a photo is read stay, and so does the photo', async (fixture) => {
  const { page } = await openReading(fixture);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/meters/ocr*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await takePhoto(page);
  await page.getByRole('status').getByText('Reading photo').waitFor();
  await page.getByLabel('Digit 1 of 5').fill('00777');
  released.resolve();
  await page.getByText('Reading photo').waitFor({ state: 'hidden' });
  await becomes(() => page.getByLabel('Digit 5 of 5').inputValue(), '7');
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByRole('img', { name: 'Meter photo' }).waitFor({ state: 'detached' });
  await becomes(() => page.getByLabel('Digit 3 of 5').inputValue(), '7');
});

visiting('a file that is no photo is rejected at once, and the reading can be sent without it', async (fixture) => {
  const { page } = await openReading(fixture);
  const file = { name: 'meter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('This file type isn’t supported.').waitFor();
  await becomes(() => page.getByRole('img', { name: 'Meter photo' }).count(), 0);
  await page.getByLabel('Digit 1 of 5').fill('00125');
  await page.getByRole('button', { name: 'Submit reading' }).click();
  await page.getByText('125 m³ is awaiting confirmation').waitFor();
});

/** The buttons, links and fields of the page that a notification covers, by their text. */
const covered = `(() => {
  const toast = document.querySelector('.mantine-Notification-root').getBoundingClientRect();
  return [...document.querySelectorAll('button, a, input')]
    .filter((element) => element.closest('.mantine-Notification-root') === null && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
    })
    .map((element) => element.outerHTML.slice(0, 120));
})()`;

/** The fields of the open dialog that its submit button covers. */
const fieldsBehindSubmit = `(() => {
  const button = document.querySelector('[role=dialog] button[type=submit]').getBoundingClientRect();
  return [...document.querySelectorAll('[role=dialog] form :is(input:not([type=file]), textarea, label)')]
    .map((field) => [field.outerHTML.slice(0, 80), field.getBoundingClientRect()])
    .filter(([, { top, bottom, height }]) => height > 0 && top < button.bottom && bottom > button.top)
    .map(([html]) => html);
})()`;

/** The entries of an open menu that something else covers. */
const hiddenItems = `[...document.querySelectorAll('[role=menuitem]')].filter((item) => {
  const { left, top, width, height } = item.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return top + height / 2 < innerHeight && found?.closest('[role=menu]') === null;
}).map(({ textContent }) => textContent)`;

/** Waits until the page has made room for a notification, and returns what that covers. */
async function coveredBy(page: Page, text: string): Promise<readonly string[]> {
  await page.getByRole('alert').getByText(text).hover(); // It stays while it is pointed at.
  const isMeasured = `document.documentElement.style.getPropertyValue('--haldur-toasts') ===
    Math.ceil(document.querySelector('.mantine-Notification-root').getBoundingClientRect().height) + 'px'`;
  await page.evaluate(`(async () => { while (!(${isMeasured})) await new Promise(requestAnimationFrame); })()`);
  await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))');
  return page.evaluate<readonly string[]>(covered);
}

visiting(
  'an error stands below the button that caused it, and a notification covers no button, link or field',
  async (fixture) => {
    const { resident, page } = await openReading(fixture);
    const address = page.url();
    for (const [value, viewport] of [
      ['00126', phone],
      ['00127', { width: 1280, height: 700 }],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await page.getByLabel('Digit 1 of 5').fill(value);
      await page.context().setOffline(true);
      const submit = page.getByRole('button', { name: 'Submit reading' });
      await submit.click();
      await page.getByRole('main').getByRole('alert').getByText('You’re offline').waitFor();
      await becomes(() => page.locator('.mantine-Notification-root').count(), 0);
      await page.context().setOffline(false);
      await submit.click();
      assert.deepEqual(await coveredBy(page, 'Reading submitted'), []);
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Eesti' }).waitFor();
      assert.deepEqual(await page.evaluate(hiddenItems), []);
      await page.keyboard.press('Escape');
    }
    await page.goto('/console/own/requests');
    await page.getByRole('button', { name: 'Report a problem' }).first().click();
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    await page.setViewportSize(phone);
    const submitReport = page.getByRole('dialog').getByRole('button', { name: 'Submit' });
    const photo = await page.getByRole('dialog').getByText('Add photo').boundingBox();
    const submitBox = await submitReport.boundingBox();
    assert.ok(photo && submitBox && photo.y + photo.height <= submitBox.y, JSON.stringify({ photo, submitBox }));
    await page.evaluate(`document.querySelector('[role=dialog] form').scrollIntoView({ block: 'end' })`);
    assert.deepEqual(await page.evaluate(fieldsBehindSubmit), []);
    await page.evaluate(`document.documentElement.style.fontSize = ''`);
    await page.getByRole('textbox', { name: 'Subject' }).fill('The tap drips');
    await page.getByRole('textbox', { name: 'Description' }).fill('In the kitchen.');
    await page.context().setOffline(true);
    await submitReport.click();
    await page.getByRole('dialog').getByRole('alert').getByText('You’re offline').waitFor();
    await checkScreen(resident);
  },
);

/** At twice the size of type nothing of a page of payers is cut off or scrolls sideways, with long words too. */
async function fitsLargeType(page: Page): Promise<void> {
  const widths = await page.evaluate<readonly number[]>(`(() => {
    const heading = document.querySelector('h1');
    const title = heading.textContent;
    document.documentElement.style.fontSize = '200%';
    heading.textContent = 'Maksekorralduskinnitus';
    const widths = [document.documentElement.scrollWidth - innerWidth, heading.scrollWidth - heading.clientWidth];
    heading.textContent = title;
    document.documentElement.style.fontSize = '';
    return widths;
  })()`);
  assert.deepEqual(
    widths.map((width) => Math.max(width, 0)),
    [0, 0],
    page.url(),
  );
}

visiting('the link in an invoice’s e-mail pays it at the bank on a phone, without an account', async (fixture) => {
  const { g } = fixture;
  const { tenantId, owner: as } = await anOrganization(g, 'KÜ Kase 12');
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account, beneficiary: 'KÜ Kase 12' });
  const [home] = apartments;
  const { userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, home.id);
  const run = await generate(g, as, building.id);
  const { invoiceId = '' } = run.data.invoices.find(({ apartmentId }) => apartmentId === home.id) ?? {};
  const sent = await g.ask('POST', '/invoices/send-bulk', { as, body: { invoiceIds: [invoiceId] } });
  assert.equal(sent.status, 202, sent.text);
  const { href: link } = findLink(await fixture.letters.find('mari@example.org', '/pay/invoice?'));
  const stranger = await fixture.visitor();
  const { page } = stranger;
  await page.setViewportSize(phone);
  await page.route('**/pay/invoice?*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 429, json: {} }) : route.continue(),
  );
  await page.goto(link);
  await page.locator('#failed').waitFor();
  await checkScreen(stranger);
  await page.unroute('**/pay/invoice?*');
  await page.reload();
  await page.locator('dl').first().waitFor();
  await checkScreen(stranger);
  await page.setViewportSize(phone);
  await page.evaluate(`document.documentElement.style.fontSize = '200%'; scrollTo(0, 0)`);
  const toBank = await page.locator('button[name=bank]').boundingBox();
  assert.ok(toBank && toBank.y + toBank.height <= phone.height, `on the first screen: ${JSON.stringify(toBank)}`);
  await fitsLargeType(page);
  await page.locator('button[name=bank]').focus();
  await page.keyboard.press('Enter');
  await page.locator('button[value=approve]').waitFor();
  await fitsLargeType(page);
  await page.locator('button[value=approve]').click();
  const back = page.getByRole('button', { name: 'Back to the merchant' });
  await back.waitFor();
  await fitsLargeType(page);
  await back.click();
  await page.locator('h1.good').waitFor();
  await fitsLargeType(page);
  assert.equal(await page.getByRole('link').count(), 0, 'no way into an account');
  await page.getByText(/^(Your invoice is the PDF|Teie arve on e-kirjaga)/).waitFor();
  await page.goto(link);
  await page.locator('h1.good').waitFor();
  await checkScreen(stranger);
  assert.equal((await page.context().cookies()).length, 0);
  const paid = await g.ask('GET', `/invoices/${invoiceId}`, { as });
  assert.equal(paid.data.status, 'paid');
});

visiting('with type of twice the size every button of the home page is whole and on the screen', async (fixture) => {
  const { page } = await openReading(fixture);
  await page.goto('/console/');
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const link = page.getByRole('link', { name: 'Submit reading' });
  await link.waitFor();
  const [box, text] = [await link.boundingBox(), await link.locator('.mantine-Button-label').boundingBox()];
  assert.ok(box && text && box.x >= 0 && box.x + box.width <= phone.width, JSON.stringify(box));
  assert.ok(text.x >= box.x && text.x + text.width <= box.x + box.width, 'its words are not cut off');
  const icon = await page.locator('main svg, header svg').first().boundingBox();
  assert.ok((icon?.width ?? 0) >= 32, 'icons grow with the type');
});
