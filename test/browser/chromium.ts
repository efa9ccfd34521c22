// The machine's Chromium, controlled over its debugging protocol; nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const chromiumPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const chromiumOptions = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const noChromium =
  'There is no Chromium here. On Debian: apt-get install chromium-headless-shell. Or name one in CHROMIUM.';

/** The path of Chromium; CHROMIUM overrides it. Undefined where there is none. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...chromiumPaths].find((path) => path !== '' && existsSync(path));
}

/** A browser with a temporary profile. Throws when there is no Chromium. */
export async function openChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error(noChromium);
  return chromium.launch({ executablePath, args: chromiumOptions });
}
