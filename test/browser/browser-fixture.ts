// Fixture of browser tests: a listening service, its worker, and people with browsers that detect problems of a page
// themselves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { freePort } from '../../demo/port.ts';
import { type LetterBox, openLetterBox } from '../../demo/read-emails.ts';
import type { Config } from '../../src/platform/config/config.ts';
import { startWorker } from '../../src/worker.ts';
import { ensureConsoleBuilt } from '../../web/build/ensure-console-built.ts';
import { createBilledBuilding } from '../billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  password,
  startTestService,
  type TestService,
  useRealClock,
} from '../service-fixture.ts';
import { chromiumPath, noChromium, openChromium } from './chromium.ts';

/** Why browser tests cannot run here; undefined where they can. */
function whyUnavailable(): string | undefined {
  if (process.env.HALDUR_BROWSER !== 'true') return 'Tests in the browser run with npm run test:browser.';
  return chromiumPath() === undefined ? noChromium : undefined;
}

/** A generous limit for a busy machine. */
const timeoutMs = 120_000;
/** A page adapts to a new width within some frames; after so many it never will. */
const maxFrames = 120;
const isWide = 'document.documentElement.scrollWidth > innerWidth';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** All that a change of colours can break; they take half the time of all. */
const ofColours = ['color-contrast', 'link-in-text-block'];
const allRules = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } };
const colourRules = { runOnly: { type: 'rule', values: ofColours } };
const otherRules = { ...allRules, rules: Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])) };
/** How long a page may take to show what follows from its state. */
const showMs = 20_000;
/** `HALDUR_SLOW_ANSWERS=500`: each answer comes up to 500 ms late, which shows what does not wait for it. */
const slowAnswersMs = Number(process.env.HALDUR_SLOW_ANSWERS ?? 0);
const desktop = { width: 1280, height: 900 };
const narrow = { width: 360, height: 740 };

export type BrowserTest = {
  readonly g: TestService;
  readonly url: string;
  readonly letters: LetterBox;
  /** A person with a browser of their own, not signed in. */
  visitor(): Promise<Visitor>;
};

/** A page, and the answers of the service to its requests. */
export type Visitor = {
  readonly page: Page;
  readonly answers: readonly ServiceAnswer[];
  readonly complaints: string[];
};
type ServiceAnswer = { readonly path: string; readonly status: number; readonly text: string };

/** Defines a test with people in front of browsers. */
type DefineBrowserTest = (name: string, play: (test: BrowserTest) => Promise<void>) => void;

/**
 * A service for a file's tests, which are skipped, with the reason, where there is no browser. Call it at the top of a
 * file, not in a hook. Any error in a page's console, blocked by its policy or thrown, fails the test. `host`:
 * `localhost` for passkeys, which need a name. `configure`: more settings of the service at this URL.
 */
export async function openBrowserTests(
  host = '127.0.0.1',
  configure: (url: string) => Promise<Partial<Config>> = async () => ({}),
): Promise<DefineBrowserTest> {
  const skip = whyUnavailable();
  if (skip !== undefined) return (name) => void test(name, { skip }, () => {});
  await ensureConsoleBuilt(console.log);
  const closing = new AsyncDisposableStack();
  after(() => closing.disposeAsync()); // Before the hook of given(): the worker goes while there is a database.
  const g = await start(closing, host, configure);
  const browser = await openChromium();
  closing.defer(() => browser.close());
  const { publicUrl: url, dataDir } = g.app.config;
  const letters = openLetterBox(join(dataDir, 'mail'), new AbortController().signal);
  return (name, play) =>
    void test(name, async () => {
      const visitors: Visitor[] = [];
      const visitor = async () => {
        const made = await openVisitor(browser, url);
        visitors.push(made);
        return made;
      };
      try {
        await play({ g, url, letters, visitor });
      } catch (error) {
        for (const { page, complaints } of visitors) console.error(await described(page), complaints.join('\n'));
        throw error;
      } finally {
        for (const { page } of visitors) await page.context().close();
      }
      for (const { complaints } of visitors) assert.deepEqual([...new Set(complaints)], []);
    });
}

/** The service with the real clock, as browsers have no other. */
async function start(
  closing: AsyncDisposableStack,
  host: string,
  configure: (url: string) => Promise<Partial<Config>>,
): Promise<TestService> {
  const port = await freePort('127.0.0.1', 0);
  const publicUrl = `http://${host}:${port}`;
  const g = await startTestService({ port, publicUrl, sandboxBank: true, ...(await configure(publicUrl)) });
  useRealClock(g);
  const worker = await startWorker(g.app);
  closing.defer(() => worker.stop());
  await g.server.listen({ port, host: '127.0.0.1' });
  return g;
}

async function openVisitor(browser: Browser, url: string): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: desktop,
    locale: 'en-GB',
    timezoneId: 'Europe/Tallinn',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(timeoutMs);
  await context.addInitScript("localStorage.setItem('haldur-language', 'en')");
  if (slowAnswersMs > 0)
    await context.route(/\/api\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * slowAnswersMs));
      await route.fallback().catch(() => undefined); // Gone with its page.
    });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself logs a line for each rejected request, which is an answer, not an error.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  return { page, answers: recordAnswers(context), complaints };
}

/** The service's answers, in the order of arrival. */
function recordAnswers(context: BrowserContext): ServiceAnswer[] {
  const answers: ServiceAnswer[] = [];
  context.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (!/^\/(api|console\/api)\//.test(pathname)) return;
    const text = await response.text().catch(() => ''); // Gone with its page.
    answers.push({ path: pathname, status: response.status(), text });
  });
  return answers;
}

/** Signs in as people do. */
export async function signIn({ page }: Visitor, email: string): Promise<void> {
  await page.goto('/console/');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('#content').waitFor();
}

/** An owner who has signed in, in an organization of their own with a billed building. */
export async function visitBilledBuilding({ g, visitor }: BrowserTest) {
  const { owner: as, email } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as);
  const owner = await visitor();
  await signIn(owner, email);
  return { g, as, building, apartments, owner, page: owner.page };
}

/** A new resident of an apartment, who has signed in. */
export async function visitAsResident({ g, visitor }: BrowserTest, tenantId: string, apartmentId: string) {
  const { email, userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, apartmentId);
  const resident = await visitor();
  await signIn(resident, email);
  return { resident, page: resident.page, email, userId };
}

/** Moves the service's clock five minutes on, so that no sign-in confirms any more that it is the person. */
export function outlastConfirmations(g: TestService): void {
  useRealClock(g, g.clock.now.getTime() - Date.now() + 300_000);
}

/** Opens an address, and waits until the page has loaded its data. */
export async function goTo(visitor: Visitor, address: string): Promise<void> {
  await visitor.page.goto(address);
  await settled(visitor);
}

/** Waits until no request is in progress. */
export async function settled({ page }: Visitor): Promise<void> {
  await page.locator('h1, [role=alert]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
}

/** Chooses from a drop-down list. */
export async function choose(within: Locator, field: string, option: string): Promise<void> {
  await within
    .locator('input')
    .and(within.getByRole('combobox', { name: field, exact: true }).or(within.getByLabel(field, { exact: true })))
    .click();
  await within.page().getByRole('option', { name: option, exact: true }).click();
}

/** Notes what a wide screen shows; a narrow one shows the same in the same colours, and `newlyShown`. */
const noteShown = `void (window.shownWide = new WeakSet([...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())))`;
const newlyShown = `(() => {
  const isNew = (element) => element.checkVisibility() && !window.shownWide.has(element);
  return [...document.body.querySelectorAll('*')].filter((element) => isNew(element) && !isNew(element.parentElement));
})()`;

/** What is looked at: an open dialog, as the screen behind it is checked without it; else all. */
const lookedAt = `(() => {
  const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].filter((dialog) => dialog.checkVisibility());
  return dialogs.length === 0 ? [document] : dialogs;
})()`;

/**
 * Checks a screen, or an open dialog, with axe's rules of WCAG 2.2 AA, in dark mode with those about colours, at 360
 * pixels for anything wider, and that the menu marks one place. Problems fail the test at its end, so that one run
 * shows all.
 */
export async function checkScreen({ page, complaints }: Visitor): Promise<void> {
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ['dark', colourRules],
    ['light', allRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page
      .locator(`html:is(:not([data-mantine-color-scheme]), [data-mantine-color-scheme=${colorScheme}])`)
      .waitFor();
    await animated(page); // Some colours change gradually.
    for (const problem of await problemsOf(page, rules)) found.push(`${colorScheme}: ${problem}`);
  }
  await page.evaluate(noteShown);
  await page.setViewportSize(narrow);
  await animated(page); // The frame moves to its new width; intermediate widths do not matter.
  for (let frame = 0; frame < maxFrames && (await page.evaluate<boolean>(isWide)); frame += 1)
    await page.evaluate('new Promise(requestAnimationFrame)');
  for (const problem of await problemsOf(page, otherRules)) found.push(`narrow: ${problem}`);
  for (const problem of await problemsOf(page, colourRules, newlyShown)) found.push(`narrow: ${problem}`);
  for (const text of await page.evaluate<readonly string[]>(tooWide)) found.push(`wider than 360 pixels: ${text}`);
  found.push(...(await page.evaluate<readonly string[]>(cutBadges)));
  await page.setViewportSize(desktop);
  found.push(...(await page.evaluate<readonly string[]>(cutBadges)));
  found.push(...(await page.evaluate<readonly string[]>(wrongPlaces)));
  const where = `${new URL(page.url()).pathname} (${await page.title()})`;
  complaints.push(...found.map((text) => `${where} ${text}`));
}

/** Badges with less room than their words, beyond their cell, or in a table with a word in two lines. */
export const cutBadges = `[...document.querySelectorAll('.mantine-Badge-root')].filter((badge) => {
  const { right } = badge.getBoundingClientRect();
  const label = badge.querySelector('.mantine-Badge-label');
  const cell = badge.closest('td');
  const end = cell?.getBoundingClientRect().right ?? Infinity;
  const text = document.createRange();
  text.selectNodeContents(label);
  const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  if (cell !== null && lines > label.textContent.trim().split(/[\\s-]+/).length) return true;
  return label.scrollWidth > label.clientWidth || badge.scrollWidth > badge.clientWidth || right > end;
}).map((badge) => 'cut: ' + badge.textContent)`;

/** Waits until nothing moves or changes its colour. */
async function animated(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  })()`);
}

/** The marked links of the menu, unless it is one; the person's own account is under none. */
const wrongPlaces = `(() => {
  const links = [...document.querySelectorAll('nav[class*=menu] a')];
  const marked = links.filter((link) => link.ariaCurrent === 'page').map((link) => link.textContent);
  const right = links.length === 0 || location.pathname.endsWith('/account') && !location.pathname.includes('/own/') ? 0 : 1;
  return marked.length === right ? [] : ['marked in the menu: ' + marked];
})()`;

/** What makes a page scroll sideways: the last of the innermost elements that extend over its edge. */
const tooWide = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
  .filter((element, _, all) => !all.some((other) => other !== element && element.contains(other)))
  .slice(-4).map((element) => element.outerHTML.slice(0, 160))`;

type AxeViolation = {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly html: string }[];
};

/** What breaks rules in elements of the page. */
async function problemsOf(page: Page, rules: object, elements = lookedAt): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${axe}; undefined`);
  const asked = JSON.stringify({ ...rules, resultTypes: ['violations'] });
  const violations = await page.evaluate<readonly AxeViolation[]>(`(async () => {
    const include = ${elements};
    return include.length === 0 ? [] : (await axe.run({ include }, ${asked})).violations;
  })()`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
}

/** The content of a page, for the message of a failed test. */
async function described(page: Page): Promise<string> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch(() => 'a page that does not answer');
  return `${page.url()} shows:\n${shown}`;
}

/** Waits until a page says so: what it shows follows its state some frames later. Throws what it says at last. */
export async function becomes<T>(read: () => Promise<T>, expected: T, message?: string): Promise<void> {
  const end = performance.now() + showMs;
  let shown = await read();
  while (shown !== expected && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    shown = await read();
  }
  assert.equal(shown, expected, message);
}
