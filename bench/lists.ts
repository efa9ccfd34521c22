// lists: from the address to the first row in Chromium, with 20,000 invoices and with 5,000 apartments; and how many
// elements the page has then. The floor is the same page with 50 rows.
import type { Browser, Page } from 'playwright-core';
import { makeServer } from '../src/server.ts';
import { chromiumPath, noChromium, openChromium } from '../test/browser/chromium.ts';
import { ensureConsoleBuilt } from '../web/build/ensure-console-built.ts';
import { generateMonth, median, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';

const [many, few] = [5000, 50];
/** Invoices of so many months make 20,000. */
const months = 4;
const rounds = 5;

type Opening = { readonly ms: number; readonly elements: number };

export const aboutLists: About = {
  does: "From the address to the first row of a list in Chromium, with the console's files in its cache. The median of five.",
  floor: 'The same pages with 50 rows.',
  note: 'The number of elements must not grow with the list.',
};

/** Opens both lists, long and short. */
export async function lists(): Promise<readonly Figure[]> {
  if (chromiumPath() === undefined) {
    console.log(`  skipped: ${noChromium}`);
    return [];
  }
  await ensureConsoleBuilt(console.log);
  const large = await measureLists(many, months);
  const small = await measureLists(few, 1);
  return (['invoices', 'apartments'] as const).map((list): Figure => {
    const [figure, floor] = [large[list], small[list]];
    console.log(`    ${figure.rows} ${list}: ${figure.elements} elements (${floor.rows} rows: ${floor.elements})`);
    const rows = `${figure.rows.toLocaleString('en')} ${list}`;
    return { what: rows, figure: figure.ms, unit: 'ms', floor: floor.ms, aim: { of: 'figure', max: 1000 } };
  });
}

type ListFigures = Opening & { readonly rows: number };

async function measureLists(
  apartments: number,
  monthsBilled: number,
): Promise<{ invoices: ListFigures; apartments: ListFigures }> {
  return await withBenchData(apartments, async (ground) => {
    for (let month = 1; month <= monthsBilled; month += 1)
      await generateMonth(ground, ground.buildingId, `2026-0${month}-01`, apartments);
    await ground.database.asOwner((owner) => owner`analyze`);
    const server = makeServer(ground.app);
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const browser = await openChromium();
    try {
      const page = await signedIn(browser, url);
      return {
        invoices: await measureList(page, `${url}/console/invoices`, apartments * monthsBilled),
        apartments: await measureList(page, `${url}/console/buildings/${ground.buildingId}`, apartments),
      };
    } finally {
      await browser.close();
      await server.close();
    }
  });
}

/** The median of several openings. The first one warms up and does not count. */
async function measureList(page: Page, address: string, rows: number): Promise<ListFigures> {
  const openings: Opening[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const opening = await openList(page, address);
    if (round > 0) openings.push(opening);
  }
  return {
    rows,
    ms: median(openings.map(({ ms }) => ms)),
    elements: median(openings.map(({ elements }) => elements)),
  };
}

async function openList(page: Page, address: string): Promise<Opening> {
  await page.goto('about:blank');
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('tbody tr:not([aria-hidden])').first().waitFor();
  const ms = performance.now() - began;
  await page.waitForLoadState('networkidle');
  return { ms, elements: await countElements(page) };
}

const countElements = async (page: Page) => Number(await page.evaluate(`document.querySelectorAll('*').length`));

async function signedIn(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${url}/console/`);
  await page.fill('input[name=email]', 'bench@example.org');
  await page.fill('input[name=password]', 'correct horse battery staple');
  await page.click('button[type=submit]');
  await page.waitForSelector('main#content');
  return page;
}
