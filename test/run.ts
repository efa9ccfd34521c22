// Runs the tests: `npm test` all but those in the browser, `npm test -- src/some.test.ts` those that are named. Each file has a process of its own.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

/** What takes longest goes first, so that at the end no process waits for another. */
const longest = ['test/exhaustive.test.ts', 'src/metering/ocr/vision.test.ts', 'src/webhooks/isolation.test.ts'];

const words = process.argv.slice(2);
const isNamed = words.some((word) => !word.startsWith('-'));
const found = globSync('{demo,bench,src,test,tools,training,web}/**/*.test.ts', { exclude: ['test/browser/**'] });
const files = isNamed ? [] : [...longest, ...found.filter((path) => !longest.includes(path)).sort()];
const options = ['--test-global-setup=test/setup.ts', '--test-concurrency=2', '--test-timeout=300000'];
const { status } = spawnSync(process.execPath, ['--test', ...options, ...words, ...files], { stdio: 'inherit' });
process.exitCode = status ?? 1;
