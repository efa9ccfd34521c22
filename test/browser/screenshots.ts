// `npm run screenshots [FOLDER] [SCREEN…]`: plays the demo and takes a picture of every screen, or of those named, on a
// desktop and on a phone. Reports problems that it detects: a page that is wider than its window, an error in the
// console.
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { sampleResident as resident } from '../../demo/chapters/residents.ts';
import { articleGroups } from '../../src/http/docs/articles.ts';
import { erasedKinds, keptKinds, removalKinds } from '../../src/privacy/model.ts';
import { currentMonth } from '../../web/parts/month.ts';
import { openChromium } from './chromium.ts';
import {
  idsOf,
  knownStatement,
  makeKeys,
  makeTestOrganization,
  type Person,
  type ScreenIds,
  type StatementFile,
  statementWithoutSigns,
  unknownStatement,
} from './demo-data.ts';
import { playDemo } from './play-demo.ts';

const root = join(import.meta.dirname, '../..');
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

const openNewKey = opens(/^(create api key|loo api võti)/i);
const editWebhook = opens(/^(edit|muuda)$/i);

/** The screens, by the name of their picture; an address may need an id from the API. */
const screens: readonly Screen[] = [
  ['home', () => '/'],
  ['search-empty', () => '/', (page) => searchFor(page, '')],
  ['search', () => '/', (page) => searchFor(page, '12')],
  ['search-nothing', () => '/', (page) => searchFor(page, 'puudub')],
  ['first-steps', () => '/', openFirstSteps],
  ['buildings', () => '/buildings'],
  ['apartments', ({ building }) => `/buildings/${building}`],
  ['apartment', ({ building, apartment }) => `/buildings/${building}/apartments/${apartment}`],
  [
    'help',
    ({ building, apartment }) => `/buildings/${building}/apartments/${apartment}`,
    opens(/Reference number|Viitenumber/),
  ],
  ['hand-over', ({ building, apartment }) => `/buildings/${building}/apartments/${apartment}/hand-over`],
  ['charges', ({ building }) => `/buildings/${building}?tab=charges`],
  ['charge-templates', ({ building }) => `/buildings/${building}?tab=charges`, openChargeTemplates],
  ['bills', ({ building }) => `/buildings/${building}?tab=bills`],
  ['one-offs', ({ building }) => `/buildings/${building}?tab=oneOffs`],
  [
    'correction',
    ({ building, from, to }) => `/buildings/${building}/correction?from=${from}&to=${to}`,
    previewCorrection,
  ],
  ['building-settings', ({ building }) => `/buildings/${building}?tab=settings`],
  ['invoices', () => '/invoices'],
  ['invoice', ({ invoice }) => `/invoices/${invoice}`],
  ['invoice-explained', ({ invoice }) => `/invoices/${invoice}`, openLineItems],
  ['credit', ({ sent }) => `/invoices/${sent}`, openCredit],
  ['generate', ({ building }) => `/invoices/generate?buildingId=${building}`],
  ['generate-preview', ({ building }) => `/invoices/generate?buildingId=${building}`, submitForm],
  [
    'generate-checklist',
    ({ building }) => `/invoices/generate?buildingId=${building}&period=${currentMonth()}`,
    submitForm,
  ],
  ['paper', () => '/invoices/paper'],
  ['readings', () => '/readings'],
  ['readings-complete', () => '/readings?tab=missing'],
  ['readings-missing', () => `/readings?tab=missing&period=${currentMonth()}`],
  ['usage', () => '/readings?tab=usage'],
  ['meters', () => '/readings?tab=meters'],
  ['meter-new', () => '/readings?tab=meters', openNewMeter],
  ['meters-import', () => '/readings?tab=meters', (page) => importMeters(page)],
  ['apartments-import', ({ building }) => `/buildings/${building}#paste-apartments`, pasteApartments],
  [
    'meters-import-problems',
    () => '/readings?tab=meters',
    (page) => importMeters(page, '2\tVesi\tG-1\tabc\n\tGaas\n999'),
  ],
  ['meter', ({ meter, building }) => `/meters/${meter}?buildingId=${building}`],
  ['meter-replace', ({ meter, building }) => `/meters/${meter}?buildingId=${building}`, openReplacement],
  ['payments', () => '/payments'],
  ['dismissed', () => '/payments', showDismissed],
  ['statement', () => '/payments?tab=import'],
  ['statement-preview', () => '/payments?tab=import', (page) => chooseStatement(page, knownStatement)],
  ['statement-unknown', () => '/payments?tab=import', (page) => chooseStatement(page, unknownStatement)],
  ['map-columns', () => '/payments?tab=import', (page) => mapColumns(page, unknownStatement)],
  ['map-direction', () => '/payments?tab=import', (page) => mapColumns(page, statementWithoutSigns)],
  ['payments-all', () => '/payments?tab=all'],
  ['residents', () => '/residents'],
  ['resident', () => '/residents', openResident],
  ['resident-erasure', () => '/residents', previewErasure],
  ['resident-erasure-rejected', () => '/residents', rejectErasure],
  ['invitations', () => '/residents?tab=invitations'],
  ['residents-import', () => '/residents?tab=import'],
  ['requests', () => '/requests'],
  ['settings', () => '/settings'],
  ['organization', () => '/settings/organization'],
  ['members', () => '/settings/members'],
  ['keys', () => '/settings/keys'],
  ['keys-none', () => '/settings/keys', (page) => answerWith(page, '/api-keys', [])],
  ['keys-error', () => '/settings/keys', (page) => fail(page, '/api-keys?*')],
  ['key-new', () => '/settings/keys', openNewKey],
  ['key-new-rejected', () => '/settings/keys', makeKeyWrongly],
  ['key-edit', () => '/settings/keys', opens(/^(edit|muuda)$/i)],
  ['key-replace', () => '/settings/keys', opens(/^(replace|vaheta välja)$/i)],
  ['webhooks', () => '/settings/webhooks'],
  ['audit-log', () => '/settings/audit'],
  ['audit-log-none', () => '/settings/audit?operation=nothing'],
  [
    'audit-entry',
    () => '/settings/audit?action=changed',
    opens(/: (added|changed|generated|sent|lisatud|muudetud|koostatud|saadetud)$/),
  ],
  ['audit-verified', () => '/settings/audit', verifyAuditLog],
  ['audit-retention', () => '/settings/audit', opens(/^(Retention|Säilitamine)$/)],
  ['audit-log-error', () => '/settings/audit', (page) => fail(page, '/audit-log?*')],
  ['request-log', () => '/settings/requests'],
  ['webhook', ({ webhook }) => `/webhooks/${webhook}`],
  ['webhook-edit', ({ webhook }) => `/webhooks/${webhook}`, editWebhook],
  ['webhook-edit-rejected', ({ webhook }) => `/webhooks/${webhook}`, editWebhookWrongly],
  ['banks', () => '/settings/banks'],
  ['security-log', () => '/settings/security'],
  ['privacy', () => '/settings/privacy'],
  ['privacy-error', () => '/settings/privacy', (page) => fail(page, '/retention')],
  ['privacy-removals', () => '/settings/privacy', showRemovals],
  ['test-organizations', () => '/settings/test'],
  ['receivables', () => '/receivables'],
  ['month-end', () => `/receivables/month-end?period=${new Date().toISOString().slice(0, 7)}`],
  ['month-end-empty', () => '/receivables/month-end?period=2020-01'],
  ['account', () => '/account'],
  ['account-second-factors', () => '/account', showFactors],
  ['account-providers', () => '/account', showProviders],
  ['account-error', () => '/account', failAccount],
  ['account-delete', () => '/account', opens(/^(Delete my account|Kustuta minu konto)$/)],
  ['confirm-identity', () => '/account', openConfirmation],
];
/** The screens of a resident. */
const residentScreens: readonly Screen[] = [
  ['my-home', () => '/'],
  ['submit-reading', ({ meter }) => `/own/meters/${meter}`],
  ['my-statement', () => '/own/account'],
  ['my-requests', () => '/own/requests'],
  ['my-account', () => '/account'],
];
/** The screens of a test organization. */
const testScreens: readonly Screen[] = [
  ['test-home', () => '/'],
  ['test-clock', () => '/settings/test'],
  ['test-mailbox', () => '/settings/mailbox'],
  [
    'test-mail',
    () => '/settings/mailbox',
    async (page) => {
      await page
        .getByRole('button', { name: /kutsub|invit/i })
        .first()
        .click();
      await page.locator('iframe').waitFor();
    },
  ],
];
/** Pages of the service that need no sign-in and are in English: the documents, and the mailbox of development. */
const openPages: readonly Screen[] = [
  ['docs', () => '/docs'],
  ...articleGroups.flatMap(({ articles }) =>
    articles.map(({ name }): Screen => [`docs-${name}`, () => `/docs/${name}`]),
  ),
  ['docs-open-points-payments', () => '/docs/open-points/payments'],
  ['docs-error', () => '/docs/errors/reading_below_previous'],
  ['docs-search', () => '/docs/search?q=retry'],
  ['docs-search-nothing', () => '/docs/search?q=xyzzy'],
  ['docs-reference', () => '/docs/reference/'],
  ['mailbox', () => '/mailbox'],
  ['mailbox-letter', () => '/mailbox', (page) => page.locator('.letters a').first().click()],
];
/**
 * The name of its picture, its address, and what is done before the picture is taken. Nothing of it may change data:
 * the next language comes after it.
 */
type Screen = readonly [string, (ids: ScreenIds) => string, Prepare?];
type Prepare = (page: Page, password?: string) => Promise<void>;
async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill(text);
  if (text !== '') await page.locator('[role=listbox][aria-busy=false]').waitFor({ state: 'attached' });
}

/** Clicks a button that opens a dialog. */
function opens(button: RegExp): Prepare {
  return async (page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };
}

/** As a person sees them who has opened them, which would be stored. */
async function openFirstSteps(page: Page): Promise<void> {
  await answerWith(page, '/first-steps', { shown: true });
  await page.getByRole('button', { name: /^(Hide|Peida)$/ }).waitFor();
}

async function verifyAuditLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Proof|Tõendus)$/ }).click();
  await page.getByRole('button', { name: /^(Verify|Kontrolli)$/ }).click();
  await page.getByText(/Nothing was changed|Midagi ei ole muudetud|No entry is in|Ahelas ei ole/).waitFor();
}

/** The screen while requests to an address of the console API fail. */
async function fail(page: Page, address: string): Promise<void> {
  await page.route(`**/console/api${address}`, (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await page.getByRole('alert').first().waitFor();
  await page.getByRole('alert').first().scrollIntoViewIfNeeded();
  await page.unroute(`**/console/api${address}`);
}

async function failAccount(page: Page): Promise<void> {
  for (const list of ['second-factors', 'sessions']) await fail(page, `/me/${list}`);
}

/** The screen with what the demo does not have: a list, or some fields beside those that the service returns. */
async function answerWith(page: Page, address: string, made: object): Promise<void> {
  const pattern = new RegExp(`/console/api${address}(\\?|$)`);
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const data = Array.isArray(made) ? made : { ...answer.data, ...made };
    await route.fulfill({ response, json: { ...answer, data } });
  });
  const answered = page.waitForResponse(pattern);
  await page.reload();
  await answered;
  await page.waitForLoadState('networkidle');
  await page.unroute(pattern);
}

async function showFactors(page: Page): Promise<void> {
  const [createdAt, lastUsedAt] = ['2026-09-01T08:00:00Z', '2026-11-20T16:30:00Z'];
  const factors = [
    { id: '1', kind: 'passkey', name: 'The laptop in the office of the association', createdAt, lastUsedAt },
    { id: '2', kind: 'app', name: 'Telefon', createdAt, lastUsedAt: null },
  ];
  await answerWith(page, '/me/second-factors', { factors, recoveryCodesLeft: 8 });
  await page.getByText('Telefon').filter({ visible: true }).first().scrollIntoViewIfNeeded();
}

const providers = [
  { id: 'eid', name: 'Smart-ID, Mobile-ID, ID-card', personalCodes: true },
  { id: 'firm', name: 'Kinnisvarahalduse Suur Kontsern AS', personalCodes: false },
];

async function showProviders(page: Page): Promise<void> {
  const linked = { id: '1', provider: 'Smart-ID, Mobile-ID, ID-card', linkedAt: '2026-09-01T08:00:00Z' };
  await page.route('**/console/api/me/linked-accounts', (route) =>
    route.fulfill({ json: { data: [{ ...linked, lastUsedAt: '2026-11-20T16:30:00Z' }] } }),
  );
  await answerWith(page, '/session/providers', providers);
  await page.unroute('**/console/api/me/linked-accounts');
  await page.getByText('Kontsern').first().scrollIntoViewIfNeeded();
}

async function openResident(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mari' }).first().click();
  await page
    .getByRole('dialog')
    .getByText(/Personal data|Isikuandmed/)
    .first()
    .waitFor();
}

/** As for somebody who has moved out: the report has everything that it can have. */
async function previewErasure(page: Page): Promise<void> {
  const removed = erasedKinds.map((kind) => ({ kind, amount: 3 }));
  const kept = keptKinds.map((kind, index) => ({ kind, amount: 12, until: index < 3 ? '2033-12-31' : null }));
  const residentId = '00000000-0000-0000-0000-000000000000';
  await page.route('**/erasure/preview', (route) =>
    route.fulfill({ json: { data: { residentId, erasedAt: null, removed, kept } } }),
  );
  await rejectErasure(page);
  await page.getByText('2033').first().waitFor();
  await page.unroute('**/erasure/preview');
}

async function rejectErasure(page: Page): Promise<void> {
  await openResident(page);
  await page.getByRole('button', { name: /^(Erase the personal data|Kustuta isikuandmed)/ }).click();
}

/** As after some days, as nothing of the demo is old enough. */
async function showRemovals(page: Page): Promise<void> {
  const removals = removalKinds.map((kind, index) => ({ removedOn: '2026-11-20', kind, amount: 10 ** (index % 5) }));
  await answerWith(page, '/retention', { removals });
  const recipients = page.getByText(/Recipients of invoices|Arvete saajad/).filter({ visible: true });
  await recipients.first().scrollIntoViewIfNeeded();
}

/** Takes the pictures. Throws when the demo does not start. */
export async function screenshots(rest: readonly string[]): Promise<void> {
  const [wanted, ...names] = rest;
  const folder = resolve(wanted ?? join(root, 'data/screenshots'));
  const named = (all: readonly Screen[]) => all.filter(([name]) => names.length === 0 || names.includes(name));
  await mkdir(folder, { recursive: true });
  const demo = await playDemo();
  const browser = await openChromium();
  try {
    const ids = await idsOf(demo, demo);
    const ownIds = await idsOf(demo, resident);
    if (named(screens).some(([name]) => name.startsWith('key'))) await makeKeys(demo, ids);
    const testOwner = named(testScreens).length > 0 ? await makeTestOrganization(demo) : undefined;
    for (const language of ['en', 'et'] as const)
      for (const scheme of ['light', 'dark'] as const)
        if (language === 'en' || scheme === 'light') {
          const settings = { url: demo.url, folder, language, scheme };
          if (language === 'en')
            await takeScreenshots(browser, undefined, ids, { ...settings, screens: named(openPages) });
          await takeScreenshots(browser, demo, ids, { ...settings, screens: named(screens) });
          await takeScreenshots(browser, resident, ownIds, { ...settings, screens: named(residentScreens) });
          if (testOwner !== undefined)
            await takeScreenshots(browser, testOwner, ids, { ...settings, screens: named(testScreens) });
        }
  } finally {
    await browser.close();
    demo.child.kill('SIGTERM');
  }
  console.log(`The pictures are in ${folder}.`);
}

/** A network that the service rejects, so nothing is made. */
async function makeKeyWrongly(page: Page, password = ''): Promise<void> {
  await openNewKey(page);
  const dialog = page.getByRole('dialog');
  await dialog.locator('input').first().fill('ERP');
  await dialog
    .getByLabel(/^(allowed networks|lubatud võrgud)/i)
    .first()
    .fill('192.0.2.1/24,');
  await dialog.locator('button[type=submit]').click();
  const rejected = dialog.locator('[class*=error]').first();
  const asked = page.locator('input[type=password]');
  await asked.or(rejected).first().waitFor(); // Who has confirmed a moment ago is not asked again.
  if (await asked.isVisible()) {
    await asked.fill(password);
    await asked.press('Enter');
  }
  await rejected.waitFor();
}

type ScreenshotSettings = {
  readonly url: string;
  readonly folder: string;
  readonly language: string;
  readonly scheme: 'light' | 'dark';
  readonly screens: readonly Screen[];
};

/** Takes the pictures of screens in each size, of a person who signs in first, or of anybody. */
async function takeScreenshots(
  browser: Browser,
  person: Person | undefined,
  ids: ScreenIds,
  { url, folder, language, scheme, screens: wanted }: ScreenshotSettings,
): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    const appearance = { viewport, colorScheme: scheme, locale: language, reducedMotion: 'reduce' } as const;
    const context = await browser.newContext(appearance);
    const page = await context.newPage();
    const where = `${size} ${language} ${scheme}`;
    const take = (name: string) => page.screenshot({ path: join(folder, `${name}-${where.replaceAll(' ', '-')}.png`) });
    page.on('pageerror', (error) => console.log(`${where}: ${error.message}`));
    if (person !== undefined) {
      await page.goto(`${url}/console/`);
      await page.evaluate((chosen) => localStorage.setItem('haldur-language', chosen), language);
      await page.reload();
      await page.waitForSelector('form');
      await take('sign-in');
      await answerWith(page, '/session/providers', providers);
      await take('sign-in-providers');
      await page.reload();
      await page.waitForSelector('form');
      await signIn(page, person);
    }
    for (const [name, address, prepare] of wanted) {
      await page.goto(`${url}${person === undefined ? '' : '/console'}${address(ids)}`);
      if (person !== undefined) await page.waitForSelector('h1');
      await page.waitForLoadState('networkidle');
      await prepare?.(page, person?.password);
      // A frame without scripts never reports it.
      await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
      await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
      const wider = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (wider > 0) console.log(`${where}: ${name} is ${wider} pixels wider than its window.`);
      await take(name);
    }
    await context.close();
  }
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.waitForSelector('main#content');
}

async function openLineItems(page: Page): Promise<void> {
  for (const item of await page.locator('.mantine-Accordion-control').all()) await item.click();
}

/** The credit dialog, with its first line item chosen. */
async function openCredit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /credit note|kreeditarve/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').nth(1).click();
  await dialog.getByRole('checkbox').first().click();
}

async function previewCorrection(page: Page): Promise<void> {
  await page.locator('main form input').first().fill('100');
  await page.locator('main input[required]').last().fill('Typo');
  await submitForm(page);
}

async function submitForm(page: Page): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.locator('main form button[type=submit]').click();
  await answered;
}

/** The typical charges; a chosen one without a price. */
async function openChargeTemplates(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(typical charges|tavalised kululiigid)/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=checkbox]:not([disabled])').first().click();
  await dialog.locator('button[type=submit]').click();
}

/** Adding an authenticator app asks for the password first. */
async function openConfirmation(page: Page): Promise<void> {
  await page.locator('section').nth(3).getByRole('button').first().click();
  await page.locator('input[type=password]').last().waitFor();
}

/** The form of a new meter with its errors. */
async function openNewMeter(page: Page): Promise<void> {
  await opens(/^(add meter|lisa arvesti)/i)(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().click();
  await dialog.locator('button[type=submit]').click();
}

async function openReplacement(page: Page): Promise<void> {
  await opens(/^(replace|vaheta välja)/i)(page);
  await page.getByRole('dialog').locator('input').first().fill('1');
}

/** An address that the service rejects, so nothing is changed. */
async function editWebhookWrongly(page: Page): Promise<void> {
  await editWebhook(page);
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=url]').fill('https://user:secret@example.org/hook');
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('[class*=error]').first().waitFor();
}

/** The preview of an import of meters; nothing is imported. */
async function importMeters(page: Page, apartment = '2'): Promise<void> {
  await page.getByRole('button', { name: /^(import meters|impordi arvestid)/i }).click();
  const dialog = page.getByRole('dialog');
  const rows = `1\tGaas\tG-1\t12,5\t5\t31.12.2030\n${apartment}\tGaas\tG-2\t3\nmain\tGaas\tG-3\t1000`;
  await dialog.locator('textarea').first().fill(rows);
  await dialog.getByRole('status').filter({ hasText: /\d/ }).waitFor();
}

/** A list of apartments as managers keep it; nothing is imported. */
async function pasteApartments(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('textarea').first().fill('Krt nr;Üldpind m²;Omanik\n1;54,3;Mari Tamm\n900;31,2;Jüri Põld');
  await dialog.getByRole('status').filter({ hasText: /\d/ }).waitFor();
}

/** The payments that were set aside; there may be none. */
async function showDismissed(page: Page): Promise<void> {
  await page.locator('main button[aria-expanded]').last().click();
}

async function chooseStatement(page: Page, { name, rows }: StatementFile): Promise<void> {
  const buffer = Buffer.from(rows.join('\n'));
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await answered;
}

async function mapColumns(page: Page, file: StatementFile): Promise<void> {
  await chooseStatement(page, file);
  await page.locator('[role=alert] button').click();
  await page.getByRole('dialog').locator('select:visible').nth(1).waitFor();
}
