// first-screen: what a phone on a slow connection loads until the first screen is shown, and how long that takes. It has no floor: its aims are absolute.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { sampleResident as resident } from '../demo/chapters/residents.ts';
import { chromiumPath, openChromium } from '../test/browser/chromium.ts';
import { playDemo } from '../test/browser/play-demo.ts';
import { median } from './bench-data.ts';
import type { About, Figure } from './figures.ts';

const rounds = 5;
/** 1.6 Mbit/s down, 750 kbit/s up and 150 ms: a slow mobile connection. */
const connection = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, locale: 'et-EE' };
/** After so long without a request, nothing larger will be painted. */
const quietMs = 1500;

type Visit = { readonly lcpMs: number; readonly bytesBefore: number; readonly bytes: number };

export const aboutFirstScreen: About = {
  does: 'The console in Chromium with an empty cache, 390 pixels wide, at 1.6 Mbit/s and 150 ms: the largest contentful paint, and the bytes transferred until then, headers included. The median of five. Skipped without Chromium.',
  note: 'The homes miss the bytes with the typeface and the data; their code and styles are 185 kB.',
};

/** Visits three screens; without Chromium, prints why there is none. */
export async function firstScreen(): Promise<readonly Figure[]> {
  if (chromiumPath() === undefined) {
    console.log('  skipped: there is no Chromium (on Debian: apt-get install chromium)');
    return [];
  }
  const demo = await playDemo();
  const browser = await openChromium();
  const figures: Figure[] = [];
  try {
    for (const [name, person] of [
      ['sign-in', undefined],
      ["a manager's home", demo],
      ["a resident's home", resident],
    ] as const) {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, demo.url, person));
      const of = (figure: keyof Visit) => median(visits.map((measured) => measured[figure]));
      figures.push(
        { what: name, figure: of('lcpMs') / 1000, unit: 's', aim: { of: 'figure', max: 2.5 } },
        { what: `${name}, bytes`, figure: of('bytesBefore') / 1000, unit: 'kB', aim: { of: 'figure', max: 200 } },
      );
      console.log(`    ${name}: ${Math.round(of('bytes') / 1000)} kB in all`);
    }
  } finally {
    await browser.close();
    demo.child.kill('SIGTERM');
  }
  return figures;
}

/** One visit with an empty cache, of a person who is signed in or of nobody. */
async function visit(
  browser: Browser,
  url: string,
  person: { readonly email: string; readonly password: string } | undefined,
): Promise<Visit> {
  const context = await browser.newContext({ ...phone, baseURL: url });
  try {
    const page = await context.newPage();
    if (person !== undefined) await signIn(page, person);
    // As in a browser that has nothing of the console yet.
    if (person !== undefined) await page.evaluate(`localStorage.removeItem('haldur-typeface')`);
    await page.goto('about:blank');
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.clearBrowserCache');
    await session.send('Network.emulateNetworkConditions', connection);
    const finished = countBytes(session);
    await page.goto('/console/');
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(quietMs);
    const { lcpMs, startedAt } = await page.evaluate<{ lcpMs: number; startedAt: number }>(`new Promise((resolve) =>
      new PerformanceObserver((list) => resolve({ lcpMs: list.getEntries().at(-1).startTime, startedAt: performance.timeOrigin }))
        .observe({ type: 'largest-contentful-paint', buffered: true }))`);
    const sum = (all: typeof finished) => all.reduce((bytes, request) => bytes + request.bytes, 0);
    return { lcpMs, bytes: sum(finished), bytesBefore: sum(finished.filter(({ at }) => at <= startedAt + lcpMs)) };
  } finally {
    await context.close();
  }
}

async function signIn(page: Page, { email, password }: { readonly email: string; readonly password: string }) {
  await page.goto('/console/');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('#content h1').waitFor();
}

/** What has been transferred, headers included, with the time of its end. */
function countBytes(session: CDPSession): { readonly at: number; readonly bytes: number }[] {
  const finished: { at: number; bytes: number }[] = [];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    finished.push({ at: Date.now(), bytes: encodedDataLength });
  });
  return finished;
}
