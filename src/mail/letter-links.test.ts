// Tests of the links in letters: each leads to a screen of the console, or to a page of the service.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('every link to the console leads somewhere', () => {
  const screens = [...read('web/shell/router.ts').matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path);
  const pages = [...read('src/routes/console/landing/landing.ts').matchAll(/^ {2}'?([a-z-]+)'?: \{ body/gm)];
  const own = ['/openapi.json', '/start', '/provider/$id', ...pages.map(([, name]) => `/${name}`)];
  const known = [...screens, ...own].map((path) => path.replace(/\$\w+/g, '$').replace(/(?<=.)\/$/, ''));
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  const links = sources.flatMap((path) =>
    [...read(join('src', path)).matchAll(/ublicUrl\}\/console([^`?#)]*)/g)].map(([, link = '']) => ({ path, link })),
  );
  assert.ok(links.length > 8 && pages.length > 3, 'they were found');
  const lost = links.filter(({ link }) => {
    const plain = link.replace(/\$\{\w+\}/g, '$');
    return !known.includes(plain === '' ? '/' : plain) && !known.some((path) => samePlace(path, plain));
  });
  assert.deepEqual(lost, []);
});

/** Whether an address is one of a screen: a part that varies may be anything. */
function samePlace(screen: string, address: string): boolean {
  const [parts, given] = [screen.split('/'), address.split('/')];
  return parts.length === given.length && parts.every((part, nth) => part === '$' || part === given[nth]);
}
