// `npm run screenshots [FOLDER]`: plays the demo and takes a picture of every screen, on a desktop and on a phone. Reports problems that it detects: a page that
// is wider than its window, an error in the console.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { sampleResident as resident } from '../../demo/chapters/residents.ts';
import { openChromium } from './chromium.ts';

const root = join(import.meta.dirname, '../..');
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
type Demo = { readonly child: ChildProcess; readonly url: string; readonly email: string; readonly password: string };

/** The screens, by the name of their picture; an address may need an id from the API. */
const screens: readonly Screen[] = [
  ['home', () => '/'],
  ['buildings', () => '/buildings'],
  ['apartments', ({ building }) => `/buildings/${building}`],
  ['charges', ({ building }) => `/buildings/${building}?tab=charges`],
  ['bills', ({ building }) => `/buildings/${building}?tab=bills`],
  ['one-offs', ({ building }) => `/buildings/${building}?tab=oneOffs`],
  ['correction', ({ building }) => `/buildings/${building}/correction?from=2026-10-01&to=2026-10-31`],
  ['building-settings', ({ building }) => `/buildings/${building}?tab=settings`],
  ['invoices', () => '/invoices'],
  ['invoice', ({ invoice }) => `/invoices/${invoice}`],
  ['invoice-computed', ({ invoice }) => `/invoices/${invoice}`, 'main section button[aria-expanded=false]'],
  ['generate', () => '/invoices/generate'],
  ['paper', () => '/invoices/paper'],
  ['readings', () => '/readings'],
  ['readings-missing', () => '/readings?tab=missing'],
  ['usage', () => '/readings?tab=usage'],
  ['meters', () => '/readings?tab=meters'],
  ['meter', ({ meter, building }) => `/meters/${meter}?buildingId=${building}`],
  ['payments', () => '/payments'],
  ['statement', () => '/payments?tab=import'],
  ['payments-all', () => '/payments?tab=all'],
  ['residents', () => '/residents'],
  ['invitations', () => '/residents?tab=invitations'],
  ['residents-import', () => '/residents?tab=import'],
  ['requests', () => '/requests'],
  ['organization', () => '/settings/organization'],
  ['members', () => '/settings/members'],
  ['keys', () => '/settings/keys'],
  ['webhooks', () => '/settings/webhooks'],
  ['webhook', ({ webhook }) => `/webhooks/${webhook}`],
  ['banks', () => '/settings/banks'],
  ['security-log', () => '/settings/security'],
  ['books', () => '/receivables'],
  ['exports', () => '/receivables/exports'],
  ['account', () => '/account'],
];
/** The screens of a resident. */
const ownScreens: readonly Screen[] = [
  ['own-home', () => '/'],
  ['own-reading', ({ meter }) => `/own/meters/${meter}`],
  ['own-requests', () => '/own/requests'],
];
/** The name of its picture, its address, and what is clicked before the picture is taken. */
type Screen = readonly [string, (ids: Ids) => string, string?];
type Person = { readonly email: string; readonly password: string };
type Ids = { readonly building: string; readonly invoice: string; readonly meter: string; readonly webhook: string };

/** Takes the pictures. Throws when the demo does not start. */
export async function screenshots(rest: readonly string[]): Promise<void> {
  const folder = resolve(rest[0] ?? join(root, 'data/screenshots'));
  await mkdir(folder, { recursive: true });
  const demo = await playDemo();
  const browser = await openChromium();
  try {
    const ids = await idsOf(demo, demo);
    const ownIds = await idsOf(demo, resident);
    for (const language of ['en', 'et'] as const)
      for (const scheme of ['light', 'dark'] as const)
        if (language === 'en' || scheme === 'light') {
          const settings = { url: demo.url, folder, language, scheme };
          await takeScreenshots(browser, demo, ids, { ...settings, screens });
          await takeScreenshots(browser, resident, ownIds, { ...settings, screens: ownScreens });
        }
  } finally {
    await browser.close();
    demo.child.kill('SIGTERM');
  }
  console.log(`The pictures are in ${folder}.`);
}

/** The demo, once its month is played and it waits for visitors. */
async function playDemo(): Promise<Demo> {
  const child = spawn(process.execPath, [join(root, 'start.mjs'), 'demo'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /Look\s+(http\S+)\/console/.exec(line)?.[1] ?? url;
    const reported = /Sign in\s+(\S+), password (\S+)/.exec(line);
    if (reported === null) continue;
    child.stdout.resume();
    return { child, url, email: reported[1] ?? '', password: reported[2] ?? '' };
  }
  throw new Error('The demo ended before it could be looked at.');
}

async function idsOf({ url }: Demo, { email, password }: Person): Promise<Ids> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  const first = async (path: string) => {
    const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${data.accessToken}` } });
    const list = (await answer.json()) as { data?: { id: string }[] };
    return list.data?.[0]?.id ?? ''; // A resident has no webhooks.
  };
  return {
    building: await first('/buildings'),
    invoice: await first('/invoices?sort=-createdAt'),
    meter: await first('/meters'),
    webhook: await first('/webhooks'),
  };
}

type ScreenshotSettings = {
  readonly url: string;
  readonly folder: string;
  readonly language: string;
  readonly scheme: 'light' | 'dark';
  readonly screens: readonly Screen[];
};

async function takeScreenshots(
  browser: Browser,
  person: Person,
  ids: Ids,
  settings: ScreenshotSettings,
): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({
      viewport,
      colorScheme: settings.scheme,
      locale: settings.language,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const name = (screen: string) =>
      join(settings.folder, `${screen}-${size}-${settings.language}-${settings.scheme}.png`);
    const where = `${size} ${settings.language} ${settings.scheme}`;
    page.on('pageerror', (error) => console.log(`${where}: ${error.message}`));
    await page.goto(`${settings.url}/console/`);
    await page.evaluate((language) => localStorage.setItem('haldur-language', language), settings.language);
    await page.reload();
    await page.waitForSelector('form');
    await page.screenshot({ path: name('sign-in') });
    await signIn(page, person);
    for (const [screen, address, opener] of settings.screens) {
      await page.goto(`${settings.url}/console${address(ids)}`);
      await page.waitForSelector('h1');
      await page.waitForLoadState('networkidle');
      if (opener !== undefined) await page.locator(opener).first().click();
      const wider = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (wider > 0) console.log(`${where}: ${screen} is ${wider} pixels wider than its window.`);
      await page.screenshot({ path: name(screen) });
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
